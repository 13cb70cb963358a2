"""The seed lesson: its samples, its laws, its trio, and that all its words can be filled."""

import importlib.util
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from starlore.lessons.fill import fill
from starlore.lessons.load import load_course
from starlore.lessons.model import Prose
from starlore.lessons.scope import answered_scope, hint_scope, open_scope, reading_scope
from starlore.questions import Figure, Place, Question, Text
from starlore.questions.draw import Draw, FixedDraw, draw_variant, unfairness, vary
from starlore.questions.laws import check_question
from starlore.questions.model import Solution

COURSE = Path(__file__).parents[2] / "courses" / "reading-the-past"


def _module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(
        f"lookup_{name}", COURSE / "lookup" / f"{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


QUESTIONS: dict[str, Question] = {one.id: one for one in _module("questions").QUESTIONS}
LESSON = load_course(COURSE).lessons["lookup"]
TEXT = LESSON.text("en")

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

SAMPLES: tuple[tuple[str, Mapping[str, object], str, Mapping[str, str]], ...] = (
    (
        "lookup.three-shares",
        {"scores": (Decimal(2), Decimal("2.5"), Decimal(4))},
        "(0.10, 0.16, 0.74)",
        {
            "share-of-total": "(0.24, 0.29, 0.47)",
            "wrong-base": "(0.16, 0.22, 0.62)",
            "winner-takes-all": "(0.00, 0.00, 1.00)",
        },
    ),
    (
        "lookup.hardly-a-choice",
        {"epsilon": Decimal("0.02"), "n": 5, "place": 0},
        "0.20",
        {"share-of-total": "1.00", "scores-as-weights": "0.02", "winner-and-rest": "0.50"},
    ),
    (
        "lookup.the-whole-head",
        {"q": 3, "k": (-1, 2, 1), "v": (14, 18, 6)},
        "17.4",
        {"keys-blended": "2.0", "winner-takes-all": "18.0", "plain-average": "12.7"},
    ),
    (
        "lookup.read-the-head",
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
        "lookup.who-can-see-it",
        {"w": 3, "a": Decimal("0.8"), "D": 15},
        "right",
        {name: name for name in ("window-sees-all", "state-remembers-all", "far-is-weak")},
    ),
    (
        "lookup.what-is-carried",
        {"d": 64, "n": 1000},
        "2000",
        {"keys-only": "1000", "state-grows": "2", "all-pairs": "1000000"},
    ),
    (
        "lookup.count-the-comparisons",
        {"n": 4, "N": 8},
        "64",
        {"linear-n": "32", "pairs-once": "28", "adds-it": "24"},
    ),
    (
        "lookup.what-it-rules-out",
        {"C": 592900, "w": 4},
        "770",
        {"linear-n": "592900", "halves": "296450", "sparse-is-full": "65877"},
    ),
    (
        "lookup.first-light",
        {},
        "0.84",
        {"share-of-total": "0.75", "wrong-base": "0.73", "winner-takes-all": "1.00"},
    ),
)


def _said(answer: Solution) -> str:
    """An answer as a learner of the first sentence reads it."""
    if isinstance(answer, Place):
        return TEXT.sentences[0][answer.index]
    if isinstance(answer, Text):
        return answer.name
    if isinstance(answer, Figure):
        return answer.printed
    return f"({', '.join(part.printed for part in answer)})"


@pytest.mark.parametrize(("name", "values", "solution", "wrong"), SAMPLES)
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(
    name: str, values: Mapping[str, object], solution: str, wrong: Mapping[str, str]
) -> None:
    variant = QUESTIONS[name].vary(FixedDraw(values))
    assert _said(variant.solution) == solution
    assert {one.name: _said(one.answer) for one in variant.misconceptions} == wrong
    assert variant.accept


def test_the_sample_weights_are_the_softmax_of_its_scores() -> None:
    weigh = _module("questions")._weights
    for row, printed in zip(SAMPLE_ROWS, SAMPLE_WEIGHTS, strict=True):
        assert tuple(Figure(weight, places=2).printed for weight in weigh(row)) == printed


ACCEPTED = {
    "lookup.three-shares": (1.0, 1.0),  # its scores are drawn all different to begin with
    "lookup.hardly-a-choice": (1.0, 1.0),
    "lookup.the-whole-head": (0.30, 0.45),
    "lookup.read-the-head": (0.05, 0.13),
    "lookup.who-can-see-it": (1.0, 1.0),
    "lookup.what-is-carried": (1.0, 1.0),
    "lookup.count-the-comparisons": (0.96, 1.0),
    "lookup.what-it-rules-out": (0.94, 1.0),
}


@pytest.mark.parametrize(("name", "between"), ACCEPTED.items())
def test_about_as_many_draws_are_accepted_as_were_counted_on(
    name: str, between: tuple[float, float]
) -> None:
    question = QUESTIONS[name]
    tried = [vary(question, Draw(seed, question.group)) for seed in range(400)]
    share = sum(not unfairness(question, variant) for variant in tried) / len(tried)
    assert between[0] <= share <= between[1]


def test_what_a_state_has_left_is_shown_in_the_right_option() -> None:
    values = {"w": 3, "a": Decimal("0.8"), "D": 15}
    variant = QUESTIONS["lookup.who-can-see-it"].vary(FixedDraw(values))
    (prose,) = TEXT.questions["who-can-see-it"].options["right"].pieces
    assert isinstance(prose, Prose)
    shown = fill(prose.text, open_scope(LESSON, variant), "en", marks=False)
    assert "State: 0.035 of what it left there, mixed with all that came since." in shown


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_every_question_keeps_its_laws(name: str) -> None:
    assert check_question(QUESTIONS[name], range(200)) == ()


def test_the_trio_is_the_table_to_five_digits() -> None:
    numbers = _module("numbers").numbers()
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
    assert course.first_question in LESSON.questions


def test_no_digit_is_typed_by_hand_below_the_head() -> None:
    body = (COURSE / "lookup" / "lesson.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    prose = re.sub(r"\{\{.*?\}\}|^## hint \d$", "", body, flags=re.MULTILINE)
    assert [line for line in prose.splitlines() if re.search(r"\d", line)] == []


def test_every_sentence_has_five_different_words() -> None:
    assert len(TEXT.sentences) == _module("questions").SENTENCES
    assert all(len(set(sentence)) == len(sentence) == 5 for sentence in TEXT.sentences)


def _fill_passage(passage: Any, scope: Mapping[str, object]) -> None:
    for piece in passage.pieces:
        for field in ("text", "alt", "caption"):
            fill(getattr(piece, field, ""), scope, "en", TEXT.sentences)


def test_all_words_of_the_reading_can_be_filled() -> None:
    for part in (TEXT.introduction, TEXT.read, TEXT.closing):
        assert not part.is_empty
        _fill_passage(part, reading_scope(LESSON))


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


def _reading() -> str:
    """The prose of reading and closing as an English page prints it, in one line."""
    scope = reading_scope(LESSON)
    pieces = (*TEXT.read.pieces, *TEXT.closing.pieces)
    prose = (piece.text for piece in pieces if isinstance(piece, Prose))
    return " ".join(" ".join(fill(text, scope, "en", marks=False) for text in prose).split())


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in _reading()


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_all_words_of_a_question_can_be_filled_from_what_is_known_by_then(name: str) -> None:
    words = TEXT.questions[name.partition(".")[2]]
    for seed in range(5):
        variant = draw_variant(QUESTIONS[name], seed)
        for passage in (words.stem, words.answer, *words.options.values()):
            _fill_passage(passage, open_scope(LESSON, variant))
        for passage in words.hints:
            _fill_passage(passage, hint_scope(LESSON, variant))
        later = (words.worked, words.general, *words.wrong.values(), *words.headlines.values())
        for passage in later:
            _fill_passage(passage, answered_scope(LESSON, variant, variant.solution))
        foreseen = {one.name for one in variant.misconceptions}
        assert foreseen == set(words.wrong) == set(words.headlines)
        assert len(words.hints) == 2
