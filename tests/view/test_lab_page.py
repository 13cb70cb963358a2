"""The Lab's page: drawings and twins hold the same numbers, and the form says the whole state."""

import gzip
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings

from starlore.errors import NotFound
from starlore.lab.address import read_lab, write_lab
from starlore.lab.state import BREAKS, Lab
from starlore.lessons.model import Course
from starlore.view.lab_page import lab_page
from tests.lab.labs import START, lab_at, labs
from tests.real_course import real_course
from tests.view.a_lab import FRAME, LARGEST, count_calls, forget, page
from tests.view.pictures.a_picture import numbers_of, tables_of

COURSE = real_course()
BUDGET = 150_000


def part(html: str, begin: str, end: str) -> str:
    """The page from one mark to the next."""
    return html.partition(begin)[2].partition(end)[0]


class Form(HTMLParser):
    """What a browser without a script would send of the page's form."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = dict(attrs)
        name, kind = had.get("name"), had.get("type")
        if tag != "input" or not name or "disabled" in had:
            return
        if kind not in ("radio", "checkbox") or "checked" in had:
            self.sent[name] = had.get("value") or ""


def svgs(html: str) -> list[str]:
    """The drawings of a part."""
    return re.findall(r'<svg viewBox[^>]*role="img".*?</svg>', html, re.DOTALL)


@settings(derandomize=True, deadline=None, max_examples=12)
@given(labs())
def test_the_form_as_it_stands_says_the_whole_state(lab: Lab) -> None:
    html = page(**write_lab(lab, START))
    assert read_lab(Form(html).sent, START) == (lab, ())


def test_a_form_that_lacks_a_field_would_be_noticed() -> None:
    lab = lab_at(keep="0.5")
    sent = Form(page(keep="0.5")).sent
    del sent["keep"]
    assert read_lab(sent, START)[0] == replace(lab, keep=START.keep) != lab


@pytest.mark.parametrize("name", ["none", *BREAKS])
def test_the_path_and_its_tables_hold_the_same_numbers(name: str) -> None:
    figure = part(page(**{"break": name}), '<figure class="lab-path"', "</figure>")
    drawn, twin = svgs(figure), tables_of(figure)
    assert len(drawn) == 1
    assert numbers_of(drawn[0]) <= numbers_of(twin)
    assert figure.count("<table") == (1 if name == "none" else 2)


@pytest.mark.parametrize(
    "query", [{}, {"places": "8", "hide": "7.0"}, {"asker": "3", "keep": "0.5"}]
)
def test_the_three_ways_and_their_tables_hold_the_same_numbers(query: dict[str, str]) -> None:
    html = page(**query)
    strips = svgs(part(html, '<figure class="lanes"', "</figure>"))
    squares = svgs(part(html, '<div class="influences"', "</div>"))
    twins = part(html, 'data-live="ways-twin"', "</details>")
    assert len(strips) == len(squares) == 3
    tables = tables_of(twins).split("</table>")[:3]
    for strip, square, table in zip(strips, squares, tables, strict=True):
        assert numbers_of(strip) <= numbers_of(table)
        assert numbers_of(square) <= numbers_of(table)


def test_a_wrong_number_in_a_strip_would_be_found() -> None:
    html = page()
    strip = svgs(part(html, '<figure class="lanes"', "</figure>"))[0].replace("0.333", "0.334")
    table = tables_of(part(html, 'data-live="ways-twin"', "</details>")).split("</table>")[0]
    assert not numbers_of(strip) <= numbers_of(table)


def test_the_moons_faint_weight_on_itself_is_pointed_at_first() -> None:
    assert (
        "Moon reads sun and comet most, with 0.50 each; itself least of all, with 0.009" in page()
    )


def test_a_row_that_reads_itself_most_or_nothing_says_so() -> None:
    assert "Sun reads itself most, with 0.84. Its output" in page(row="1")
    assert "Comet may read nothing" in page(row="3", hide="2.0;2.1;2.2")


def test_comparisons_are_counted_as_the_table_is_painted() -> None:
    assert "9 of 9 comparisons" in page()
    assert "35 of 64 comparisons" in page(places="8", scheme="causal", hide="4.2")


def test_each_mistake_is_told_beside_the_truth() -> None:
    html = page(**{"break": "share-of-total"})
    assert "The output of moon is (9.00, 1.00) instead of (7.43, 2.57)." in html
    lent = page(**{"break": "mask-with-zero"})
    assert "here both sides mask what is later" in lent
    nothing = page(**{"break": "share-of-total", "q": "1;1", "k": "2;-2"})
    assert "the scores add to zero" in nothing
    assert "stays" in page(**{"break": "mask-with-zero", "hide": "0.1", "row": "3"})


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"v.0.0": "3"}, "A value changed: no score moves, no weight"),
        ({"k.1.0": "3"}, "A key changed: one column of scores moves"),
        ({"q.2.0": "3"}, "A query changed: its own row moves, and no other."),
        ({"temperature": "2"}, "The temperature changed: no score moves. Weights move in three"),
        ({"scheme": "causal"}, "Who may read whom changed: no score moves."),
    ],
)
def test_what_moved_stands_beside_the_change(query: dict[str, str], told: str) -> None:
    assert told in page(**query)


def test_powers_say_what_their_scores_were_divided_by() -> None:
    assert "e to the score</caption>" in page()
    assert "e to the score divided by 0.5</caption>" in page(temperature="0.5")


def test_a_second_past_is_told_with_both_outputs() -> None:
    html = page(second="1")
    assert "both pasts have left the state (3.81, 4.52), exactly" in html
    assert "The window cannot either." in html
    assert "(7.91, 2.09) and (9.86, 2.09)" in html
    assert "let a later place ask" in page(second="1", asker="1")


def test_what_does_not_fit_is_told_as_text_and_the_page_stands() -> None:
    html = page(**{"q.0.0": "<script>", "keep": "9", "scheme": "x", "window": "2", "reach": "y"})
    assert html.count('role="alert"') == 3
    assert "&lt;script&gt;" in html and "<script>" not in html.replace('<script type="module"', "")
    assert "is asked" in html


def test_numbers_no_page_could_show_leave_the_fields_and_say_what_would_do() -> None:
    html = page(**{"q.0.0": "99", "k.0.0": "99"})
    assert "Query 1 and key 1 score 9802" in html
    assert 'name="q.0.0" value="99"' in html
    assert "lab-chain" not in html and 'data-live="strip-window"' in html


@pytest.mark.parametrize("width", ["1", "2", "4"])
def test_vectors_of_any_width_are_drawn(width: str) -> None:
    html = page(width=width, value_width=width, **{"break": "keys-blended"})
    assert ("Only the first two numbers" in html) is (width == "4")


def test_the_largest_page_keeps_its_budget_and_no_part_has_a_style() -> None:
    html = page(**LARGEST)
    assert len(gzip.compress(html.encode())) < BUDGET / 4
    assert "style=" not in html


def test_equal_addresses_give_equal_bytes() -> None:
    assert page(**LARGEST) == page(**LARGEST)


def test_a_field_shows_no_sign_before_zero() -> None:
    assert 'name="v.0.0" value="0"' in page(**{"v.0.0": "-0"})


def test_a_lesson_without_a_lab_has_no_such_page() -> None:
    course: Course = COURSE
    with pytest.raises(NotFound) as told:
        lab_page(FRAME, course, "dot", {})
    assert told.value.message_id == "fault.lab.none"


def calls_of(query: dict[str, str]) -> int:
    """The work of a page of which nothing was kept but what every Lab has."""
    forget()
    page(places="1")
    return count_calls(query)


def test_no_address_asks_for_much_more_work_than_the_largest_table() -> None:
    largest = calls_of(LARGEST)
    assert largest < 250_000
    rows = ";".join([",".join(["0." + "9" * 39] * 4)] * 8)
    hostile = {**LARGEST, "q": rows, "k": "9" * 60_000, "v": ";" * 60_000, "hide": "0.0;" * 9_000}
    assert calls_of(hostile) < 1.2 * largest
    assert calls_of({}) < largest / 2
