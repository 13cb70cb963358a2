"""Rooms of workers: kept from call to call, lent to one at a time, and nothing of them is read."""

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")

from starlore.attention import Causal, attend
from starlore.attention.arrays import Array
from starlore.attention.compiled import worker as module
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.worker import Worker, give_back


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Array]:
    rooms: list[Array] = []
    monkeypatch.setattr(module, "_kept", rooms)
    return rooms


def test_a_room_is_lent_to_one_worker_at_a_time() -> None:
    one, two = Worker.of(100, 10, None), Worker.of(100, 10, None)
    assert one.scratch != two.scratch and one.held == one.scratch + 400
    give_back([one])
    three, four = Worker.of(100, 10, None), Worker.of(100, 10, None)
    assert three.scratch == one.scratch and four.scratch not in (one.scratch, two.scratch)
    assert not three.tally.any() and three.counts == address(three.tally) != one.counts


def test_a_room_of_another_size_is_not_taken() -> None:
    give_back([Worker.of(100, 10, None)])
    assert Worker.of(100, 11, None).room.size == 111


def test_few_rooms_are_kept_and_no_large_one(kept: list[Array]) -> None:
    give_back([Worker.of(module.LARGEST_KEPT, 1, None)])
    assert not kept
    give_back([Worker.of(8, 8, None) for _ in range(2 * module.MOST_KEPT)])
    assert len(kept) == module.MOST_KEPT


@pytest.mark.parametrize("n_q", [1, 70, 130])
def test_what_a_room_held_changes_no_bit(n_q: int, kept: list[Array]) -> None:
    rng = np.random.default_rng(3)
    shapes = (2, n_q, 20), (2, 300, 20), (2, 300, 12)
    q, k, v = (rng.standard_normal(shape).astype(np.float32) for shape in shapes)
    clean = attend(q, k, v, Causal("end"), threads=1)
    assert len(kept) == 1
    for odd in (np.nan, np.inf, -1e30):
        kept[0][:] = odd
        again = attend(q, k, v, Causal("end"), threads=1)
        assert again.output.tobytes() == clean.output.tobytes()
        assert again.lse.tobytes() == clean.lse.tobytes()


def test_an_address_is_what_numpy_says() -> None:
    base = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    frozen = base.copy()
    frozen.flags.writeable = False
    every = [base, base[1], base[:, ::-2, 3:], base.T, frozen, np.empty(0), base[:0]]
    every += [np.broadcast_to(base[0], (2, 4, 5)), base.view(np.int8)[..., 1:]]
    for array in every:
        assert address(array) == array.__array_interface__["data"][0]
