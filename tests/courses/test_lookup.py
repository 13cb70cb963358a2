"""The seed lesson: its samples, its laws, its trio, and that all its words can be filled."""

from decimal import Decimal

import pytest

from starlore.lessons.load import load_course
from starlore.lessons.scope import reading_scope
from starlore.questions import Figure
from starlore.questions.laws import check_question
from tests.courses.written import Sample, Written
from tests.real_course import COURSE

LOOKUP = Written("lookup")

SAMPLE_ROWS = (
    (1, 0, 3, 0, 1),
    (0, 2, 0, 3, 0),
    (0, 3, 3, 2, 0),
    (3, 1, 1, 2, 0),
    (1, 0, 0, 0, 0),
)
SAMPLE_SCORES = {
    f"score-{row}-{place}": score
    for row, scores in enumerate(SAMPLE_ROWS)
    for place, score in enumerate(scores)
}
SAMPLE_WEIGHTS = (
    ("0.10", "0.04", "0.73", "0.04", "0.10"),
    ("0.03", "0.24", "0.03", "0.66", "0.03"),
    ("0.02", "0.41", "0.41", "0.15", "0.02"),
    ("0.59", "0.08", "0.08", "0.22", "0.03"),
    ("0.40", "0.15", "0.15", "0.15", "0.15"),
)

SAMPLES: tuple[Sample, ...] = (
    (
        "three-shares",
        {"scores": (Decimal(2), Decimal("2.5"), Decimal(4))},
        "(0.10, 0.16, 0.74)",
        {
            "share-of-total": "(0.24, 0.29, 0.47)",
            "wrong-base": "(0.16, 0.22, 0.62)",
            "winner-takes-all": "(0.00, 0.00, 1.00)",
        },
    ),
    (
        "hardly-a-choice",
        {"epsilon": Decimal("0.02"), "n": 5, "place": 0},
        "0.20",
        {"share-of-total": "1.00", "scores-as-weights": "0.02", "winner-and-rest": "0.50"},
    ),
    (
        "the-whole-head",
        {"q": 3, "k": (-1, 2, 1), "v": (14, 18, 6)},
        "17.4",
        {"keys-blended": "2.0", "winner-takes-all": "18.0", "plain-average": "12.7"},
    ),
    (
        "read-the-head",
        {
            "sentence": 0,
            "asker": 3,
            "weights": tuple(
                tuple(Figure(Decimal(cell), places=2) for cell in row) for row in SAMPLE_WEIGHTS
            ),
            **SAMPLE_SCORES,
        },
        "she",
        {"reads-the-column": "read", "self-first": "letter", "most-read-overall": "his"},
    ),
    (
        "who-can-see-it",
        {"w": 3, "a": Decimal("0.8"), "D": 15},
        "right",
        {name: name for name in ("window-sees-all", "state-remembers-all", "far-is-weak")},
    ),
    (
        "what-is-carried",
        {"d": 64, "n": 1000},
        "2000",
        {"keys-only": "1000", "state-grows": "2", "all-pairs": "1000000"},
    ),
    (
        "count-the-comparisons",
        {"n": 4, "N": 8},
        "64",
        {"linear-n": "32", "pairs-once": "28", "adds-it": "24"},
    ),
    (
        "what-it-rules-out",
        {"C": 592900, "w": 4},
        "770",
        {"linear-n": "592900", "halves": "296450", "sparse-is-full": "65877"},
    ),
    (
        "first-light",
        {},
        "0.84",
        {"share-of-total": "0.75", "wrong-base": "0.73", "winner-takes-all": "1.00"},
    ),
)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample[0])
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(sample: Sample) -> None:
    star, values, solution, wrong = sample
    assert LOOKUP.answers(star, values) == (solution, wrong)


def test_the_sample_weights_are_the_softmax_of_its_scores() -> None:
    weigh = LOOKUP.module("questions")._weights
    for row, printed in zip(SAMPLE_ROWS, SAMPLE_WEIGHTS, strict=True):
        assert tuple(Figure(weight, places=2).printed for weight in weigh(row)) == printed


ACCEPTED = {
    "three-shares": (1.0, 1.0),  # its scores are drawn all different to begin with
    "hardly-a-choice": (1.0, 1.0),
    "the-whole-head": (0.30, 0.45),
    "read-the-head": (0.05, 0.13),
    "who-can-see-it": (1.0, 1.0),
    "what-is-carried": (1.0, 1.0),
    "count-the-comparisons": (0.96, 1.0),
    "what-it-rules-out": (0.94, 1.0),
}


@pytest.mark.parametrize(("star", "between"), ACCEPTED.items())
def test_about_as_many_draws_are_accepted_as_were_counted_on(
    star: str, between: tuple[float, float]
) -> None:
    assert between[0] <= LOOKUP.accepted(star) <= between[1]


def test_what_a_state_has_left_is_shown_in_the_right_option() -> None:
    values = {"w": 3, "a": Decimal("0.8"), "D": 15}
    shown = LOOKUP.option("who-can-see-it", values, "right")
    assert "State: 0.035 of what it left there, mixed with all that came since." in shown


def test_no_option_of_who_can_see_it_gives_itself_away_by_its_length() -> None:
    values = {"w": 3, "a": Decimal("0.8"), "D": 15}
    names = ("right", "window-sees-all", "state-remembers-all", "far-is-weak")
    lengths = [len(LOOKUP.option("who-can-see-it", values, name)) for name in names]
    assert max(lengths) <= 1.1 * min(lengths)
    assert lengths[0] < max(lengths[1:])


def test_the_first_question_says_by_what_rule_the_shares_are_made() -> None:
    stem = str(LOOKUP.lesson.text("en").questions["first-light"].stem)
    assert "in proportion to e" in stem


@pytest.mark.parametrize("star", sorted(LOOKUP.questions))
def test_every_question_keeps_its_laws(star: str) -> None:
    assert check_question(LOOKUP.questions[star], range(200)) == ()


def test_the_trio_is_the_table_to_five_digits() -> None:
    numbers = LOOKUP.module("numbers").numbers()
    assert numbers["trio"] == {
        "signs": ("sun", "moon", "comet"),
        "q": ((2, 1), (1, 2), (1, 1)),
        "k": ((1, 1), (1, -1), (-1, 2)),
        "v": ((10, 0), (0, 10), (5, 5)),
    }
    table = {
        sign: [
            [figure.printed for figure in numbers[sign][name]]
            for name in ("scores", "weights_long", "output_long")
        ]
        + [numbers[sign]["printed_sum"].printed]
        for sign in ("sun", "moon", "comet")
    }
    assert table == {
        "sun": [["3", "1", "0"], ["0.84379", "0.11420", "0.04201"], ["8.648", "1.352"], "0.99"],
        "moon": [["3", "-1", "3"], ["0.49546", "0.00907", "0.49546"], ["7.432", "2.568"], "1.01"],
        "comet": [["2", "0", "1"], ["0.66524", "0.09003", "0.24473"], ["7.876", "2.124"], "1.00"],
    }


def test_the_course_has_seventeen_lessons_and_no_fault() -> None:
    course = load_course(COURSE)
    assert course.diagnostics == ()
    assert len(course.nodes) == 17
    assert course.first_question in LOOKUP.lesson.questions


def test_no_digit_is_typed_by_hand_below_the_head() -> None:
    assert LOOKUP.typed_by_hand() == []


def test_every_sentence_has_five_different_words() -> None:
    assert len(LOOKUP.text.sentences) == LOOKUP.module("questions").SENTENCES
    assert all(len(set(sentence)) == len(sentence) == 5 for sentence in LOOKUP.text.sentences)


def test_all_words_of_the_reading_can_be_filled() -> None:
    for part in (LOOKUP.text.introduction, LOOKUP.text.read, LOOKUP.text.closing):
        assert not part.is_empty
        LOOKUP.fill(part, reading_scope(LOOKUP.lesson))


FACTS = (
    "scores a query against every key in the sequence, turns the scores into weights, and returns "
    "a blend of the matching values",
    "Nothing about distance is fixed in advance, so a place can read from anywhere",
    "The price is a comparison against everything",
    "Each makes three short vectors from its own input: a **query**",
    "Its query (2, 1) is laid against every key, its own included",
    "the key of ☉ is (1, 1): $2 + 1 = 3$",
    "the key of ☾ is (1, −1): $2 + (-1) = 1$",
    "the key of ☄ is (−1, 2): $-2 + 2 = 0$",
    "$e^{ 3 }$ is about 20.09, $e^{ 1 }$ is about 2.72, and $e^{ 0 }$ is exactly 1",
    "Added before rounding, they make 23.80",
    "gives 0.844, 0.114, 0.042",
    "All the numbers become positive and add to one",
    "gaps are stretched: the first word had 3 points against 1, and now has 7.4 times the weight",
    "A score far above every other takes most of the weight",
    "Scores of 0.01, 0, 0 become weights near 0.34, 0.33, 0.33: an almost even blend",
    "the weights for scores 3, 1, 0 are about 84, 11, 4. These add to 99 rather than 100",
    "0.84, 0.11, 0.04 seem to add to 0.99",
    "with 0.01; as printed they add to 1.01, again only by rounding",
    "The gaps are stretched, but every value still counts",
    "The output takes 0.84 of the first, 0.11 of the second and 0.04 of the third",
    "$8.438 + 0 + 0.210 \\approx 8.65$",
    "$0 + 1.142 + 0.210 \\approx 1.35$",
    "mostly the first value, but never only that",
    "find its top scorer. That is the place it reads from most",
    "It sees only neighbours",
    "squeezes the whole past into one vector",
    "Attention keeps what both of them lose",
    "It can read from anywhere",
    "Everything is compared with everything",
    "the cost grows with the square of the length",
    "A text of four words needs 16 comparisons",
    "Forty words need 1,600; forty thousand words need 1.6 billion",
    "Twice as long is 4 times the work",
    "rules out full attention over very long ones. That is why long inputs need sparser schemes",
    "Attention blends values by learned weights, reads from anywhere, and costs the square of the "
    "length.",
)


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in LOOKUP.reading()


@pytest.mark.parametrize("star", sorted(LOOKUP.questions))
def test_all_words_of_a_question_can_be_filled_from_what_is_known_by_then(star: str) -> None:
    for seed in range(5):
        foreseen, explained, headed = LOOKUP.fill_question(star, seed)
        assert foreseen == explained == headed
    assert len(LOOKUP.text.questions[star].hints) == 2
