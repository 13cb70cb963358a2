"""The beam: amounts become weights that add to one, and the blend stays inside."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlore.errors import LessonError, Refused
from starlore.lessons.pictures import is_live, turned
from starlore.lessons.pictures.beam import Beam, beam

DATA = {"values": (10, 4, 1), "amounts": (5, 3, 2)}


def hung(**query: str) -> Beam:
    made = turned(beam(DATA), {name.replace("_", "."): text for name, text in query.items()})
    assert isinstance(made, Beam)
    return made


def blend_of(made: Beam) -> str:
    assert made.line.pivot is not None
    return made.line.pivot.printed


def test_the_beam_of_the_lesson_balances_where_its_blend_lies() -> None:
    made = beam(DATA)
    assert is_live(made)
    assert [weight.printed for weight in made.line.weights] == ["0.50", "0.30", "0.20"]
    assert [part.printed for part in made.parts] == ["5.00", "1.20", "0.20"]
    assert (blend_of(made), made.plain.printed) == ("6.40", "5.00")
    assert (made.line.least, made.line.most) == (0, 11)


def test_its_dials_are_an_amount_and_a_value_for_each_place() -> None:
    names = [dial.name for dial in beam(DATA).dials]
    assert names == ["amount.0", "value.0", "amount.1", "value.1", "amount.2", "value.2"]
    assert {(dial.least, dial.most) for dial in beam(DATA).dials} == {
        (Decimal(0), Decimal(10)),
        (Decimal(0), Decimal(11)),
    }


def test_all_of_the_amount_at_one_value_puts_the_blend_there() -> None:
    assert blend_of(hung(amount_0="0", amount_2="0")) == "4.00"


def test_where_nothing_hangs_there_is_no_blend() -> None:
    made = hung(amount_0="0", amount_1="0", amount_2="0")
    assert (made.line.weights, made.line.pivot, made.parts) == ((), None, ())


def test_printed_weights_may_miss_one_while_the_true_ones_do_not() -> None:
    made = hung(amount_0="1", amount_1="1", amount_2="1")
    assert made.printed_sum.printed == "0.99"
    assert sum(Fraction(weight.value) for weight in made.line.weights) == 1


AMOUNT, VALUE = st.integers(0, 10), st.integers(0, 11)


@given(st.tuples(AMOUNT, AMOUNT, AMOUNT), st.tuples(VALUE, VALUE, VALUE))
def test_weights_add_to_one_and_the_blend_stays_inside(
    amounts: tuple[int, ...], values: tuple[int, ...]
) -> None:
    at = {f"amount.{i}": str(amount) for i, amount in enumerate(amounts)}
    made = turned(beam(DATA), at | {f"value.{i}": str(value) for i, value in enumerate(values)})
    assert isinstance(made, Beam)
    if not any(amounts):
        assert made.line.pivot is None
        return
    assert made.line.pivot is not None
    assert sum(Fraction(weight.value) for weight in made.line.weights) == 1
    hanging = [value for value, amount in zip(values, amounts, strict=True) if amount]
    assert min(hanging) <= made.line.pivot.value <= max(hanging)


def test_an_amount_beyond_its_dial_is_refused() -> None:
    with pytest.raises(Refused):
        hung(amount_0="11")


@pytest.mark.parametrize(
    "data",
    [
        {"values": (1,), "amounts": (1,)},
        {"values": (1, 2, 3, 4, 5), "amounts": (1, 2, 3, 4, 5)},
        {"values": (1, 2), "amounts": (1, 2, 3)},
        {"values": (1, 2), "amounts": (0, 0)},
        {"values": (1, 2), "amounts": (-1, 2)},
        {"values": (1, 2), "amounts": (11, 2)},
        {"values": (1, 90), "amounts": (1, 2)},
    ],
)
def test_a_beam_that_cannot_hang_is_refused(data: object) -> None:
    with pytest.raises(LessonError, match="beam"):
        beam(data)
