"""A watched call tells how far it is, and computes the same bits as an unwatched one."""

from collections.abc import Callable

import numpy as np
import pytest

from starlore.attention import Causal, Documents, Full, Scheme, Window, attend
from starlore.attention.progress import Meter, watching
from tests.attention.kernels import KERNELS

SCHEMES = (Full(), Causal(), Causal() & Window(100), Documents([0] * 200 + [1] * 330))


def shares_of(work: Callable[[], object]) -> list[float]:
    shares: list[float] = []
    with watching(shares.append):
        work()
    return shares


@pytest.mark.parametrize("kernel", [name for name in KERNELS if name != "dense"])
@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_shares_rise_to_one_and_change_no_bit(
    kernel: str, scheme: Scheme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARLORE_KERNEL", kernel)
    q, k, v = np.random.default_rng(0).standard_normal((3, 2, 530, 8)).astype(np.float32)
    watched: list[np.ndarray] = []
    shares = shares_of(lambda: watched.append(attend(q, k, v, scheme, threads=2).output))
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    assert len(shares) > 2
    assert watched[0].tobytes() == attend(q, k, v, scheme).output.tobytes()


def test_what_the_watcher_raises_ends_the_call() -> None:
    def stop(share: float) -> None:
        raise KeyboardInterrupt

    q, k, v = np.ones((3, 600, 8), np.float32)
    with pytest.raises(KeyboardInterrupt), watching(stop):
        attend(q, k, v)


def test_nobody_is_told_after_the_block_and_nothing_is_counted() -> None:
    def never() -> int:
        raise AssertionError("the work was counted though nobody watches")

    assert shares_of(lambda: None) == []
    meter = Meter(never)
    meter.add(1)
    meter.finish()
    assert not meter.is_watched


def test_a_share_says_how_much_of_the_work_is_done() -> None:
    def work() -> None:
        meter = Meter(lambda: 8)
        for piece in (2, 4, 2):
            meter.add(piece)
        meter.finish()

    assert shares_of(work) == [0.25, 0.75, 1.0]
