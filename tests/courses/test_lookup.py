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
from starlore.questions.draw import FixedDraw, draw_variant
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

SAMPLE_ROWS = {
    "row-0": (1, 0, 3, 0, 1),
    "row-1": (0, 2, 0, 3, 0),
    "row-2": (0, 3, 3, 2, 0),
    "row-3": (3, 1, 1, 2, 0),
    "row-4": (1, 0, 0, 0, 0),
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
            **SAMPLE_ROWS,
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
    for row, printed in zip(SAMPLE_ROWS.values(), SAMPLE_WEIGHTS, strict=True):
        assert tuple(Figure(weight, places=2).printed for weight in weigh(row)) == printed


def test_what_a_state_has_left_is_shown_in_the_right_option() -> None:
    values = {"w": 3, "a": Decimal("0.8"), "D": 15}
    variant = QUESTIONS["lookup.who-can-see-it"].vary(FixedDraw(values))
    (prose,) = TEXT.questions["who-can-see-it"].options["right"].pieces
    assert isinstance(prose, Prose)
    shown = fill(prose.text, open_scope(LESSON, variant), "en", marks=False)
    assert "State: 0.035 of it, mixed with all that came since." in shown


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
