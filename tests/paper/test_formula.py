"""MathML as formulas of Typst: known elements set, unknown ones refused, each with its text."""

from importlib.resources import files

import pytest

from starlore.errors import PaperError
from starlore.paper.formula import formula, spoken
from starlore.paper.press import pages, pdf
from starlore.paper.tree import tree
from starlore.view.prose import math
from tests.paper.test_quoted import source


def set_(latex: str, language: str = "en") -> str:
    """A formula of LaTeX as markup."""
    (node,) = tree(math(latex, language, is_block=False)).find("math")
    return formula(node)


def said(latex: str, language: str = "en") -> str:
    """A formula of LaTeX as text."""
    (node,) = tree(math(latex, language, is_block=False)).find("math")
    return spoken(node)


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"e^{3} = 20.09", "e^3 = 20.09"),
        (r"2 \cdot (-1) + 4", "2 ⋅ (−1) + 4"),
        (r"\frac{1}{2 + x}", "1/(2+x)"),
        (r"\sqrt{d}", "√d"),
        (r"x_1^2", "x_1^2"),
        (r"e^{0.5} \approx 1.65", "e^0.5 ≈ 1.65"),
        (r"n - w + 1", "n − w + 1"),
    ],
)
def test_a_formula_is_set_and_said(latex: str, text: str) -> None:
    assert said(latex) == text
    assert pdf(source(set_(latex))).startswith(b"%PDF-")


def test_a_sign_stands_close_to_its_number() -> None:
    assert '"−2"' in set_("-2 + 3")
    assert 't: #$ "−3"' in set_("e^{-3}")


def test_digits_are_those_of_the_page() -> None:
    assert said("e^{3}", "fa") == "e^۳"
    assert '"۳"' in set_("e^{3}", "fa")


def test_a_formula_in_the_middle_of_a_line_keeps_its_alternative_text() -> None:
    assert 'alt: "e^3"' in set_("e^3")


@pytest.mark.parametrize("inside", ["<mtable></mtable>", "<msup><mi>x</mi></msup>", "words"])
def test_what_is_not_known_is_an_error(inside: str) -> None:
    with pytest.raises(PaperError):
        formula(tree(f"<math>{inside}</math>").find("math")[0])


def test_a_short_formula_stays_in_one_line_and_a_long_one_may_break() -> None:
    assert set_("2 + 3 = 5").startswith("#box(math.equation(")
    assert set_("1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 = 36").startswith("#math.equation(")


@pytest.mark.parametrize(
    "latex", [r"2 \times (-3) = -6", "e^{-2} + 0.5", "-1 - 2 + 3 + 4 - 5 + 6 + 7 + 8 = 20"]
)
def test_a_formula_is_drawn_alike_on_lines_from_right_to_left(latex: str) -> None:
    """Brackets and minus signs do not turn round with the direction of the page."""
    template = (files("starlore.paper") / "template.typ").read_text(encoding="utf-8")

    def drawn(way: str) -> list[bytes]:
        shown = f'#show: document.with(title: "t", lang: "fa", dir: {way})'
        page = "#set page(width: 90mm, height: 14mm, margin: 2mm)"
        body = f"#align(center)[{set_(latex, 'fa')}]"
        return pages(f'#let numeral = "1"\n{template}\n{shown}\n{page}\n{body}')

    assert drawn("rtl") == drawn("ltr")
