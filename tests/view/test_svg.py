"""The markup of drawings and tables: what is not markup already is escaped, once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from starlore.view.svg import joined, markup

TEXTS = st.text(alphabet="<>&\"'{}a۲\u2066", max_size=6)
PARTS = st.one_of(TEXTS, TEXTS.map(Markup), st.integers(-9, 9), st.booleans(), st.none())


@settings(derandomize=True, deadline=None, max_examples=60)
@given(PARTS, PARTS, st.floats(-9, 9))
def test_a_filled_template_is_what_markup_itself_would_write(
    one: object, other: object, number: float
) -> None:
    template = '<b class="{0}" x="{2:.1f}">{1}{0}</b>'
    filled = markup(template, one, other, number)
    assert filled == Markup(template).format(one, other, number)
    assert type(filled) is Markup


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(st.one_of(TEXTS, TEXTS.map(Markup)), max_size=4))
def test_joined_parts_are_what_markup_itself_would_join(parts: list[str]) -> None:
    assert joined(parts) == Markup().join(parts)
    assert type(joined(parts)) is Markup


def test_a_template_that_does_not_escape_would_be_noticed() -> None:
    assert Markup("<b>{}</b>".format("<i>")) != markup("<b>{}</b>", "<i>")


def test_what_is_filled_in_is_never_a_template_again() -> None:
    assert markup("<b>{}</b>", "{0}") == "<b>{0}</b>"
    with pytest.raises(IndexError):
        markup("<b>{}{}</b>", "a")
