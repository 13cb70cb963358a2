"""The compiled attention kernel against torch and against this processor's own peak.

Run `python -m benchmarks.attention_kernel` from the top of the tree. Every round times a loop of
nothing but fused multiply-adds, our kernel, torch, and the loop again, on one thread, by the
thread's own clock; printed are medians and quartiles of the ratios within a round. A case whose
quartiles lie more than a tenth apart, or whose peak moved as much, is called noisy.
"""

from collections.abc import Callable
from time import thread_time
from typing import Any

import numpy as np
from numba import njit

from starlore.attention.compiled import features
from starlore.attention.compiled.bridge import _callable
from starlore.attention.compiled.features import shape_of
from starlore.attention.compiled.ir import Writer
from starlore.attention.compiled.memory import address, aligned
from starlore.attention.compiled.run import run
from starlore.attention.inputs import check
from starlore.attention.schemes import Causal, Full, Scheme, Window

ROUNDS, SUMS, REPEATS = 11, 12, 4
PEAK_ROUNDS = 100_000


def peak_loop() -> Callable[[], float]:
    """A function that gives multiply-adds per second of a loop that does nothing else."""
    shape = shape_of(features())

    def build(module: Any) -> Any:
        w = Writer(module, "peak", ("rounds", "out"), shape.lanes)
        shrink, rise = w.constant(0.999), w.constant(0.001)

        def again(_: Any, sums: list[Any]) -> list[Any]:
            for _ in range(REPEATS):
                sums = [w.fma(x, shrink, rise) for x in sums]
            return sums

        starts = [w.constant(float(i)) for i in range(SUMS)]
        for i, x in enumerate(w.loop(0, w.given["rounds"], 1, starts, again)):
            w.store(x, w.pointer("out"), i * shape.lanes)
        return w.finish()

    call = _callable(build, "peak", 2)

    @njit("void(int64, int64)", nogil=True)
    def loop(rounds, out):  # type: ignore[no-untyped-def]
        call((rounds, out))

    out = aligned(SUMS * shape.lanes)

    def rate() -> float:
        start = thread_time()
        loop(PEAK_ROUNDS, address(out))
        return PEAK_ROUNDS * SUMS * REPEATS * shape.lanes / (thread_time() - start)

    return rate


def compare(
    peak: Callable[[], float], name: str, h: int, n_q: int, n_k: int, d: int, scheme: Scheme
) -> None:
    """Print one case: share of peak, and times as fast as torch where torch is there."""
    rng = np.random.default_rng(0)
    q = rng.standard_normal((1, h, n_q, d)).astype(np.float32)
    k, v = (rng.standard_normal((1, h, n_k, d)).astype(np.float32) for _ in range(2))
    theirs = torch_call(q, k, v, scheme)

    def ours() -> int:
        inputs = check(q, k, v, scheme, None, None, None, None, None)
        return run(inputs, None, 1).counters.comparisons

    pairs = ours()
    rounds = []
    for _ in range(ROUNDS):
        before = peak()
        mine = timed(ours)
        other = timed(theirs) if theirs else float("nan")
        after = peak()
        share = pairs * 2 * d / mine / ((before + after) / 2)
        rounds.append((share, other / mine, before))
    low, middle, high = np.percentile(np.array(rounds), [25, 50, 75], axis=0)
    is_noisy = bool((high - low > 0.1 * middle).any())
    print(
        f"{name:28} {middle[0]:5.0%} of peak ({low[0]:.0%} to {high[0]:.0%}), "
        f"{middle[1]:5.2f} x torch ({low[1]:.2f} to {high[1]:.2f}){', noisy' * is_noisy}"
    )


def torch_call(q: Any, k: Any, v: Any, scheme: Scheme) -> Callable[[], Any] | None:
    """torch's attention on the same arrays, by its fused path; a window as a mask."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    arrays = [torch.from_numpy(x) for x in (q, k, v)]
    attend: Any = torch.nn.functional.scaled_dot_product_attention
    if isinstance(scheme, Full | Causal):
        return lambda: attend(*arrays, is_causal=isinstance(scheme, Causal))
    n_q, n_k = q.shape[-2], k.shape[-2]
    mask = torch.from_numpy(scheme.at(n_q, n_k).mask(range(n_q), range(n_k)))
    return lambda: attend(*arrays, attn_mask=mask)


def timed(work: Callable[[], Any]) -> float:
    start = thread_time()
    work()
    return thread_time() - start


def main() -> None:
    peak = peak_loop()
    for n in (2048, 4096):
        compare(peak, f"full, {n}, d 64", 1, n, n, 64, Full())
    compare(peak, "full, 2048, d 128", 1, 2048, 2048, 128, Full())
    for n in (1024, 2048, 8192):
        compare(peak, f"causal, {n}, d 64", 2 if n < 8192 else 1, n, n, 64, Causal())
    compare(peak, "window 255, 8192, d 64", 1, 8192, 8192, 64, Causal() & Window(255))
    compare(peak, "decode, 16384 keys, 8 heads", 8, 1, 16384, 64, Full())


if __name__ == "__main__":
    main()
