"""Gradients of attention against torch: the same arrays, the same threads, turn by turn.

Run `python -m benchmarks.attention_backward` from the top of the tree. Every round takes our
backward pass, then torch's, each from a forward pass done before; printed are medians and quartiles
of the ratios within a round. Times are the processor's, all threads together, because other work on
a machine changes those of the wall more. A case whose quartiles lie more than a tenth apart is
called noisy. torch is asked which path it took: a ratio to its slow one says nothing.
"""

from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from starlore.attention import Causal, Full, attend, attend_backward

ROUNDS = 11


def compare(h: int, n: int, d: int, is_causal: bool, threads: int) -> None:
    """Print one case."""
    rng = np.random.default_rng(0)
    moved, q, k, v = (rng.standard_normal((1, h, n, d)).astype(np.float32) for _ in range(4))
    scheme = Causal() if is_causal else Full()
    made = attend(q, k, v, scheme, threads=threads)
    theirs, path = torch_call(moved, q, k, v, is_causal, threads)

    def ours() -> Any:
        return attend_backward(moved, q, k, v, made, scheme, threads=threads)

    ours()
    theirs()
    rounds = np.array([(timed(ours), timed(theirs)) for _ in range(ROUNDS)])
    low, middle, high = np.percentile(rounds[:, 1] / rounds[:, 0], [25, 50, 75])
    word = "causal" if is_causal else "full"
    print(
        f"{word}, {h} x {n} x {d}, {threads} threads: {np.median(rounds[:, 0]) * 1e3:6.1f} ms, "
        f"{middle:5.2f} x torch ({low:.2f} to {high:.2f}), {path}"
        f"{', noisy' * bool(high - low > 0.1 * middle)}"
    )


def torch_call(
    moved: Any, q: Any, k: Any, v: Any, is_causal: bool, threads: int
) -> tuple[Callable[[], Any], str]:
    """torch's backward pass on the same arrays, and the name of the path it takes."""
    import torch

    torch.set_num_threads(threads)
    arrays = [torch.from_numpy(x).requires_grad_() for x in (q, k, v)]
    slope = torch.from_numpy(moved)
    output = torch.nn.functional.scaled_dot_product_attention(*arrays, is_causal=is_causal)
    path = type(output.grad_fn).__name__
    return lambda: torch.autograd.grad(output, arrays, slope, retain_graph=True), path


def timed(work: Callable[[], Any]) -> float:
    start = process_time()
    work()
    return process_time() - start


def main() -> None:
    for threads in (1, 2):
        for is_causal in (False, True):
            compare(4, 2048, 64, is_causal, threads)
            compare(8, 512, 64, is_causal, threads)
        compare(2, 2048, 128, False, threads)


if __name__ == "__main__":
    main()
