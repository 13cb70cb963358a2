"""Schemes are values: equal by structure, written and read back, frozen, refused in a sentence."""

import numpy as np
import pytest

from starlore.attention import schemes
from starlore.attention.schemes import (
    Blocks,
    Causal,
    Dilated,
    Documents,
    Full,
    Global,
    Kind,
    Random,
    Scheme,
    Strided,
    Where,
    Window,
    check_scheme,
    parse_scheme,
)
from starlore.attention.schemes.chance import draw, splitmix64
from starlore.errors import AlignmentError, DtypeError, ShapeError
from tests.attention.schemes.kinds import JOINED, LEAVES, PACKED, is_even

EVERY = [*LEAVES, *JOINED, *(scheme for scheme, _ in PACKED)]


@pytest.mark.parametrize("scheme", EVERY, ids=str)
def test_repr_reads_back_as_the_same_scheme(scheme: Scheme) -> None:
    again = eval(repr(scheme), {**vars(schemes), "is_even": is_even})
    assert again == scheme and hash(again) == hash(scheme)


@pytest.mark.parametrize("scheme", [one for one in EVERY if "even" not in str(one)], ids=str)
def test_text_reads_back_as_the_same_scheme(scheme: Scheme) -> None:
    again = parse_scheme(str(scheme))
    assert again == scheme and hash(again) == hash(scheme)


def test_equality_is_of_structure_arrays_included() -> None:
    assert Blocks(2, [[True]]) == Blocks(2, np.array([[True]])) != Blocks(2, [[False]])
    assert Documents([0, 1]) == Documents(np.array([0, 1], dtype=np.int8)) != Documents([0, 0])
    assert Documents([0, 1]) != Documents([0, 1], [0, 1]) and Blocks(2) != Blocks(2, [[True]])
    assert Global((2, 0, 1, 1)) == Global(range(3)) != Global(range(4))
    assert Window(2) != Dilated(2, 1) and Window(1) != Window(1, 0, "start")
    assert len({Blocks(2, [[True]]), Blocks(2, [[True]]), Documents([0]), Documents([0])}) == 2
    assert Full() != "full"
    assert Causal().plan(3, 3) == Causal().plan(3, 3) != Causal("end").plan(3, 3)


def test_arrays_inside_are_copies_that_cannot_be_written_to() -> None:
    table, ids = np.array([[True]]), np.array([0, 1])
    blocks, documents = Blocks(2, table), Documents(ids)
    table[0, 0], ids[0] = False, 5
    assert blocks.table is not None and blocks.table.all() and documents.ids[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        blocks.table[0, 0] = False
    with pytest.raises(AttributeError):
        blocks.size = 3  # type: ignore[misc]


def test_numbers_of_numpy_become_plain_ones() -> None:
    assert repr(Window(np.int32(3))) == "Window(3)"  # type: ignore[arg-type]
    assert repr(Global(np.array([5, 3]))) == "Global((3, 5))"


def test_the_lengths_decide_where_nothing_else_does() -> None:
    for scheme in (Window(1), Dilated(1, 2), Blocks(2), Global([0]), Strided(2), Random(1, 2, 3)):
        with pytest.raises(AlignmentError, match='2 queries, 3 keys: say align="start" or'):
            scheme.plan(2, 3)
        assert scheme.plan(3, 3).comparisons == scheme.at(3, 3).count(3, 3)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Window(-1), "Window: left must be 0 or more"),
        (lambda: Window(1, 1.5), "Window: right must be a whole number: it is 1.5"),  # type: ignore[arg-type]
        (lambda: Window(2**61), "at most 2\\^60"),
        (lambda: Dilated(1, 0), "Dilated: step must be 1 or more"),
        (lambda: Strided(True), "Strided: step must be a whole number"),
        (lambda: Blocks(0), "Blocks: size must be 1 or more"),
        (lambda: Blocks(2, [True]), "must have two axes: it is \\(1,\\)"),
        (lambda: Random(1, 2, -3), "Random: seed must be 0 or more"),
        (lambda: Random(1, 2, 2**64), "at most 18446744073709551615: it is 18446744073709551616"),
        (lambda: Global([-1]), "Global: a place must be 0 or more"),
        (lambda: Global(range(-2, 1)), "Global: a place must be 0 or more"),
        (lambda: Global(3), "Global: places must be whole numbers, as in"),  # type: ignore[arg-type]
        (lambda: Global([0], asks=1), "Global: asks must be True or False: it is 1"),  # type: ignore[arg-type]
        (lambda: Documents([[0]]), "ids must have one axis: it is \\(1, 1\\)"),
        (lambda: Documents([0, -2]), "0 or more, or -1 for padding: one is -2"),
        (lambda: Documents([0, 1]).plan(3, 3), "names 2 queries and 2 keys, the lengths are 3"),
        (lambda: Documents([0, 1], [0]).at(2, 2), "names 2 queries and 1 keys"),
        (lambda: Documents([0, 1]).plan(2, 1), "names 2 queries and 2 keys"),
        (lambda: Blocks(2, [[True]]).plan(3, 3), "1 x 1 blocks of 2 hold places below 2"),
        (lambda: Random(1, 2, 3).mask(range(1), range(1)), "needs two lengths"),
        (lambda: Random(1, 2, 3, 0).mask(range(1), range(1)), "how many keys there are"),
    ],
)
def test_what_has_no_meaning_is_refused_in_a_sentence(make, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ShapeError, match=sentence):
        make()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Blocks(2, [[1]]), "must hold booleans: it is int"),
        (lambda: Documents([0.5]), "ids must be whole numbers: they are float64"),
        (lambda: Where(3), "predicate must be a function of i and j: it is 3"),  # type: ignore[arg-type]
        (lambda: Where(lambda i, j: i + j, "sum").plan(2, 2), "predicate of sum must give boolean"),
    ],
)
def test_what_has_another_dtype_is_refused_in_a_sentence(make, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(DtypeError, match=sentence):
        make()


def test_a_predicate_of_another_shape_is_refused() -> None:
    with pytest.raises(ShapeError, match=r"must give booleans of shape \(2, 3\): \(5,\)"):
        Where(lambda i, j: np.ones(5, dtype=bool)).plan(2, 3)


def test_padding_keys_may_be_left_out_of_documents() -> None:
    plan = Documents([0, 0, -1]).plan(3, 3, key_length=1)
    assert str(plan).splitlines()[1:] == ["#..", "#..", "..."]


@pytest.mark.parametrize("seed", [11, 2**60 + 3, 2**63, 2**64 - 1])
def test_random_is_made_of_splitmix64_and_nothing_else(seed: int) -> None:
    first = splitmix64(np.array([0, 0x9E3779B97F4A7C15], dtype=np.uint64))
    assert first.tolist() == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]
    size, n = 3, 30

    def h(x: int) -> int:
        return int(splitmix64(np.array([x % 2**64], dtype=np.uint64))[0])

    settled = Random(2, size, seed, align=-4).at(n, n)
    for i in range(n):
        block = (i - 4) // size
        hashes = [h(h(h(seed) ^ (block % 2**64)) ^ c) for c in range(n // size)]
        least = sorted(range(n // size), key=hashes.__getitem__)[:2]
        read = settled.mask(range(i, i + 1), range(n))[0]
        assert read.tolist() == [j // size in least for j in range(n)]
    assert draw(7, 0, 4, 9, 20).shape == (4, 9)


def test_random_made_twice_gives_equal_plans() -> None:
    one, two = (Random(2, 4, seed=7).plan(32, 32) for _ in range(2))
    assert one == two and np.array_equal(one.mask(), two.mask())
    assert not np.array_equal(one.mask(), Random(2, 4, seed=8).plan(32, 32).mask())


class Diagonal(Scheme):
    """A scheme of one's own, no dataclass: pairs and tiles are all it must tell."""

    def allows(self, i: np.ndarray, j: np.ndarray) -> np.ndarray:
        return np.asarray(i == j)

    def tile(self, rows: range, keys: range) -> Kind:
        return "partial"


def test_a_scheme_of_ones_own_needs_only_pairs_and_tiles() -> None:
    own = Diagonal()
    assert check_scheme(own) == () and check_scheme(own | Window(1, align=0)) == ()
    assert own == own != Diagonal() and hash(own) == hash(own)
    assert (repr(own), str(own)) == ("Diagonal()", "diagonal")
    assert own.plan(600, 900).comparisons == 600
