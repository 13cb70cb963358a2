"""Laws of schemes, drawn at random: each holds for ours, and fails for a broken version of it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from starlore.attention import explain
from starlore.attention.arrays import Array
from starlore.attention.chosen import TopK, blend_chosen
from starlore.attention.chosen.pages import Pages
from starlore.attention.schemes import (
    Blocks,
    Both,
    Causal,
    Dilated,
    Either,
    Full,
    Global,
    Random,
    Scheme,
    Strided,
    Window,
    check_scheme,
    parse_scheme,
)
from starlore.attention.schemes.reach import Reach, union_sizes

lawful = settings(
    derandomize=True, deadline=None, max_examples=60, database=None, report_multiple_bugs=False
)
unshrunk = settings(lawful, phases=[Phase.generate])

few = st.integers(0, 6)
some = st.integers(1, 6)
aligns = st.one_of(st.sampled_from(["start", "end"]), st.integers(-6, 6))
leaves: st.SearchStrategy[Scheme] = st.one_of(
    st.just(Full()),
    st.builds(Causal, aligns),
    st.builds(Window, st.none() | few, st.none() | few, aligns),
    st.builds(Dilated, few, some, few, aligns),
    st.builds(Blocks, some, st.none(), aligns),
    st.builds(Global, st.sets(st.integers(0, 12)), st.booleans(), st.booleans(), aligns),
    st.builds(Strided, some, aligns),
    st.builds(Random, st.integers(0, 3), some, st.integers(0, 2**64 - 1), aligns),
)
schemes = st.recursive(
    leaves,
    lambda inner: st.builds(Both, inner, inner) | st.builds(Either, inner, inner),
    max_leaves=4,
)
lengths = st.tuples(st.integers(0, 12), st.integers(0, 12))


def holds_contract(scheme: Scheme, size: tuple[int, int]) -> None:
    assert check_scheme(scheme, [size], (1, 3, 5)) == ()


@lawful
@given(schemes, lengths)
def test_tile_mask_and_count_agree(scheme: Scheme, size: tuple[int, int]) -> None:
    holds_contract(scheme, size)


class OneTooMany(Window):
    """A window that counts itself twice: the classic fault of one."""

    def count(self, n_q: int, n_k: int) -> int:
        return super().count(n_q, n_k) + min(n_q, n_k)


class Eager(Both):
    """Calls a tile whole if one of the two does."""

    def tile(self, rows: range, keys: range):  # type: ignore[no-untyped-def]
        first = self.first.tile(rows, keys)
        return first if first == "whole" else super().tile(rows, keys)


class CountsTwice(Either):
    """Adds up what the two read, also where both do."""

    def count(self, n_q: int, n_k: int) -> int:
        return self.first.count(n_q, n_k) + self.second.count(n_q, n_k)


@pytest.mark.parametrize(
    "broken",
    [
        st.builds(OneTooMany, few, few, aligns),
        st.builds(Eager, leaves, leaves),
        st.builds(CountsTwice, leaves, leaves),
    ],
    ids=["one too many", "eager tiles", "counted twice"],
)
def test_a_broken_scheme_breaks_its_contract(broken: st.SearchStrategy[Scheme]) -> None:
    fails(lambda scheme, size: holds_contract(scheme, size), broken, lengths)


def fails(law: Callable[..., None], *drawn: st.SearchStrategy[Any]) -> None:
    """The law must fail for something drawn."""
    with pytest.raises(AssertionError):
        unshrunk(given(*drawn)(law))()


def join_is_of_sets(
    join_both: Callable[[Scheme, Scheme], Scheme],
    join_either: Callable[[Scheme, Scheme], Scheme],
    one: Scheme,
    two: Scheme,
    size: tuple[int, int],
) -> None:
    masks = [scheme.plan(*size).mask() for scheme in (one, two)]
    both, either = join_both(one, two).plan(*size), join_either(one, two).plan(*size)
    assert np.array_equal(both.mask(), masks[0] & masks[1])
    assert np.array_equal(either.mask(), masks[0] | masks[1])
    alone = one.plan(*size).comparisons + two.plan(*size).comparisons
    assert both.comparisons + either.comparisons == alone


@lawful
@given(schemes, schemes, lengths)
def test_and_is_what_both_read_or_what_either_reads(
    one: Scheme, two: Scheme, size: tuple[int, int]
) -> None:
    join_is_of_sets(Both, Either, one, two, size)


def test_joins_the_wrong_way_round_are_found_out() -> None:
    fails(lambda a, b, n: join_is_of_sets(Either, Both, a, b, n), leaves, leaves, lengths)


def reads_back(parse: Callable[[str], Scheme], scheme: Scheme) -> None:
    assert parse(str(scheme)) == scheme
    assert eval(repr(scheme)) == scheme and hash(parse(str(scheme))) == hash(scheme)


@lawful
@given(schemes)
def test_text_and_repr_read_back(scheme: Scheme) -> None:
    reads_back(parse_scheme, scheme)


def test_a_parser_without_brackets_is_found_out() -> None:
    def flat(text: str) -> Scheme:
        for name in ("| (", "& ("):
            if name in text:
                return parse_scheme(text.replace("(random", "random"))
        return parse_scheme(text) if "&" not in text else Full()

    fails(lambda scheme: reads_back(flat, scheme), schemes)


def moves_along(scheme_at: Callable[[int], Scheme], offset: int, n: int) -> None:
    """One place further on, row i reads what row i + 1 read before."""
    before, after = (scheme_at(o).at(n, n).mask(range(n), range(n)) for o in (offset, offset + 1))
    assert np.array_equal(before[1:], after[:-1])


placed: list[Callable[[int], Scheme]] = [
    Causal,
    lambda o: Window(2, 1, o),
    lambda o: Dilated(2, 3, 1, o),
    lambda o: Blocks(3, None, o),
    lambda o: Global([2, 5], align=o),
    lambda o: Strided(3, o),
    lambda o: Random(1, 2, 7, o),
]


@lawful
@given(st.sampled_from(placed), st.integers(-9, 9), st.integers(1, 12))
def test_only_the_place_of_a_query_matters(
    scheme_at: Callable[[int], Scheme], offset: int, n: int
) -> None:
    moves_along(scheme_at, offset, n)


def test_a_scheme_that_looks_at_the_row_instead_of_the_place_is_found_out() -> None:
    fails(
        lambda offset, n: moves_along(lambda o: Window(2, align=o) & Causal(0), offset, n),
        st.integers(-9, 9),
        st.integers(1, 12),
    )


reaches = st.tuples(st.integers(-20, 20), st.integers(-20, 40), st.integers(1, 7))


def together(count: Callable[[list[Reach]], int], drawn: list[tuple[int, int, int]]) -> None:
    held = set().union(*(range(low, high, step) for low, high, step in drawn))
    given_reaches = [Reach(np.array([low]), np.array([high]), s) for low, high, s in drawn]
    assert count(given_reaches) == len(held)
    if len(drawn) > 1:
        (low, high, step), (low2, high2, step2) = drawn[:2]
        shared = set(range(low, high, step)) & set(range(low2, high2, step2))
        assert int(given_reaches[0].meet(given_reaches[1]).sizes[0]) == len(shared)


@lawful
@given(st.lists(reaches, max_size=5))
def test_reaches_count_each_key_once(drawn: list[tuple[int, int, int]]) -> None:
    together(lambda given_reaches: int(union_sizes(given_reaches, 1)[0]), drawn)


def test_reaches_that_are_only_added_up_are_found_out() -> None:
    fails(
        lambda drawn: together(lambda held: sum(int(reach.sizes[0]) for reach in held), drawn),
        st.lists(reaches, max_size=5),
    )


numbers = st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.25, 1.0, 3.0])


@st.composite
def heads(draw: st.DrawFn) -> tuple[Array, Array, Array]:
    n_q, n_k, d = draw(st.integers(1, 6)), draw(st.integers(1, 24)), draw(st.integers(1, 4))
    shapes = ((n_q, d), (n_k, d), (n_k, 2))
    drawn = [
        draw(st.lists(numbers, min_size=a * b, max_size=a * b).map(np.array)).reshape(a, b)
        for a, b in shapes
    ]
    return drawn[0], drawn[1], drawn[2]


def pages_are_certified(head: tuple[Array, Array, Array], count: int, error: float) -> None:
    q, k, v = head
    every = explain(q, k, v, Causal("end"))
    exact = TopK(count, Causal("end"), "pages", page=3).choose(q, k, v)
    early = TopK(count, Causal("end"), "pages", page=3, error=error).choose(q, k, v)
    assert np.array_equal(exact.keys, TopK(count, Causal("end")).choose(q, k, v).keys)
    for choice in (exact, early):
        away = np.abs(blend_chosen(q, k, v, choice)[0] - every.output).max(axis=1)
        assert choice.error_bound is not None
        assert (away <= choice.error_bound + 1e-13).all()
        assert (away[choice.error_bound <= error] <= error + 1e-13).all()


@lawful
@given(heads(), st.integers(1, 6), st.sampled_from([1e-3, 0.1, 1.0]))
def test_pages_give_the_keys_of_a_scan_and_never_pass_their_bound(
    head: tuple[Array, Array, Array], count: int, error: float
) -> None:
    pages_are_certified(head, count, error)


def test_bounds_of_the_mean_key_of_a_page_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_the_middle(self: Pages, q: Array, scale: float) -> Array:
        middle: Array = scale * (q @ ((self.least + self.greatest) / 2).T)
        return middle

    monkeypatch.setattr(Pages, "bounds", of_the_middle)
    fails(pages_are_certified, heads(), st.integers(1, 6), st.sampled_from([1e-3, 0.1, 1.0]))
