"""The learned head and recall on the Lab's page: every number shown is one that was computed."""

import re
from dataclasses import replace

import pytest

from starlore.attention.contrast.recall import BOARD, Row
from starlore.lab.learned import TEXTS, Recalled, recalled
from starlore.language import Catalogue
from starlore.view.lab.learned import (
    learned_part,
    measured_rows,
    measured_table,
    reads_svg,
    reads_table,
)
from starlore.view.pictures.sheet import Sheet
from starlore.view.recall import shown_name
from tests.lab.labs import START

SHEET = Sheet(Catalogue.load("en"), 330, "text")
PERSIAN = Sheet(Catalogue.load("fa"), 330, "text")


def cells(table: str) -> list[list[str]]:
    """The rows of a table's body, as text."""
    body = table.partition("<tbody>")[2]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("</tr>")[:-1]]
    return [[re.sub(r"<[^>]+>", "", cell) for cell in row] for row in rows]


def wrong(found: Recalled) -> Recalled:
    """The same, the first question reading a place too far."""
    first, *others = found.taught
    return replace(found, taught=(replace(first, top=first.top + 1), *others))


@pytest.mark.parametrize("text", range(TEXTS))
def test_the_table_tells_each_question_and_the_sentence_counts_them(text: int) -> None:
    part = learned_part(replace(START, text=text), SHEET)
    found = recalled(text)
    told = [
        [one.key, one.place + 1, one.top + 1, one.token, one.taught, f"{one.weight:.3f}"]
        for one in found.taught
    ]
    assert cells(str(part["table"])) == [[str(cell) for cell in row] for row in told]
    right, no = (sum(one.is_right for one in asked) for asked in (found.taught, found.untaught))
    assert f"in {right} of 4 questions" in str(part["told"])
    assert f"in {no} of 4." in str(part["told"])


def test_what_reads_another_place_is_dashed_and_outlined() -> None:
    found = recalled(0)
    for one, dashed in ((found, 0), (wrong(found), 1)):
        assert reads_svg(one, "", SHEET).count('"p-damage"') == dashed
        assert reads_svg(one, "", SHEET).count('"p-ink"') == 4 - dashed
        assert reads_table(one.taught, SHEET).count("is-moved") == 2 * dashed


def test_earlier_lies_right_where_the_page_runs_from_right_to_left() -> None:
    first, mirrored = (
        float(re.findall(r'<circle class="p-v" cx="([\d.]+)"', reads_svg(recalled(0), "", one))[0])
        for one in (SHEET, PERSIAN)
    )
    assert first < 30 and mirrored > 300


def test_recall_is_what_ships_in_picture_table_and_sentence() -> None:
    part = learned_part(START, SHEET)
    rows = measured_rows()
    shown = {row[0]: row[1:] for row in cells(str(part["recall_table"]))}
    lengths = sorted({row.trial.n for row in rows})
    for row in rows:
        name = shown_name(row, SHEET.catalogue)
        assert shown[name][lengths.index(row.trial.n)] == f"{row.accuracy:.3f}"
        assert f">{name}<" in str(part["recall_picture"])
    assert sum(cell != "–" for row in shown.values() for cell in row) == len(rows) + len(lengths)
    (window,) = (row for row in rows if row.trial.window and row.trial.n == 64)
    assert f"a window of 32 places {window.accuracy:.3f}" in str(part["recall_told"])


def test_a_persian_page_has_no_latin_digit_but_in_what_a_form_sends() -> None:
    part = learned_part(START, PERSIAN)
    assert part.pop("text") == 1
    for name, shown in part.items():
        words = re.sub(r"<[^>]+>", " ", str(shown))
        assert not re.search(r"[0-9]", words), name
        assert re.search(r"[۰-۹]", words) or name in ("picture", "recall_note"), name


def test_one_row_is_a_table_too() -> None:
    row: Row = next(one for one in measured_rows() if one.trial == BOARD["mqar"].anew(way="linear"))
    assert len(cells(measured_table([row], SHEET))) == 2


def test_each_text_is_drawn_once() -> None:
    first, second = (learned_part(START, SHEET) for _ in range(2))
    assert first["picture"] is second["picture"]
    assert first["recall_picture"] is second["recall_picture"]
