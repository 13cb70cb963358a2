"""Markdown -> HTML: CommonMark without raw HTML, formulas as MathML, numbers kept whole.

Numbers that a lesson filled in stand between two private-use marks; they become `<bdi>`, and
`<bdi dir="ltr">` where they carry a sign or are a tuple. No `style` attribute comes out: the
pages' policy would block it.
"""

import re
from collections.abc import Collection
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup, escape
from math_core import LatexError, LatexToMathML
from mdit_py_plugins.dollarmath import dollarmath_plugin

from starlore.errors import LessonError
from starlore.lab.links import read_link
from starlore.language import Catalogue
from starlore.language.marks import ARABIC, LATIN, PERSIAN, page_marks
from starlore.language.show_number import show_number
from starlore.lessons.markup import TO_LAB, TO_LESSON
from starlore.lessons.showable import LONGEST
from starlore.view.links import Links
from starlore.view.svg import markup
from starlore.view.symbols import SIGNS, sign

OPEN, CLOSE = "\ue000", "\ue001"
"""What stands before and after a filled-in number."""

_LISTED = re.compile(r"[,;،؛] (?![^(]*\))")
"""What stands between the items of a list, but not inside the brackets of a tuple."""
_RIGHT_TO_LEFT = re.compile("[،؛] ")
_FILLED = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
_SIGN = re.compile("|".join(SIGNS))
_DRAWN = re.compile(
    r'([«(]*)(<math dir="ltr">.*?</math>|<svg class="sign".*?</svg>)([.,;:!?)»،؛؟]*)', re.DOTALL
)
"""A formula or a sign in a line, with the marks beside it: a browser may begin a line between."""
_COMMA = "<mo>,</mo>"
_PERSIAN_COMMA = '<mo separator="true" lspace="0" rspace="0.17em">،</mo>'
_ALONE = re.compile(r"[0-9]{4,}|[0-9]+\.[0-9]+")
"""A number of a formula in its plain form, which is shown as the page shows numbers."""
_STYLE = re.compile(r' style="([^"]*)"')
_MN = re.compile(r"<mn>([^<]*)</mn>")
_NUMBER = re.compile(
    "[{0}](?:[{0}]|[.,\u066b\u066c\u202f](?=[{0}]))*".format(LATIN + ARABIC + PERSIAN)
)
"""A number in a formula with its marks: without a guard each mark would be set as a list mark."""

_LESSONS = "lessons"

_HELD = "8070605"
"""Stands for a filled-in number while a formula is read; its place is written behind it."""
_HELD_MN = re.compile(rf"<mn>{_HELD}(\d{{3}})</mn>")


def render(text: str, catalogue: Catalogue, lessons: Collection[str] = ()) -> Markup:
    """A stretch of Markdown as blocks of HTML; one too long to be read in time, as it is.

    An image of another place is its words: a page asks nothing of anybody else. So is a link to a
    lesson that cannot be opened.

    Args:
        lessons: slugs of those that can.

    Raises:
        LessonError: if a formula cannot be read.

    Example:
        >>> en = Catalogue.load("en")
        >>> render("The share is \\ue0000.84\\ue001.", en)
        Markup('<p>The share is <bdi>0.84</bdi>.</p>')
        >>> render("$e^2$ <b>", en)  # doctest: +ELLIPSIS
        Markup('<p><math dir="ltr"><msup>...</msup></math> &lt;b&gt;</p>')
        >>> render("see [Softmax](lesson:softmax), [Cost](lesson:cost)", en, ["softmax"])
        Markup('<p>see <a href="/en/lesson/softmax">Softmax</a>, Cost</p>')
        >>> render("[it](lab:lookup?row=2#table)", en, ["lookup"])
        Markup('<p><a href="/en/lab/lookup?row=2#table">it</a></p>')
    """
    if len(text) > LONGEST:
        return markup("<p>{}</p>", text)
    return _dressed(_markdown(catalogue.tag).render(text, {_LESSONS: lessons}), catalogue)


def render_inline(text: str, catalogue: Catalogue, lessons: Collection[str] = ()) -> Markup:
    """The same for one line: no paragraph around it.

    Example:
        >>> render_inline("*three* \\ue000(2, \u22121)\\ue001", Catalogue.load("en"))
        Markup('<em>three</em> <bdi dir="ltr">(2, −1)</bdi>')
    """
    if len(text) > LONGEST:
        return escape(text)
    return _dressed(_markdown(catalogue.tag).renderInline(text, {_LESSONS: lessons}), catalogue)


def isolated(shown: str) -> Markup:
    """A shown number or word that keeps its own direction beside any text.

    Example:
        >>> isolated("0.84"), isolated("−2")
        (Markup('<bdi>0.84</bdi>'), Markup('<bdi dir="ltr">−2</bdi>'))
    """
    return Markup(_bdi(str(escape(shown))))


def math(latex: str, language: str, is_block: bool) -> str:
    """A formula as MathML, left to right, with the digits, groups and list mark of the page.

    Raises:
        LessonError: if it cannot be read.

    Example:
        >>> math("x^2", "fa", is_block=False)
        '<math dir="ltr"><msup><mi>x</mi><mn>۲</mn></msup></math>'
        >>> math("2980.96", "en", is_block=False)
        '<math dir="ltr"><mn>2,980.96</mn></math>'
    """
    filled: list[str] = []

    def hold(match: re.Match[str]) -> str:
        filled.append(match.group(1))
        return f"{{{_HELD}{len(filled) - 1:03}}}"

    def guard(match: re.Match[str]) -> str:
        shown = match.group()
        is_held = shown.startswith(_HELD)
        if is_held or (len(shown) < 4 and shown.isascii() and shown.isdigit()):
            return shown
        filled.append(show_number(shown, language) if _ALONE.fullmatch(shown) else shown)
        return f"{{{_HELD}{len(filled) - 1:03}}}"

    try:
        drawn = LatexToMathML().convert_with_local_state(
            _NUMBER.sub(guard, _FILLED.sub(hold, latex)), displaystyle=is_block
        )
    except LatexError as fault:
        why = str(fault)
        raise LessonError("check.formula.unread", formula=latex, why=why) from fault
    page = page_marks(language)
    digits = str.maketrans(LATIN + ".", page.digits + page.decimal)
    drawn = _HELD_MN.sub(lambda held: _filled_math(filled[int(held.group(1))]), drawn)
    drawn = _MN.sub(lambda mn: f"<mn>{mn.group(1).translate(digits)}</mn>", drawn)
    drawn = drawn.replace(_COMMA, _PERSIAN_COMMA) if page.right_to_left else drawn
    drawn = _STYLE.sub(lambda style: _class_for(style.group(1)), drawn)
    block = ' display="block"' if is_block else ""
    return re.sub(r"<math[^>]*>", f'<math dir="ltr"{block}>', drawn, count=1)


def _filled_math(shown: str) -> str:
    """A filled-in number inside a formula; a tuple or a word keeps its own spacing."""
    text = str(escape(shown))
    if text.startswith("\u2212") and text[1:2].isdigit():
        return f"<mrow><mo>\u2212</mo><mn>{text[1:]}</mn></mrow>"
    return f"<mn>{text}</mn>" if text[:1].isdigit() else f"<mtext>{text}</mtext>"


def _class_for(style: str) -> str:
    """Aligned columns keep their side by a class; any other style is dropped."""
    for side, name in (("right", "m-before"), ("left", "m-after"), ("center", "m-middle")):
        if f"text-align: {side}" in style:
            return f' class="{name}"'
    return ""


def _bdi(text: str) -> str:
    """An isolate; what begins with a sign or a bracket runs left to right in every language.

    A number and a tuple keep to one line, a list of numbers may go over several. A list whose
    marks are those of a script from right to left runs that way, each item by itself.

    Example:
        >>> _bdi("۳، −۱")
        '<bdi dir="rtl" class="list"><bdi>۳</bdi>، <bdi dir="ltr">−۱</bdi></bdi>'
    """
    listed = _LISTED.search(text)
    if listed is not None and _RIGHT_TO_LEFT.match(listed.group()):
        mark = listed.group()
        items = mark.join(_bdi(item) for item in _LISTED.split(text))
        return f'<bdi dir="rtl" class="list">{items}</bdi>'
    direction = ' dir="ltr"' if text[:1] in ("(", "\u2212", "+") else ""
    is_list = text[:1] != "(" and listed is not None
    kind = ' class="list"' if is_list else ""
    return f"<bdi{direction}{kind}>{text}</bdi>"


def _dressed(html: str, catalogue: Catalogue) -> Markup:
    """Filled-in numbers isolated, typed signs drawn, each in one line with its marks."""
    html = _FILLED.sub(lambda number: _bdi(number.group(1)), html)
    html = _SIGN.sub(lambda typed: str(sign(SIGNS[typed.group()], catalogue)), html)
    return Markup(_DRAWN.sub(_kept_together, html).rstrip("\n"))


def _kept_together(drawn: re.Match[str]) -> str:
    before, shape, after = drawn.groups()
    return f'<span class="kept">{drawn.group()}</span>' if before or after else str(shape)


def _image(reader: Any, tokens: Any, i: int, options: Any, env: Any) -> str:
    """An image of our own; of one that lies elsewhere, its words."""
    address = str(tokens[i].attrGet("src"))
    if ":" in address or address.startswith("/"):
        return str(escape(tokens[i].content))
    return str(reader.image(tokens, i, options, env))


def _lead(state: StateCore, links: Links) -> None:
    """Turn links to lessons and Labs into addresses; those to none that can be opened into their
    words."""
    for block in state.tokens:
        kept: list[Token] = []
        is_cut = False
        for token in block.children or ():
            address = str(token.attrGet("href") or "")
            if token.type == "link_open" and address.startswith((TO_LESSON, TO_LAB)):
                slug, place = _place(address, links)
                is_cut = slug not in state.env.get(_LESSONS, ())
                token.attrSet("href", place)
            if not (is_cut and token.type in ("link_open", "link_close")):
                kept.append(token)
            is_cut = is_cut and token.type != "link_close"
        block.children = kept if block.children else block.children


def _place(address: str, links: Links) -> tuple[str, str]:
    """The lesson that a link is about, and the address it leads to."""
    if address.startswith(TO_LESSON):
        slug = address.removeprefix(TO_LESSON)
        return slug, links.lesson(slug)
    to = read_link(address)
    return to.lesson, links.lab(to.lesson, dict(to.fields), to.part)


@cache
def _markdown(language: str) -> MarkdownIt:
    """The parser of one language's pages."""

    reader = MarkdownIt("commonmark", {"html": False})
    reader.use(dollarmath_plugin, double_inline=True)
    reader.core.ruler.push("lessons", lambda state: _lead(state, Links(language)))
    reader.add_render_rule("image", _image)
    reader.add_render_rule(
        "math_inline",
        lambda _self, tokens, i, _options, _env: math(tokens[i].content, language, False),
    )
    reader.add_render_rule(
        "math_block",
        lambda _self, tokens, i, _options, _env: math(tokens[i].content, language, True),
    )
    reader.add_render_rule(
        "math_inline_double",
        lambda _self, tokens, i, _options, _env: math(tokens[i].content, language, True),
    )
    return reader
