"""Watch in a real browser: by keys, without a script, in calm motion, and equal to the frames."""

import re

import pytest
from playwright.sync_api import Page, expect

from starlore.animation import Animation, draw, read_animation
from tests.browser.conftest import Opener, Sky, Watch, flaws
from tests.real_course import real_course

LOOKUP = "/en/lesson/lookup"
PLACE = re.compile(r'(?<= )(x|y|x1|y1|x2|y2|cx|cy|r|width|height|opacity)="(-?[\d.]+)"')


def lookup() -> Animation:
    """The animation that the page plays."""
    figure = read_animation(real_course().lessons["lookup"]).animation
    assert figure is not None
    return figure


def drawn(svg: str) -> list[tuple[str, list[tuple[str, float]]]]:
    """Every visible element of a frame, in order: what it is and says, and where it stands."""
    found = []
    for element in re.findall(r"<(?:rect|circle|line|text|use)[^>]*>(?:[^<]|<tspan[^>]*>)*", svg):
        places = [(name, float(value)) for name, value in PLACE.findall(element)]
        if ("opacity", 0.0) in places:
            continue
        said = PLACE.sub("", element).replace(' class=""', "").replace("/>", ">")
        whole = [place for place in places if place != ("opacity", 1.0)]
        found.append((" ".join(said.split()).replace(" >", ">"), sorted(whole)))
    return found


def seek(page: Page, ms: int) -> None:
    """Pull the time line to a moment."""
    page.locator(".scrub").evaluate(
        "(field, ms) => { field.step = '1'; field.value = String(ms);"
        " field.dispatchEvent(new Event('input', {bubbles: true})); }",
        ms,
    )


def current(page: Page) -> str:
    """The id of the chapter that is on."""
    return page.locator(".beats [aria-current=step]").get_attribute("id") or ""


def test_space_runs_to_the_end_of_the_beat_and_stops(open_page: Opener) -> None:
    page = open_page(LOOKUP)
    page.locator("[data-do=speed]").select_option("2")
    page.keyboard.press("w")
    expect(page.locator(".screen")).to_be_focused()
    page.keyboard.press(" ")
    scrub = page.locator(".scrub")
    expect(page.locator("[data-do=play]")).to_have_text("Pause")
    expect(scrub).to_have_value("5000")
    expect(page.locator("[data-do=play]")).to_have_text("Play")
    assert current(page) == "watch-ask"
    page.keyboard.press(" ")
    expect(page.locator(".beats [aria-current=step]")).to_have_id("watch-unfold")
    page.keyboard.press(" ")  # while it plays: to its end at once
    expect(scrub).to_have_value("14000")


def test_keys_go_a_beat_on_and_back_and_again(open_page: Opener) -> None:
    page = open_page(LOOKUP)
    page.keyboard.press("w")
    page.keyboard.press("k")
    expect(page.locator(".saying")).to_have_text(re.compile("^Each makes a question"))
    page.keyboard.press("k")
    expect(page.locator(".saying")).to_have_text(re.compile("meets every label"))
    page.keyboard.press("j")
    expect(page.locator(".saying")).to_have_text(re.compile("^Each makes a question"))
    page.keyboard.press("r")
    expect(page.locator("[data-do=play]")).to_have_text("Pause")
    page.keyboard.press("k")
    expect(page.locator("[data-do=play]")).to_have_text("Play")


def test_the_player_shows_at_every_time_what_the_frame_is(open_page: Opener) -> None:
    figure = lookup()
    page = open_page(LOOKUP)
    stage = page.locator(".screen .stage")
    for beat, t in ((0, 0.6), (2, 0.31), (3, 0.45), (4, 0.56), (5, 1.0), (7, 0.7), (9, 0.05)):
        ms = round(figure.begins(beat) + t * figure.beats[beat].ms)
        seek(page, ms)
        expect(page.locator(".screen")).to_have_attribute("data-at", str(ms))
        shown = drawn(str(stage.evaluate("svg => svg.innerHTML")))
        exact = (ms - figure.begins(beat)) / figure.beats[beat].ms
        wanted = drawn(draw(figure, beat, exact, "en"))
        assert [said for said, _ in shown] == [said for said, _ in wanted]
        for (_, here), (_, there) in zip(shown, wanted, strict=True):
            assert [name for name, _ in here] == [name for name, _ in there]
            for (_, one), (_, other) in zip(here, there, strict=True):
                assert one == pytest.approx(other, abs=0.11)


def test_nothing_moves_unasked_and_a_chapter_plays_its_beat(open_page: Opener) -> None:
    page = open_page(LOOKUP)
    expect(page.locator("[data-do=play]")).to_have_text("Play")
    assert page.locator(".scrub").input_value() == "0"
    assert (
        page.evaluate("document.querySelector('.watch').getAnimations({subtree: true}).length") == 0
    )
    page.locator("#watch-shares .chapter").click()
    expect(page.locator(".saying")).to_have_text("Shares of one whole.")
    expect(page.locator("[data-do=play]")).to_have_text("Pause")


def test_in_calm_motion_a_beat_is_there_at_once(open_page: Opener) -> None:
    figure = lookup()
    page = open_page(LOOKUP, motion="reduce")
    expect(page.locator("[data-do=play]")).to_have_text("Play")
    page.locator("[data-do=on]").click()
    expect(page.locator(".saying")).to_have_text(re.compile("^Each makes"))
    page.locator("[data-do=again]").click()
    stage = page.locator(".screen .stage")
    expect(page.locator("[data-do=play]")).to_have_text("Pause")
    page.locator("[data-do=play]").click()
    shown = drawn(str(stage.evaluate("svg => svg.innerHTML")))
    wanted = drawn(draw(figure, 1, 1, "en"))
    assert [said for said, _ in shown] == [said for said, _ in wanted]


def test_without_a_script_the_beats_stand_as_a_strip(open_page: Opener) -> None:
    page = open_page(LOOKUP, script=False)
    expect(page.locator(".player")).to_be_hidden()
    stills = page.locator(".beats li")
    expect(stills).to_have_count(10)
    for still in stills.all():
        expect(still.locator("svg.stage")).to_be_visible()
        expect(still.locator(".chapter")).to_be_visible()
    page.locator(".told summary").click()
    expect(page.locator(".told li").nth(4)).to_contain_text("0.844")


def test_a_link_to_a_beat_opens_it(open_page: Opener) -> None:
    page = open_page(f"{LOOKUP}#watch-blend")
    expect(page.locator(".saying")).to_have_text("The answer is a blend.")
    expect(page.locator(".scrub")).to_have_value("45000")


def test_a_browser_without_a_voice_says_so(open_page: Opener) -> None:
    page = open_page(LOOKUP)
    expect(page.locator("[data-no-voice]")).to_have_text(
        "This browser has no voice for English; the captions say the same."
    )
    expect(page.locator("[data-do=voice]")).to_be_hidden()


def test_a_voice_reads_the_caption_when_asked_and_is_silent_before(open_page: Opener) -> None:
    page = open_page(LOOKUP)
    page.evaluate(
        """() => {
          window.heard = [];
          speechSynthesis.getVoices = () => [{lang: "en-GB", name: "A voice"}];
          speechSynthesis.speak = (said) => window.heard.push(said.text);
          Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", {set() {}});
          speechSynthesis.dispatchEvent(new Event("voiceschanged"));
        }"""
    )
    expect(page.locator("[data-no-voice]")).to_be_hidden()
    page.locator("[data-do=again]").click()
    expect(page.locator("[data-do=play]")).to_have_text("Pause")
    assert page.evaluate("window.heard") == []
    page.locator("[data-do=voice]").click()
    assert page.evaluate("window.heard") == ["Three words. sun wants to know what matters to it."]


def test_a_timeline_that_cannot_be_fetched_leaves_the_stills(
    open_page: Opener, watch: Watch
) -> None:
    watch.expected = ("Failed to load resource",)
    page = open_page(LOOKUP)
    page.route("**/watch", lambda route: route.abort())
    page.locator("[data-do=play]").click()
    expect(page.locator("[data-unplayed]")).to_be_visible()
    expect(page.locator(".beats .stage").first).to_be_visible()


def test_watch_is_clean_and_as_wide_as_the_page(open_page: Opener) -> None:
    page = open_page(LOOKUP, motion="reduce")
    page.locator("[data-do=on]").click()
    expect(page.locator(".saying")).to_have_text(re.compile("^Each makes"))
    assert flaws(page) == []


def test_every_lesson_can_be_watched(sky: Sky, open_page: Opener) -> None:
    page = open_page()
    for slug in real_course().lessons:
        page.goto(f"{sky.address}/en/lesson/{slug}")
        assert page.locator(".beats li").count() >= 7, slug
        page.locator("[data-do=on]").click()
        second = page.locator(".beats li").nth(1)
        expect(second, slug).to_have_attribute("aria-current", "step")
        expect(page.locator(".screen .stage > *").first, slug).to_be_attached()
