"""What every reply carries, who may change something, and that looking changes nothing."""

import pytest
from starlette.datastructures import Headers

from starlore.language import Catalogue
from starlore.web.security import POLICY, is_known_host, is_same_site
from starlore.web.statics import static_url
from tests.web.conftest import App

STAR = "lookup.what-is-carried"
PAGES = (
    "/",
    "/health",
    "/en/",
    "/en/keys",
    "/en/lesson/lookup",
    "/en/review",
    "/en/settings",
    "/en/data/export",
)
FAULTS = ("/nowhere", "/en/nowhere", "/xx/", "/en/question/none", "/static/none.css")


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://localhost:1"},
        {"Origin": "https://localhost"},
        {"Origin": "ftp://localhost"},
        {"Origin": "//localhost"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://[::1"},
        {"Origin": "//"},
        {},
    ],
)
def test_a_change_that_comes_from_elsewhere_is_refused_and_changes_nothing(
    app: App, headers: dict[str, str]
) -> None:
    before = app.log()
    reply = app.client.post("/en/ask", data={"star": STAR}, headers=headers)
    assert reply.status_code == 403
    assert "nothing was changed" in reply.text
    assert app.log() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin"},
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    ],
)
def test_a_change_that_comes_from_our_own_page_is_done(app: App, headers: dict[str, str]) -> None:
    reply = app.client.post("/en/ask", data={"star": STAR}, headers=headers)
    assert reply.status_code == 303


def test_behind_a_proxy_that_speaks_https_its_own_origin_counts() -> None:
    ours = Headers({"origin": "https://localhost", "host": "localhost"})
    assert is_same_site("POST", ours, scheme="https")
    assert not is_same_site("POST", ours, scheme="http")
    plain = Headers({"origin": "http://localhost", "host": "localhost"})
    assert not is_same_site("POST", plain, scheme="https")


def test_a_request_without_a_host_proves_nothing() -> None:
    assert not is_same_site("POST", Headers({"origin": "http://a"}))
    assert not is_same_site("DELETE", Headers({}))
    assert is_same_site("GET", Headers({"sec-fetch-site": "cross-site"}))


@pytest.mark.parametrize(
    "host",
    ["elsewhere.example", "localhost.elsewhere.example", "10.0.0.1", "localhost:a", "[", ":", ""],
)
def test_a_host_that_is_not_this_machine_is_refused_in_our_words(app: App, host: str) -> None:
    reply = app.client.get("/en/", headers={"Host": host})
    assert reply.status_code == 400
    known = "127.0.0.1, localhost, [::1]"
    assert reply.text == Catalogue.load("en").say("error.host-note", known=known) + "\n"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9", "LOCALHOST", "[::1]", "[::1]:9"])
def test_every_name_of_this_machine_is_known(app: App, host: str) -> None:
    assert app.client.get("/health", headers={"Host": host}).status_code == 200


def test_two_hosts_in_one_request_are_none() -> None:
    both = Headers(raw=[(b"host", b"localhost"), (b"host", b"elsewhere.example")])
    assert not is_known_host(both, ("localhost", "elsewhere.example"))


@pytest.mark.parametrize("path", [*PAGES, *FAULTS, static_url("css/base.css")])
def test_every_reply_carries_the_policy_and_nosniff(app: App, path: str) -> None:
    reply = app.client.get(path)
    assert reply.headers["content-security-policy"] == POLICY
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    kept = "immutable" if path == static_url("css/base.css") else "no-store"
    assert kept in reply.headers["cache-control"]


def test_refusals_carry_the_policy_too(app: App) -> None:
    replies = [
        app.client.post("/en/ask", data={"star": STAR}),
        app.client.post("/en/", headers={"Sec-Fetch-Site": "same-origin"}),
        app.client.get("/en/", headers={"Host": "elsewhere.example"}),
    ]
    assert [reply.status_code for reply in replies] == [403, 405, 400]
    for reply in replies:
        assert reply.headers["content-security-policy"] == POLICY
        assert reply.headers["x-content-type-options"] == "nosniff"


def test_looking_at_every_page_changes_nothing(app: App) -> None:
    app.answer(app.ask(STAR), "1")
    open_ = app.ask("lookup.the-whole-head")
    typed = app.typed("lookup.what-it-rules-out").id
    sitting = app.post("/en/review", lesson="lookup").place
    before = app.log()
    looked = [
        *PAGES,
        f"/en/question/{open_}",
        f"/en/question/{typed}",
        f"/en/read/{typed}?text=12",
        f"/en/lesson/lookup?asked={open_}",
        f"/en/?star={STAR}",
        sitting,
        f"{sitting}/end",
        "/en/picture/lookup/trio",
    ]
    statuses = {path: app.get(path).status for path in looked}
    assert all(status in (200, 303) for status in statuses.values()), statuses
    assert app.log() == before


def test_what_changes_something_takes_no_get(app: App) -> None:
    for path in ("ask", "answer/x", "hint/x", "undo", "redo", "data/erase", "data/import"):
        assert app.get(f"/en/{path}").status == 405, path
