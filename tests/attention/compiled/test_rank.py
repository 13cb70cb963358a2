"""The lists of best keys in machine code: as a stable sort of the whole would find them."""

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="the lists are kept by machine code")

from starlore.attention.arrays import Array  # noqa: E402
from starlore.attention.compiled.bridge import blank_of, rank_of  # noqa: E402
from starlore.attention.compiled.memory import address, aligned  # noqa: E402
from starlore.attention.compiled.rank import LANES, LISTS  # noqa: E402
from starlore.attention.compiled.shape import SHAPES, TILE  # noqa: E402

SHAPE = SHAPES["generic"]
ROWS = SHAPE.rows
blank, rank = blank_of(SHAPE), rank_of(SHAPE)


@numba.njit  # type: ignore[untyped-decorator]
def see(lists: int, words: int, scores: int, tiles: int, top: int) -> None:
    blank((lists, ROWS))
    for tile in range(tiles):
        rank((scores + 4 * tile * ROWS * TILE, lists, words, top, tile * TILE))


def ranked(scores: Array, top: int) -> tuple[Array, Array, Array]:
    """Values, keys and ties of scores `[rows, tiles * TILE]`."""
    tiles = scores.shape[1] // TILE
    given = aligned(scores.size)
    given[:] = scores.reshape(ROWS, tiles, TILE).swapaxes(0, 1).reshape(-1)
    lists, words = aligned(LANES * LISTS.size), aligned(2 * LANES)
    see(address(lists), address(words), address(given), tiles, top)
    lines = lists.reshape(LISTS.size, LANES)[:, :ROWS]
    values, keys = lines[: LISTS.keys].T, lines[LISTS.keys : LISTS.ties].view(np.int32).T
    ties = lines[LISTS.ties].view(np.int32)
    return values[:, :top], keys[:, :top], ties


def law(scores: Array, top: int, found: tuple[Array, Array, Array]) -> None:
    """The best keys, of equals the lowest first, and how many share the best score."""
    values, keys, ties = found
    order = np.argsort(-scores, axis=1, kind="stable")[:, :top]
    right = np.take_along_axis(scores, order, 1)
    assert np.array_equal(values, right)
    assert np.array_equal(keys, np.where(right > -np.inf, order, -1))
    is_best = (scores == scores.max(axis=1)[:, None]) & (scores > -np.inf)
    assert np.array_equal(ties, is_best.sum(axis=1))


def drawn(kind: str, tiles: int) -> Array:
    rng = np.random.default_rng(tiles)
    shape = (ROWS, tiles * TILE)
    few = np.array([-np.finfo("f4").max, -1, -1e-45, -0.0, 0.0, 1e-45, 2, np.finfo("f4").max])
    scores = {
        "normal": rng.standard_normal(shape),
        "few": rng.choice(few, size=shape),
        "rising": np.tile(np.arange(float(shape[1])), (ROWS, 1)),
        "alike": np.zeros(shape),
    }[kind].astype(np.float32)
    scores[rng.random(shape) < 0.3] = -np.inf
    scores[0], scores[1, 3:], scores[2, :-2] = -np.inf, -np.inf, -np.inf
    return scores


@pytest.mark.parametrize("kind", ["normal", "few", "rising", "alike"])
@pytest.mark.parametrize("top", [2, 4, 5, 16])
def test_the_lists_are_those_of_a_stable_sort(kind: str, top: int) -> None:
    for tiles in (1, 2, 9):
        scores = drawn(kind, tiles)
        law(scores, top, ranked(scores, top))


def test_lists_that_forget_a_tile_or_turn_equals_round_are_found_out() -> None:
    scores = drawn("few", 3)
    values, keys, ties = ranked(scores, 4)
    late = np.where(np.arange(scores.shape[1]) < TILE, -np.inf, scores).astype(np.float32)
    for faulty in (ranked(late, 4), (values, keys[:, ::-1], ties), (values, keys, ties + 1)):
        with pytest.raises(AssertionError):
            law(scores, 4, faulty)


def test_a_score_that_is_no_number_is_never_listed() -> None:
    scores = drawn("normal", 2)
    scores[:, 70] = np.nan
    _, keys, _ = ranked(scores, 4)
    assert not (keys == 70).any()
