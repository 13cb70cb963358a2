"""Every kind of scheme keeps the contract, and tells its tiles exactly."""

from itertools import product

import numpy as np
import pytest

from starlore.attention.schemes import Causal, Scheme, Where, Window, check_scheme, tiles_of
from tests.attention.schemes.kinds import JOINED, LEAVES, PACKED, is_even


@pytest.mark.parametrize("scheme", [*LEAVES, *JOINED], ids=str)
def test_tile_mask_and_count_agree_on_any_lengths(scheme: Scheme) -> None:
    assert check_scheme(scheme) == ()


@pytest.mark.parametrize(("scheme", "lengths"), PACKED, ids=str)
def test_they_agree_on_packed_documents(scheme: Scheme, lengths: tuple[int, int]) -> None:
    assert check_scheme(scheme, [lengths]) == ()


def kind_of(cells: np.ndarray) -> str:
    if not cells.any():
        return "skipped"
    return "whole" if cells.all() else "partial"


@pytest.mark.parametrize(
    ("scheme", "lengths"),
    [*product([*LEAVES, *JOINED], [(9, 9), (7, 16), (16, 7)]), *PACKED],
    ids=str,
)
def test_a_tile_is_called_partial_only_if_it_is(scheme: Scheme, lengths: tuple[int, int]) -> None:
    n_q, n_k = lengths
    settled = scheme.at(n_q, n_k)
    whole = settled.mask(range(n_q), range(n_k))
    for size in (1, 2, 5, 16):
        for rows, keys in product(tiles_of(n_q, size), tiles_of(n_k, size)):
            cells = whole[rows.start : rows.stop, keys.start : keys.stop]
            kind = settled.tile(rows, keys)
            if "even" in str(scheme) and "&" in str(scheme):  # a function tells no reaches
                assert kind in ("partial", kind_of(cells))
            else:
                assert kind == kind_of(cells), (rows, keys)


@pytest.mark.parametrize(
    "scheme",
    [Causal("end"), Window(2**41, 2**41, "end"), Causal("end") & Window(None, 0, "start")],
    ids=str,
)
def test_tiles_of_huge_ranges_cost_nothing(scheme: Scheme) -> None:
    settled = scheme.at(2**50, 2**50)
    assert settled.tile(range(8), range(2**45, 2**50)) == "skipped"
    assert settled.tile(range(2**40, 2**40 + 8), range(2**30)) == "whole"
    assert settled.tile(range(2**40, 2**40 + 8), range(2**45)) == "partial"


class LyingTiles(Causal):
    def tile(self, rows: range, keys: range):  # type: ignore[no-untyped-def]
        return "whole"


class LazyTiles(Window):
    def tile(self, rows: range, keys: range):  # type: ignore[no-untyped-def]
        return "skipped" if keys[0] > rows[0] else super().tile(rows, keys)


class MadeUpKind(Causal):
    def tile(self, rows: range, keys: range):  # type: ignore[no-untyped-def]
        return "some"


class WrongCount(Causal):
    def count(self, n_q: int, n_k: int) -> int:
        return super().count(n_q, n_k) + (n_q > 4)


class ShiftedMask(Causal):
    def mask(self, rows: range, keys: range) -> np.ndarray:
        return super().mask(range(len(rows)), range(len(keys)))


class NumbersForMask(Causal):
    def mask(self, rows: range, keys: range) -> np.ndarray:
        return super().mask(rows, keys).astype(float)


class OtherReaches(Causal):
    def reaches(self, rows: range, keys: range):  # type: ignore[no-untyped-def]
        return super().reaches(rows, range(keys.start, keys.stop + 1))


class OtherPairs(Causal):
    def allows(self, i: np.ndarray, j: np.ndarray) -> np.ndarray:
        return np.asarray(j < i)

    def mask(self, rows: range, keys: range) -> np.ndarray:
        return Causal(0).mask(rows, keys)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (LyingTiles(), "is called whole"),
        (LazyTiles(1, 3), "is called skipped"),
        (MadeUpKind(), "is called 'some'"),
        (WrongCount(), "comparisons, the mask has"),
        (ShiftedMask(), "another mask than the whole"),
        (NumbersForMask(), "the mask is float64"),
        (OtherReaches(), "count other keys"),
        (OtherPairs(), "allows and the mask differ"),
        (Where(lambda i, j: (i - i.min() + j) % 2 == 0), "another mask than the whole"),
    ],
    ids=lambda part: part if isinstance(part, str) else type(part).__name__,
)
def test_a_broken_scheme_is_found_out(broken: Scheme, fault: str) -> None:
    assert fault in " ".join(check_scheme(broken, [(4, 4), (9, 9)]))


def test_a_scheme_that_changes_its_mind_is_found_out() -> None:
    calls = []

    def flickers(i: np.ndarray, j: np.ndarray) -> np.ndarray:
        calls.append(1)
        return is_even(i + len(calls) // 3, j)

    assert "from one call to the next" in " ".join(check_scheme(Where(flickers), [(3, 3)]))


def test_a_scheme_that_accepts_no_lengths_is_found_out() -> None:
    assert check_scheme(Causal(), [(1, 2)]) == ("it accepts none of the lengths [(1, 2)]",)


def test_no_more_than_ten_faults_are_told() -> None:
    assert len(check_scheme(LyingTiles())) == 10
