"""The lesson on softmax: its worked example, its samples, its laws, and that its words fill."""

from decimal import Decimal
from itertools import pairwise

import pytest

from starlore.questions import Figure
from starlore.questions.laws import check_question
from tests.courses.written import Sample, Written

SOFTMAX = Written("softmax")
BESIDES = r"^## hint \d$|\^\d"
"""The heads of hints, and exponents."""

SAMPLES: tuple[Sample, ...] = (
    (
        "top-weight",
        {"scores": (3, 2, 1)},
        "0.67",
        {"share-of-total": "0.50", "wrong-base": "0.57", "winner-takes-all": "1.00"},
    ),
    (
        "gap-to-ratio",
        {"gap": Decimal("2.5"), "lower": 10},
        "12.18",
        {"gap-is-ratio": "2.50", "wrong-base": "5.66", "share-of-total": "1.25"},
    ),
    (
        "shift",
        {"scores": (3, 0, 1), "added": 16},
        "0.84",
        {"share-of-total": "0.37", "only-top-moved": "1.00", "plain-average": "0.33"},
    ),
    (
        "double-scores",
        {"scores": (2, 3, 1)},
        "0.87",
        {"scale-blind": "0.67", "doubles-the-weight": "1.00", "share-of-total": "0.50"},
    ),
    (
        "temperature",
        {"scores": (2, 4, 3), "T": Decimal("0.5")},
        "0.87",
        {"temp-backwards": "0.51", "scale-blind": "0.67", "scales-the-weight": "0.33"},
    ),
    (
        "two-way",
        {"gap": Decimal("0.5"), "power": Figure(Decimal("1.649"), places=3)},
        "0.622",
        {"gap-is-ratio": "0.333", "ratio-not-share": "0.393", "wrong-base": "0.586"},
    ),
    (
        "gap-for-ratio",
        {"k": 59},
        "4.08",
        {"gap-is-ratio": "59.00", "wrong-base": "5.88", "ten-base": "1.77"},
    ),
    (
        "negative-score",
        {"a": Decimal(3), "b": Decimal(1), "places": (Decimal(3), Decimal(0), Decimal(-1))},
        "0.017",
        {"neg-is-zero": "0.000", "neg-weight": "-0.250", "drops-signs": "0.250"},
    ),
)

FACTS = (
    "Take the scores 3, 1, 0. - $e^{ 3 }$ is about 20.086 - $e^{ 1 }$ is about 2.718 "
    "- $e^{ 0 }$ is exactly 1 Added before rounding, that is 23.804.",
    "The weights are 0.844, 0.114, 0.042",
    "Divide the scores by their own sum, 4, and you get 0.75, 0.25, 0.00",
    "The first score stands 2 above the second",
    "Dividing 3 by 1 would say 3 times. It is $e^{ 2 }$, about 7.39 times",
    "Add 10 to every score: 13, 11, 10",
    "about 22,026 times as large",
    "The weights are 0.844, 0.114, 0.042, as before. Only gaps count",
    "you have 0, −2, −3, with the same weights",
    "$e^{ 4 }$ is about 54.6: the old ratio, 7.39, times itself",
    "At temperature 2 the scores are 1.5, 0.5, 0, and the weights 0.629, 0.231, 0.140: flatter",
    "At temperature 0.5 the scores are 6, 2, 0, and the weights 0.980, 0.018, 0.002: sharper",
    "For a weight 100 times another",
    "here it is about 4.61. For 10 times it is 2.30; for 1,000 times, 6.91",
    "For a gap of 0 it is 0.500, for 1 it is 0.731, for 2 0.881, for 4 0.982",
    "$e^{ -3 }$ is one divided by 20.086, about 0.050. The weights are 0.879, 0.119, 0.002",
    "gaps become ratios, and every weight is positive.",
)

ACCEPTED = {
    "top-weight": 0.85,
    "gap-to-ratio": 0.9,
    "shift": 1,
    "double-scores": 0.8,
    "temperature": 1,
    "two-way": 0.75,
    "gap-for-ratio": 1,
    "negative-score": 0.85,
}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample[0])
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(sample: Sample) -> None:
    star, values, solution, wrong = sample
    assert SOFTMAX.answers(star, values) == (solution, wrong)


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in SOFTMAX.reading()


@pytest.mark.parametrize(("star", "least"), ACCEPTED.items())
def test_about_as_many_draws_are_accepted_as_were_counted_on(star: str, least: float) -> None:
    assert SOFTMAX.accepted(star, 200) >= least


@pytest.mark.parametrize("star", ACCEPTED)
def test_every_question_keeps_its_laws(star: str) -> None:
    assert check_question(SOFTMAX.questions[star], range(200)) == ()


@pytest.mark.parametrize("star", ACCEPTED)
def test_all_words_of_a_question_can_be_filled_from_what_is_known_by_then(star: str) -> None:
    for seed in range(5):
        foreseen, explained, headed = SOFTMAX.fill_question(star, seed)
        assert foreseen == explained == headed


def test_every_star_has_its_question() -> None:
    assert SOFTMAX.stars == set(SOFTMAX.questions) == set(ACCEPTED)


def test_no_digit_is_typed_by_hand_below_the_head() -> None:
    assert SOFTMAX.typed_by_hand(BESIDES) == []


def test_a_digit_typed_by_hand_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "---\nid: x\n---\nThe weight is 0.84, $e^3$ and {{ n }}.\n"
    monkeypatch.setattr("pathlib.Path.read_text", lambda *_, **__: text)
    assert SOFTMAX.typed_by_hand(BESIDES) == ["The weight is 0.84, $e$ and ."]


def test_a_weight_scaled_by_the_temperature_stays_a_share() -> None:
    for heat in (Decimal("0.5"), Decimal(2), Decimal(4)):
        _, wrong = SOFTMAX.answers("temperature", {"scores": (0, 4, 2), "T": heat})
        *_, scaled = wrong.values()
        assert 0 < Decimal(scaled) < 1


def test_the_stars_stand_on_a_rising_curve() -> None:
    places = sorted(star.at for star in SOFTMAX.lesson.plan.stars.values())
    slopes = [(before[1] - after[1]) / (after[0] - before[0]) for before, after in pairwise(places)]
    assert slopes == sorted(slopes)
