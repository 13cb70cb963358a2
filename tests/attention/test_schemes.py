"""Full, Causal and what & and | make of them: tile, mask and count say the same."""

import numpy as np
import pytest

from starlore import Causal, Full, Scheme
from starlore.errors import AlignmentError, ShapeError
from tests.oracles_attention import count_causal

SCHEMES: list[Scheme] = [
    Full(),
    Causal("start"),
    Causal("end"),
    Causal(-2),
    Causal(3),
    Causal("end") & Full(),
    Causal("start") | Causal("end"),
    (Causal("start") | Full()) & Causal(1),
    Causal(0) & (Causal(1) & Causal(2)),
]
LENGTHS = [(0, 0), (1, 1), (4, 4), (5, 2), (2, 5), (3, 0), (0, 3), (9, 8)]


def check_scheme(scheme: Scheme, n_q: int, n_k: int, size: int) -> None:
    """tile, mask and count play against each other on every tile of this size."""
    settled = scheme.at(n_q, n_k)
    whole = settled.mask(range(n_q), range(n_k))
    assert whole.shape == (n_q, n_k) and whole.dtype == np.bool_
    assert settled.count(n_q, n_k) == scheme.count(n_q, n_k) == int(whole.sum())
    for row in range(0, n_q, size):
        for key in range(0, n_k, size):
            rows, keys = range(row, min(row + size, n_q)), range(key, min(key + size, n_k))
            part = settled.mask(rows, keys)
            assert np.array_equal(part, whole[row : row + size, key : key + size])
            kind = settled.tile(rows, keys)
            assert kind != "whole" or part.all()
            assert kind != "skipped" or not part.any()


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
@pytest.mark.parametrize(("n_q", "n_k"), LENGTHS)
def test_tile_mask_and_count_agree(scheme: Scheme, n_q: int, n_k: int) -> None:
    for size in (1, 2, 3, 16):
        check_scheme(scheme, n_q, n_k, size)


def test_a_scheme_whose_tiles_lie_is_found_out() -> None:
    class Wrong(Causal):
        def tile(self, rows: range, keys: range):  # type: ignore[no-untyped-def]
            return "whole"

    with pytest.raises(AssertionError):
        check_scheme(Wrong(0), 4, 4, 2)


@pytest.mark.parametrize("scheme", [*SCHEMES, Causal()], ids=str)
def test_repr_reads_back_as_the_same_scheme(scheme: Scheme) -> None:
    again = eval(repr(scheme), {"Full": Full, "Causal": Causal})
    assert again == scheme and hash(again) == hash(scheme)


def test_equality_is_of_structure() -> None:
    assert Causal() == Causal(None) != Causal(0)
    assert Causal() & Full() != Full() & Causal()
    assert len({Full(), Full(), Causal("end")}) == 2


@pytest.mark.parametrize(("n_q", "n_k"), LENGTHS)
def test_causal_comparisons_equal_a_count_pair_by_pair(n_q: int, n_k: int) -> None:
    for offset in (-3, 0, 2, n_k - n_q):
        assert Causal(offset).count(n_q, n_k) == count_causal(n_q, n_k, offset)


def test_the_published_counts() -> None:
    assert Full().count(4, 4) == 16 and Causal().count(4, 4) == 10
    assert Causal("end").count(3, 7) == 3 * (7 - 3) + 3 * 4 // 2


def test_unequal_lengths_without_a_choice_are_refused_naming_both_choices() -> None:
    with pytest.raises(AlignmentError, match='1 query, 4 keys: say align="start" or align="end"'):
        Causal().plan(1, 4)
    with pytest.raises(AlignmentError, match="needs two lengths"):
        Causal("end").mask(range(1), range(1))


@pytest.mark.parametrize("align", ["middle", 1.5, True])
def test_an_alignment_without_a_meaning_is_refused(align: object) -> None:
    with pytest.raises(AlignmentError, match="align must be"):
        Causal(align)  # type: ignore[arg-type]


def test_a_scheme_joins_only_schemes() -> None:
    with pytest.raises(TypeError):
        Full() & True  # type: ignore[operator]
    with pytest.raises(ShapeError, match="0 or more"):
        Full().plan(-1, 2)
