"""The sky's page: what a phone shows large."""

import re

from starlore.study.desk import Moment
from tests.study.acts import answered
from tests.web.conftest import App


def large(app: App, path: str = "/en/") -> str:
    """The lesson whose constellation a phone shows."""
    found = re.search(r'<li><a href="([^"]*)" aria-current="true">', app.get(path).text)
    assert found is not None
    return found.group(1)


def test_a_phone_shows_the_constellation_one_was_at_last(app: App) -> None:
    at = app.clock[0]
    answered(app.desk, Moment(at, "UTC"), "softmax.shift")
    assert "softmax" in large(app)
    answered(app.desk, Moment(at + 60_000, "UTC"), "dot.score")
    app.clock[0] += 120_000
    assert "dot" in large(app)
    assert "average" in large(app, "/en/?star=average.blend")
