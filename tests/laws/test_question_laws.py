"""Laws of draws, windows and stored Variants; each with a broken version that fails it."""

import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.questions import AsPrinted, Draw, Figure, Misconception, Variant
from starlore.questions.codec import from_json, to_json
from starlore.questions.grade import grade_numbers
from starlore.questions.laws import digest
from starlore.questions.window import asked_unit, window
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
    st.one_of(st.booleans(), st.integers(), st.text(), finite, numbers, figures),
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


@given(st.integers(0, 2**64 - 1), st.integers(-50, 50), st.integers(0, 60))
@settings(derandomize=True, max_examples=100, deadline=None)
def test_an_integer_lies_in_its_range(seed: int, lo: int, span: int) -> None:
    assert lo <= Draw(seed, "laws.range").integer("n", lo, lo + span) <= lo + span


def test_every_outcome_is_about_equally_likely() -> None:
    drawn = [Draw(seed, "laws.even").integer("n", 0, 4) for seed in range(2000)]
    assert all(330 < drawn.count(outcome) < 470 for outcome in range(5))


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


@given(figures)
@settings(derandomize=True, max_examples=300, deadline=None)
def test_the_printed_number_and_the_exact_one_are_right(figure: Figure) -> None:
    variant = Variant({}, figure)
    assert grade_numbers(variant, [figure.shown]).correct
    assert grade_numbers(variant, [Fraction(figure.value)]).correct


def comes_back(variant: Variant, write: Callable[[Variant], str]) -> bool:
    """Whether a Variant and its text survive being stored."""
    text = write(variant)
    back = from_json(text)
    return back == variant and write(back) == text and repr(back) == repr(variant)


@given(st.dictionaries(st.text("xyz"), values, max_size=4), figures, figures)
@settings(derandomize=True, max_examples=200, deadline=None)
def test_every_variant_comes_back_with_the_same_text(
    shown: dict[str, object], solution: Figure, wrong: Figure
) -> None:
    variant = Variant(dict(sorted(shown.items())), solution, (Misconception("wrong", wrong),))  # type: ignore[arg-type]
    assert from_json(to_json(variant)) == variant
    assert to_json(from_json(to_json(variant))) == to_json(variant)


def test_a_text_that_rounds_fails_the_law_of_storing() -> None:
    variant = Variant({"cut": Decimal("0.840")}, Figure(1))
    assert comes_back(variant, to_json)
    assert not comes_back(variant, lambda one: to_json(one).replace("0.840", "0.84"))


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
