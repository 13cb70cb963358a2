"""Prose: CommonMark without raw HTML, formulas left to right, numbers isolated, signs drawn."""

import re
from typing import Any

import pytest

from starlore.errors import LessonError
from starlore.language import Catalogue
from starlore.view.prose import CLOSE, OPEN, isolated, math, render, render_inline

ENGLISH = Catalogue.load("en")


def filled(shown: str) -> str:
    """A number as a lesson's text holds it after filling."""
    return f"{OPEN}{shown}{CLOSE}"


@pytest.mark.parametrize(
    "text",
    (
        "<script>alert(1)</script>",
        '<b onclick="x()">bold</b>',
        "[x](javascript:alert(1))",
        "![x](javascript:alert(1))",
        "[x](data:text/html,hello)",
        "`<i>` and <!-- a comment -->",
        "$\\text{<script>}$",
    ),
)
def test_no_markup_of_an_author_gets_through(text: str) -> None:
    html = render(text, ENGLISH)
    assert not re.search(r"<(?:script|b|i|!--)[\s>]", html)
    assert not re.search(r'(?:href|src)="(?:javascript|data):', html)
    assert not re.search(r"<[^>]*\son\w+=", html)


def test_filled_numbers_are_isolated_and_directed_where_a_sign_leads() -> None:
    text = f"{filled('0.84')} of {filled('−2')} in {filled('(1, −1)')}"
    assert render_inline(text, ENGLISH) == (
        '<bdi>0.84</bdi> of <bdi dir="ltr">−2</bdi> in <bdi dir="ltr">(1, −1)</bdi>'
    )


def test_an_isolated_word_is_escaped() -> None:
    assert isolated("<b>") == "<bdi>&lt;b&gt;</bdi>"


def test_no_mark_of_a_filled_number_is_left() -> None:
    html = render(f"# {filled('3')}\n\n- {filled('4')}\n\n$e^{{{filled('−1.5')}}}$", ENGLISH)
    assert OPEN not in html and CLOSE not in html
    assert "<mo>−</mo><mn>1.5</mn>" in html


def test_formulas_run_left_to_right_and_carry_no_style() -> None:
    html = render("$$\\begin{aligned}a&=1\\\\b&=2\\end{aligned}$$", ENGLISH)
    assert 'dir="ltr"' in html and 'display="block"' in html
    assert " style=" not in html
    assert 'class="m-before"' in html and 'class="m-after"' in html


def test_numbers_in_formulas_keep_their_marks_and_take_the_pages_digits() -> None:
    assert "<mn>592,900</mn>" in math("592,900", "en", is_block=False)
    assert "<mn>۰٫۸۴</mn>" in math("۰٫۸۴", "fa", is_block=False)
    assert "<mn>۳</mn>" in math("e^3", "fa", is_block=False)
    assert "<mn>3</mn><mo>,</mo><mn>1</mn>" in math("(3, 1)", "en", is_block=False)


def test_a_tuple_in_a_formula_has_the_list_mark_of_the_page() -> None:
    shown = math("(1.5, 2) + f(x,y)", "fa", is_block=False)
    assert "," not in shown and shown.count("،") == 2
    assert "،" not in math("(1.5, 2)", "en", is_block=False)


@pytest.mark.parametrize(("language", "number"), [("en", "2,980.96"), ("fa", "۲٬۹۸۰٫۹۶")])
def test_a_long_number_in_a_formula_is_grouped_as_in_prose(language: str, number: str) -> None:
    assert f"<mn>{number}</mn>" in math("e^8 = 2980.96", language, is_block=False)


def test_a_mark_after_a_formula_or_a_sign_never_begins_a_line() -> None:
    fa = Catalogue.load("fa")
    kept = render_inline("$e^0$؛ ☾، (☉) ☄", fa)
    assert kept.count('<span class="kept">') == 3
    assert "</math>؛</span>" in kept and '<span class="kept">(<svg' in kept


def test_a_formula_that_cannot_be_read_is_a_fault_of_the_lesson() -> None:
    with pytest.raises(LessonError, match="cannot be read"):
        math("\\nosuchmacro{x}", "en", is_block=False)


def test_typed_signs_become_drawings_with_their_names() -> None:
    html = render("☉ ☾ ☄ ask by ◆, are found by ▲, hand over ●.", ENGLISH)
    for name in ("sun", "moon", "comet", "query", "key", "value"):
        assert f'role="img" aria-label="{name}"><use href="#{name}"/>' in html


def test_equal_text_gives_equal_bytes() -> None:
    text = f"*Three* scores, {filled('3')} and $e^3$."
    assert render(text, ENGLISH) == render(text, ENGLISH)


@pytest.mark.parametrize(
    "address", ["http://elsewhere/x.png", "//elsewhere/x.png", "data:image/png;base64,AA"]
)
def test_an_image_that_lies_elsewhere_is_its_words(address: str) -> None:
    html = render(f"![a <star>]({address})", ENGLISH)
    assert "<img" not in html
    assert "a &lt;star&gt;" in html or "](" in html


def test_an_image_of_our_own_is_an_image() -> None:
    assert "<img" in render("![a star](star.svg)", ENGLISH)


def test_a_text_too_long_to_be_read_is_shown_as_it_is() -> None:
    assert render("[" * 12_001, ENGLISH) == f"<p>{'[' * 12_001}</p>"


def test_a_link_to_a_lesson_leads_to_its_page_in_the_language_of_the_page() -> None:
    text = "see [*Softmax*](lesson:softmax) and [the web](https://example.org/a)"
    html = render(text, ENGLISH, {"softmax"})
    assert '<a href="/en/lesson/softmax"><em>Softmax</em></a>' in html
    assert '<a href="https://example.org/a">the web</a>' in html
    assert 'href="/fa/lesson/softmax"' in render(text, Catalogue("fa", {}), {"softmax"})


@pytest.mark.parametrize("show", [render, render_inline])
def test_a_link_to_a_lesson_that_cannot_be_opened_is_its_words(show: Any) -> None:
    text = "see [*Cost*, and more](lesson:cost), then [here](#read)"
    html = show(text, ENGLISH, ["softmax"])
    assert "see <em>Cost</em>, and more, then" in html
    assert html.count("<a ") == html.count("</a>") == 1
    assert "lesson:" not in html


def test_a_link_into_a_lab_keeps_its_state_and_its_part() -> None:
    text = "see [*both*](lab:lookup?q=2,1;1,2&break=wrong-axis#break)"
    html = render(text, ENGLISH, {"lookup"})
    assert '<a href="/en/lab/lookup?q=2%2C1%3B1%2C2&amp;break=wrong-axis#break"><em>both' in html
    assert 'href="/fa/lab/lookup?q=' in render(text, Catalogue("fa", {}), {"lookup"})


@pytest.mark.parametrize("show", [render, render_inline])
def test_a_link_into_a_lab_that_cannot_be_opened_is_its_words(show: Any) -> None:
    html = show("see [*both*](lab:lookup#break)", ENGLISH, ["softmax"])
    assert "see <em>both</em>" in html and "<a " not in html and "lab:" not in html


@pytest.mark.parametrize("kind", ["lesson:", "lab:"])
def test_the_slug_of_a_link_is_no_way_out_of_the_lessons(kind: str) -> None:
    for slug in ("../settings", "softmax/../../erase", "//example.org", "%2e%2e"):
        assert "<a " not in render(f"[x]({kind}{slug})", ENGLISH, {"softmax"})
