"""The pages' HTML as markup of Typst."""

import pytest

from starlore.errors import PaperError
from starlore.language import Catalogue
from starlore.paper.press import pdf
from starlore.paper.prose import prose
from starlore.paper.tree import tree
from starlore.view.prose import render
from tests.paper.test_quoted import source

EN, MARKED = Catalogue.load("en"), "\ue0000.84\ue001"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("a **b** c", '#strong[#"b"]'),
        ("a *b* c", '#emph[#"b"]'),
        (f"the share {MARKED}", '#box[#"0.84"]'),
        ("\ue000(2, −1)\ue001", '#box(text(dir: ltr)[#"(2, −1)"])'),
        ("\ue0000.1, 0.2\ue001", '#"0.1, 0.2"'),
        ("- one\n- two", '#list([#"one"], [#"two"])'),
        ("1. one\n2. two", '#enum([#"one"], [#"two"])'),
        ("> quoted", '#quote[#par[#"quoted"]]'),
        ("`x = 1`", '#raw("x = 1")'),
        ("[a link](https://example.org)", '#"a link"'),
        ("see ☉ there", 'alt: "sun"'),
        ("one\ntwo", '#"one two"'),
    ],
)
def test_markdown_is_set_as_the_page_shows_it(text: str, holds: str) -> None:
    markup = prose(str(render(text, EN)))
    assert holds in markup
    assert pdf(source(markup)).startswith(b"%PDF-")


def test_a_sign_with_its_word_beside_it_is_decoration() -> None:
    assert "pdf.artifact" in prose('<svg class="sign" aria-hidden="true"><use href="#sun"/></svg>')


@pytest.mark.parametrize(
    "html", ["<table></table>", "<p><script>1</script></p>", "<video></video>"]
)
def test_what_is_not_known_is_an_error(html: str) -> None:
    with pytest.raises(PaperError):
        prose(html)


@pytest.mark.parametrize("html", ["<p>open", "<p><em>a</p></em>"])
def test_what_does_not_close_is_an_error(html: str) -> None:
    with pytest.raises(PaperError):
        tree(html)
