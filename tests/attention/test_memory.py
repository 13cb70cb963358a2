"""The memory of a long call stays within its bound, which no length moves."""

import os
from collections.abc import Iterator

import numpy as np
import pytest

from starlore.attention import Attention, Causal, Scheme, Window, attend
from tests.attention.kernels import KERNELS

MEGABYTE = 2**20
THREADS = 2


def bound(threads: int) -> int:
    """What may be held beside inputs and results."""
    return (32 + 4 * threads) * MEGABYTE


@pytest.fixture(params=[name for name in KERNELS if name != "dense"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("STARLORE_KERNEL", request.param)
    yield request.param


def long_call(n_q: int, n_k: int, scheme: Scheme) -> Attention:
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((n, 64), dtype=np.float32) for n in (n_q, n_k, n_k))
    return attend(q, k, v, scheme, threads=THREADS)


def test_few_queries_of_131072_keys_stay_within_the_bound(kernel: str) -> None:
    found = long_call(200, 131_072, Causal("end"))
    assert found.counters.kernel == kernel
    assert found.counters.extra_bytes <= bound(THREADS)


def test_a_longer_call_holds_no_more_once_keys_come_in_pieces(kernel: str) -> None:
    held = [long_call(128, n, Causal("end")).counters.extra_bytes for n in (65_536, 262_144)]
    assert held[1] <= held[0] + MEGABYTE


def test_a_window_over_many_queries_stays_within_the_bound(kernel: str) -> None:
    found = long_call(20_000, 20_000, Causal() & Window(63))
    assert found.counters.comparisons == 20_000 * 64 - 64 * 63 // 2
    assert found.counters.extra_bytes <= bound(THREADS)


@pytest.mark.slow
@pytest.mark.skipif(not os.environ.get("SLOW"), reason="a minute or more; SLOW=1 runs it")
@pytest.mark.parametrize(
    ("n", "scheme"), [(131_072, Causal()), (1_000_000, Causal() & Window(255))], ids=str
)
def test_the_whole_long_call_stays_within_the_bound(n: int, scheme: Scheme, kernel: str) -> None:
    found = long_call(n, n, scheme)
    assert found.counters.comparisons == scheme.plan(n, n).comparisons
    assert found.counters.extra_bytes <= bound(THREADS)
    assert np.isfinite(found.output).all()
