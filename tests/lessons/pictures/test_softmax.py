"""Softmax as a picture: what its dials do to powers and weights."""

from decimal import Decimal

import pytest

from starlore.errors import LessonError, Refused
from starlore.lessons.pictures import turned
from starlore.lessons.pictures.softmax import Softmax, softmax


def steps(**query: str) -> Softmax:
    made = turned(softmax([3, 1, 0]), {at.replace("_", "."): text for at, text in query.items()})
    assert isinstance(made, Softmax)
    return made


def weights(made: Softmax) -> list[str]:
    return [weight.printed for weight in made.weights.weights]


def test_scores_become_powers_and_powers_become_weights() -> None:
    made = steps()
    assert [power.printed for power in made.powers] == ["20.086", "2.718", "1.000"]
    assert (made.total.printed, weights(made)) == ("23.804", ["0.844", "0.114", "0.042"])
    assert (made.gap.printed, made.ratio.printed) == ("2", "7.39")


def test_turned_to_where_it_began_it_is_the_same_picture() -> None:
    assert steps(score_0="3", lift="0", temperature="1") == softmax([3, 1, 0])


def test_lifting_every_score_moves_every_power_and_no_weight() -> None:
    made = steps(lift="10")
    assert [score.printed for score in made.scores] == ["13", "11", "10"]
    assert made.times.printed == "22026"
    assert made.weights == steps().weights


@pytest.mark.parametrize(
    ("temperature", "shares"),
    [("2", ["0.629", "0.231", "0.140"]), ("0.5", ["0.980", "0.018", "0.00243"])],
)
def test_a_temperature_divides_the_scores_first(temperature: str, shares: list[str]) -> None:
    assert weights(steps(temperature=temperature)) == shares


def test_the_lowest_score_still_gets_a_share_that_is_seen() -> None:
    made = steps(score_0="5", score_2="-5", temperature="0.5")
    assert all(Decimal(share) > 0 for share in weights(made))


def test_equal_scores_have_no_gap_and_equal_weights() -> None:
    made = steps(score_0="1")
    assert (made.gap.printed, made.ratio.printed) == ("0", "1.00")
    assert weights(made)[0] == weights(made)[1]


def test_a_temperature_of_nought_is_refused() -> None:
    with pytest.raises(Refused):
        steps(temperature="0")


@pytest.mark.parametrize("data", [[1], [1, 2, 3, 4, 5], [6, 0], "3", {"scores": [1, 2]}])
def test_what_its_dials_cannot_hold_is_refused(data: object) -> None:
    with pytest.raises(LessonError):
        softmax(data)
