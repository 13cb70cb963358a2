"""Laws of draws, windows and stored Variants; each with a broken version that fails it."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.questions import (
    AsPrinted,
    Between,
    Draw,
    Exact,
    Figure,
    Misconception,
    Variant,
    Within,
)
from starlore.questions.codec import from_json, to_json, variant_hash
from starlore.questions.grade import grade_numbers
from starlore.questions.laws import digest
from starlore.questions.model import Rule
from starlore.questions.window import asked_unit, window
from tests.laws.law import Law
from tests.questions.samples import COUNT, SHARES

ROOT = Path(__file__).resolve().parents[2]

finite = st.floats(allow_nan=False, allow_infinity=False)
numbers = st.one_of(
    st.integers(-(10**12), 10**12),
    st.decimals(-(10**6), 10**6, allow_nan=False, allow_infinity=False, places=5),
    st.fractions(-1000, 1000, max_denominator=500),
)
figures = st.one_of(
    st.builds(Figure, numbers, places=st.integers(0, 6)),
    st.builds(Figure, numbers, digits=st.integers(1, 8)),
    st.builds(Figure, numbers),
)
values = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.text(), finite, st.just(-0.0), numbers, figures),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text().filter(lambda name: not name.startswith("$")), inner, max_size=3),
    ),
    max_leaves=8,
)
names = st.lists(st.text("abcdef", min_size=1, max_size=3), unique=True, min_size=1, max_size=5)


class Chained(Draw):
    """A broken stream: each word hangs on how many draws came before."""

    def integer(self, name: str, lo: int, hi: int) -> int:
        text = f"{self.seed}|{len(self.drawn)}"
        word = int.from_bytes(sha256(text.encode()).digest()[:8], "big")
        self.drawn[name] = word
        return lo + word % (hi - lo + 1)


def values_hang_on_names_alone(kind: type[Draw], seed: int, order: list[str]) -> bool:
    """Whether turning the order round, and one draw more, leaves every value as it was."""
    there, back = kind(seed, "laws.order"), kind(seed, "laws.order")
    first = {name: there.integer(name, 0, 10**6) for name in order}
    back.integer("one more", 0, 9)
    return first == {name: back.integer(name, 0, 10**6) for name in reversed(order)}


@given(st.integers(0, 2**64 - 1), names)
@settings(derandomize=True, max_examples=100, deadline=None)
def test_the_order_of_draws_changes_no_value_c19(seed: int, order: list[str]) -> None:
    assert values_hang_on_names_alone(Draw, seed, order)


def test_a_chained_stream_fails_the_law_of_order() -> None:
    assert not values_hang_on_names_alone(Chained, 7, ["a", "b"])


class Overshooting(Draw):
    """A broken stream: the end of a range is one too far."""

    def integer(self, name: str, lo: int, hi: int) -> int:
        return super().integer(name, lo, hi + 1)


class Loaded(Draw):
    """A broken stream: words are folded onto too few outcomes, so that some come more often."""

    def integer(self, name: str, lo: int, hi: int) -> int:
        return lo + super().integer(name, 0, 7) % (hi - lo + 1)


def an_integer_lies_in_its_range(kind: type[Draw], seed: int, lo: int, span: int) -> None:
    assert lo <= kind(seed, "laws.range").integer("n", lo, lo + span) <= lo + span


def both_ends_of_a_range_are_drawn(kind: type[Draw], seed: int, lo: int) -> None:
    drawn = {kind(seed + k, "laws.ends").integer("n", lo, lo + 2) for k in range(60)}
    assert drawn == {lo, lo + 1, lo + 2}


class Short(Draw):
    """A broken stream: the end of a range is never drawn."""

    def integer(self, name: str, lo: int, hi: int) -> int:
        return super().integer(name, lo, max(lo, hi - 1))


def every_outcome_is_about_equally_likely(kind: type[Draw], outcomes: int) -> None:
    drawn = [kind(seed, "laws.even").integer("n", 1, outcomes) for seed in range(400 * outcomes)]
    assert all(330 < drawn.count(outcome) < 470 for outcome in range(1, outcomes + 1))


seeds = st.integers(0, 2**63)
DRAWS = (
    Law(
        an_integer_lies_in_its_range, Overshooting, (seeds, st.integers(-50, 50), st.integers(0, 9))
    ),
    Law(both_ends_of_a_range_are_drawn, Short, (seeds, st.integers(-50, 50)), examples=20),
    Law(every_outcome_is_about_equally_likely, Loaded, (st.sampled_from((3, 5)),), examples=2),
)


@pytest.mark.parametrize("law", DRAWS, ids=str)
def test_the_law_of_draws_holds(law: Law[type[Draw]]) -> None:
    law.holds_for(Draw)


@pytest.mark.parametrize("law", DRAWS, ids=str)
def test_a_broken_stream_fails_it(law: Law[type[Draw]]) -> None:
    with pytest.raises(AssertionError):
        law.fails()


Accepts = Callable[[Figure, Fraction], bool]


def in_window(figure: Figure, number: Fraction) -> bool:
    return number in window(figure, AsPrinted())


def near_the_exact_value_only(figure: Figure, number: Fraction) -> bool:
    """A broken rule: who goes on with the printed number is wrong."""
    return abs(number - Fraction(figure.value)) <= asked_unit(figure) / 2


def keeps_the_union_rule(figure: Figure, accepts: Accepts) -> bool:
    """Whether just what lies within half a unit of t, or of p, is right."""
    exact, shown = Fraction(figure.value), Fraction(figure.shown)
    half = asked_unit(figure) / 2
    tries = [middle + half * step / 4 for middle in (exact, shown) for step in range(-9, 10)]
    return all(
        accepts(figure, x) == (abs(x - exact) <= half or abs(x - shown) <= half) for x in tries
    )


@given(figures)
@settings(derandomize=True, max_examples=300, deadline=None)
def test_a_window_is_the_union_of_late_and_early_rounding(figure: Figure) -> None:
    assert keeps_the_union_rule(figure, in_window)


def test_grading_by_the_exact_value_alone_fails_the_union_rule() -> None:
    assert not keeps_the_union_rule(Figure(Decimal("2.347"), digits=3), near_the_exact_value_only)


GradeNumber = Callable[[Figure, Fraction], bool]


def is_right(figure: Figure, number: Fraction) -> bool:
    """Whether a typed number is graded right."""
    return grade_numbers(Variant({}, figure), [number]).correct


def only_as_printed(figure: Figure, number: Fraction) -> bool:
    """A broken grade: whoever rounded later, or not at all, is wrong."""
    return number == Fraction(figure.shown)


def the_printed_number_and_the_exact_one_are_right(grade: GradeNumber, figure: Figure) -> None:
    assert grade(figure, Fraction(figure.shown))
    assert grade(figure, Fraction(figure.value))


def a_number_a_whole_unit_away_is_wrong(grade: GradeNumber, figure: Figure) -> None:
    away = 2 * asked_unit(figure) or Fraction(1)
    assert not grade(figure, Fraction(figure.value) + away)
    assert not grade(figure, Fraction(figure.shown) - away)


GRADES = (
    Law(the_printed_number_and_the_exact_one_are_right, only_as_printed, (figures,), examples=300),
    Law(a_number_a_whole_unit_away_is_wrong, lambda *_: True, (figures,), examples=300),
)


@pytest.mark.parametrize("law", GRADES, ids=str)
def test_the_law_of_grading_holds(law: Law[GradeNumber]) -> None:
    law.holds_for(is_right)


@pytest.mark.parametrize("law", GRADES, ids=str)
def test_a_broken_grade_fails_it(law: Law[GradeNumber]) -> None:
    with pytest.raises(AssertionError):
        law.fails()


Write = Callable[[Variant], str]
rules = st.sampled_from((AsPrinted(), Exact(), Within("0.50"), Between("-1.0", "3.50")))


def exactly(value: object) -> object:
    """A value that tells 0 from -0.0, 1 from True and 0.840 from 0.84; maps have no order."""
    if isinstance(value, dict):
        return {name: exactly(part) for name, part in value.items()}
    return tuple(map(exactly, value)) if isinstance(value, tuple) else repr(value)


def every_variant_comes_back_as_it_was(
    write: Write,
    shown: dict[str, object],
    solution: Figure,
    wrong: Figure,
    rule: Rule,
    in_any_order: bool,
) -> None:
    wrongs = (Misconception("wrong", wrong),)
    variant = Variant(shown, solution, wrongs, rule=rule, in_any_order=in_any_order)  # type: ignore[arg-type]
    text = write(variant)
    back = from_json(text)
    assert back == variant
    assert exactly(back.given) == exactly(variant.given)
    assert write(back) == text
    assert variant_hash(write(back)) == variant_hash(text)


def without_trailing_zeros(variant: Variant) -> str:
    """A broken text: a decimal loses the zeros it was written with."""
    return re.sub(r'("\$dec":"-?\d+\.\d*?)0+"', r'\1"', to_json(variant))


def without_the_sign_of_zero(variant: Variant) -> str:
    """A broken text: zero loses its sign."""
    return to_json(variant).replace('"-0x0.0p+0"', '"0x0.0p+0"')


def without_the_rule(variant: Variant) -> str:
    """A broken text: how it is graded is forgotten."""
    return to_json(replace(variant, rule=AsPrinted(), in_any_order=False))


stored = (st.dictionaries(st.text("xyz"), values, max_size=4), figures, figures, rules)
STORING = tuple(
    Law(every_variant_comes_back_as_it_was, broken, (*stored, st.booleans()), examples=300)
    for broken in (without_trailing_zeros, without_the_sign_of_zero, without_the_rule)
)


def test_the_law_of_storing_holds() -> None:
    STORING[0].holds_for(to_json)


@pytest.mark.parametrize("law", STORING, ids=lambda law: law.broken.__name__)
def test_a_text_that_forgets_fails_the_law_of_storing(law: Law[Write]) -> None:
    with pytest.raises(AssertionError):
        law.fails()


DIGESTS = (
    "from tests.questions.samples import COUNT, SHARES;"
    "from starlore.questions.laws import digest;"
    "print(digest(COUNT, range(40)), digest(SHARES, range(40)))"
)
SALTED = "print(hash('a text'))"


def outcomes(program: str) -> set[str]:
    """What a program prints in two processes whose hashes are salted differently."""
    return {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for salt in ("1", "2")
    }


@pytest.mark.parametrize("same", [True, False], ids=["digests", "salted hashes"])
def test_two_processes_draw_the_same_variants(same: bool) -> None:
    if same:
        here = f"{digest(COUNT, range(40))} {digest(SHARES, range(40))}"
        assert outcomes(DIGESTS) == {here}
    else:
        assert len(outcomes(SALTED)) == 2
