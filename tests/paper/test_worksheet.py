"""A worksheet: its numbers are the engine's, its pages are two and the answers, all of it text."""

import math
import re
from decimal import Decimal

import pytest

from starlore.figures import Figure
from starlore.lessons.model import Lesson
from starlore.lessons.off_screen import KEYS
from starlore.lessons.pictures import picture_of
from starlore.lessons.pictures.worktable import Worktable
from starlore.lessons.scope import exercise_scope
from starlore.paper.press import pages, pdf
from starlore.paper.worksheet import PAPERS, Leaf, sheet_source
from starlore.study.sheets import draw_sheet
from tests.real_course import real_course

LESSONS = tuple(real_course().lessons)


def leaf(slug: str, seed: int) -> Leaf:
    lesson = real_course().lessons[slug]
    return Leaf(draw_sheet(lesson, seed), lesson)


def source(
    slug: str, seed: int, paper: str = "a4", answers: bool = True, language: str = "en"
) -> str:
    return sheet_source([leaf(slug, seed)], language, paper, answers, key=False)


def tables(lesson: Lesson, drawn: dict[str, object]) -> dict[str, Worktable]:
    """The tables of an exercise, by the id of their figure."""
    off = lesson.text("en").off_screen
    assert off is not None
    scope = exercise_scope(lesson, drawn)
    found = {one.id: picture_of(one, scope) for one in off.under("exercise").pictures}
    return {id_: one for id_, one in found.items() if isinstance(one, Worktable)}


def numbers(table: Worktable) -> list[list[str]]:
    """The printed numbers of a table's cells, row by row."""
    return [
        [figure.printed for cell in row[1:] if not isinstance(cell, str) for figure in cell]
        for row in table.rows
    ]


@pytest.mark.parametrize("seed", [0, 1, 7, 1000, 99_999])
def test_the_head_worked_out_by_hand_is_the_engines(seed: int) -> None:
    """Every number of the lookup's tables, again by loops and exact sums."""
    one = leaf("lookup", seed)
    found = tables(one.lesson, dict(one.sheet.by_hand))
    q, k, v = ([row[at] for row in found["by-hand-vectors"].rows] for at in (1, 2, 3))
    vectors = [
        [[int(f.value) for f in cell if not isinstance(f, str)] for cell in x] for x in (q, k, v)
    ]
    scores = [
        [sum(a * b for a, b in zip(x, y, strict=True)) for y in vectors[1]] for x in vectors[0]
    ]
    assert numbers(found["by-hand-scores"]) == [[str(s) for s in row] for row in scores]
    powers = [[math.exp(s) for s in row] for row in scores]
    sums = [math.fsum(row) for row in powers]
    assert numbers(found["by-hand-sums"]) == [
        [Figure(p, places=2).printed for p in (*row, total)]
        for row, total in zip(powers, sums, strict=True)
    ]
    weights = [[p / total for p in row] for row, total in zip(powers, sums, strict=True)]
    outputs = [
        [math.fsum(w * x[part] for w, x in zip(row, vectors[2], strict=True)) for part in (0, 1)]
        for row in weights
    ]
    assert numbers(found["by-hand-weights"]) == [
        [*(Figure(w, places=2).printed for w in row), *(Figure(o, places=1).printed for o in out)]
        for row, out in zip(weights, outputs, strict=True)
    ]


@pytest.mark.parametrize("slug", LESSONS)
def test_every_number_of_the_answer_side_stands_in_its_place(slug: str) -> None:
    """What the exercise computed, and each solution as printed, are in the source."""
    one = leaf(slug, 31)
    text = source(slug, 31).replace("\u2212", "-").replace(",", "")
    for table in tables(one.lesson, dict(one.sheet.by_hand)).values():
        for row in numbers(table):
            assert all(f"{shown}" in text for shown in row), row
    for asked in one.sheet.asked:
        solution = asked.variant.solution
        figures = solution if isinstance(solution, tuple) else (solution,)
        assert all(f.printed in text for f in figures if isinstance(f, Figure))


@pytest.mark.parametrize("slug", LESSONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_sheet_has_a_front_a_back_and_answers(slug: str, paper: str) -> None:
    for seed in (2, 57):
        assert len(pages(source(slug, seed, paper, answers=False), ppi=10)) == 2
        assert 3 <= len(pages(source(slug, seed, paper), ppi=10)) <= 4


@pytest.mark.parametrize("slug", LESSONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_persian_sheet_has_a_front_and_a_back_too(slug: str, paper: str) -> None:
    made = source(slug, 2, paper, answers=False, language="fa")
    assert len(pages(made, ppi=10)) == 2
    assert "dir: rtl" in made


@pytest.mark.parametrize("slug", LESSONS)
def test_a_sheet_is_made_for_everybody_and_the_same_twice(slug: str) -> None:
    made = pdf(source(slug, 9))
    assert made == pdf(source(slug, 9))
    assert made != pdf(source(slug, 10))
    assert b"pdfuaid" in made


def test_the_front_and_the_back_tell_no_answer() -> None:
    shown = source("lookup", 9, answers=False)
    one = leaf("lookup", 9)
    carried = one.sheet.asked[5].variant.solution
    assert isinstance(carried, Figure)
    assert carried.printed not in re.sub(r"<svg.*?</svg>", "", shown).replace(",", "")
    assert "#solved(" not in shown


def test_a_class_gets_different_numbers_and_one_table_of_answers() -> None:
    leaves = [leaf("dot", seed) for seed in range(5)]
    text = sheet_source(leaves, "en", "a4", answers=False, key=True)
    assert len({one.code for one in leaves}) == 5
    assert all(text.count(f'"{one.code}"') >= 3 for one in leaves)
    key = text[text.index("#plain-head(") :]
    for one in leaves:
        row = key[key.index(one.code) :].split("\n")[0]
        scored = one.sheet.asked[0].variant.solution
        assert isinstance(scored, Figure)
        assert scored.printed.replace("-", "\u2212") in row
    assert len(pages(text, ppi=10)) == 11


def test_an_old_sheet_is_set_in_its_own_words() -> None:
    from starlore.lessons.keeping import kept_lesson

    one = leaf("lookup", 4)
    kept = kept_lesson("lookup", one.lesson.files, "en")
    text = sheet_source([Leaf(one.sheet, kept)], "en", "a4", answers=True, key=False)
    assert len(pages(text, ppi=10)) >= 3


@pytest.mark.parametrize("slug", LESSONS)
def test_every_activity_says_where_its_picture_stops(slug: str) -> None:
    off = real_course().lessons[slug].text("en").off_screen
    assert off is not None
    assert set(off.passages) <= set(KEYS)
    notice = off.under("notice").pieces[0]
    assert "Where the picture stops" in getattr(notice, "text", "")


def test_what_is_told_of_the_activities_by_hand_holds() -> None:
    """Sums of other lessons' tables, again by plain arithmetic."""
    for seed in range(20):
        one = leaf("average", seed)
        found = tables(one.lesson, dict(one.sheet.by_hand))
        piles = [[int(text) for text in row] for row in numbers(found["by-hand-piles"])]
        blend = sum(place * coins for place, coins in piles) / Decimal(10)
        assert Decimal(numbers(found["by-hand-blend"])[-1][1]) == blend
        one = leaf("state", seed)
        found = tables(one.lesson, dict(one.sheet.by_hand))
        ends = [Decimal(numbers(found[name])[-1][0]) for name in ("by-hand-steps", "by-hand-other")]
        assert ends[0] == ends[1]
        one = leaf("window", seed)
        found = tables(one.lesson, dict(one.sheet.by_hand))
        row, slot = (
            [int(text) for text in numbers(found[name])[0]]
            for name in ("by-hand-row", "by-hand-slot")
        )
        notes = [sum(w * row[at + i] for i, w in enumerate(slot)) for at in range(6)]
        assert [int(text) for text in numbers(found["by-hand-first"])[0]] == notes


def grey(colour: str) -> bool:
    """Whether a colour of three or six hexadecimal digits is a grey."""
    size = len(colour) // 3
    return len({colour[at : at + size] for at in range(0, len(colour), size)}) == 1


@pytest.mark.parametrize("slug", LESSONS)
def test_a_sheet_has_no_colour_but_black_and_greys(slug: str) -> None:
    text = source(slug, 3)
    colours = re.findall(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b(?!\[|\()", text)
    assert all(map(grey, colours)), colours
    assert not re.search(r"rgb\(|cmyk\(|oklab\(|color\.", text)
    assert grey("222222")
    assert not grey("2a2222")
