"""Whatever a text says, on paper it is text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlore.paper.press import pdf
from starlore.paper.quoted import quoted, words

HOSTILE = [
    '"]#panic("out")',
    '\\") #read("/etc/passwd") #("',
    "#{ while true {} }",
    "$ x $ *bold* _emph_ `raw` = heading",
    "// comment /* and */ more",
    "\u202e\u2066 turned round",
    "a" * 5000,
    "\x00\x1b[31m",
    "\ud800",
    "<label> @ref",
]


FONTS = """#set text(font: "Vazirmatn")
#show math.equation: set text(font: ("Noto Sans Math", "Vazirmatn"))
"""


def source(body: str) -> str:
    """A page that holds some markup and nothing else."""
    return f'#set std.document(title: "t", date: none)\n{FONTS}\n{body}'


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_printed_and_does_nothing(text: str) -> None:
    assert pdf(source(words(text))).startswith(b"%PDF-")


@given(st.text(max_size=200))
def test_what_is_quoted_has_no_open_end(text: str) -> None:
    inside = quoted(text)[1:-1].replace("\\\\", "").replace('\\"', "")
    assert '"' not in inside
    assert not inside.endswith("\\")


def test_text_that_were_not_quoted_would_run() -> None:
    from starlore.errors import PaperError

    with pytest.raises(PaperError, match="out"):
        pdf(source('#panic("out")'))
