"""Messages that a catalogue lacks are marked as English wherever a page can say so."""

import pytest

from starlore.language.catalogue import SPOKEN, UNSPOKEN
from starlore.view.environment import marked

LACKING = f"{UNSPOKEN}Hint{SPOKEN}"


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        (f"<p>{LACKING}</p>", '<p><span lang="en" dir="ltr">Hint</span></p>'),
        (f"<text>{LACKING}</text>", '<text><tspan lang="en" dir="ltr">Hint</tspan></text>'),
        (f"<title>{LACKING}</title>", f"<title>{LACKING}</title>"),
        (f'<p title="{LACKING}">a</p>', f'<p title="{LACKING}">a</p>'),
        ("<p>راهنمایی</p>", "<p>راهنمایی</p>"),
    ],
)
def test_a_message_in_english_says_so(html: str, shown: str) -> None:
    assert marked(html) == shown
