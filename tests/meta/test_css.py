"""The style sheets: colours only from the tokens, contrasts computed, no left and no right."""

import re
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "src" / "starlore" / "web" / "static" / "css"
TEMPLATES = ROOT / "src" / "starlore" / "view" / "templates"
NAMES = ("tokens.css", "base.css", "parts.css", "watch.css", "pages.css")
GROUNDS = ("ground", "panel", "zenith", "horizon")
READ = ("text", "muted", "link", "q", "k", "v")
MARKS = ("line", "focus", "ember", "bright")

PHYSICAL = re.compile(
    r"(?:^|[\s;{])("
    r"(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)[\w-]*"
    r"|left|right|top|bottom|(?:min-|max-)?(?:width|height)|float"
    r"|border-(?:top|bottom)-(?:left|right)-radius"
    r")\s*:"
    r"|(?:text-align|float|clear|justify-\w+)\s*:\s*(?:left|right)\b"
    r"|\bto (?:left|right)\b"
)
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb|color)\("
    r"|:\s*(?:white|black|red|green|blue|gray|grey|orange|yellow)\b"
)
MEDIA = re.compile(r"@media[^{]*\{")
TOKEN = re.compile(r"--([\w-]+):\s*light-dark\((#[0-9A-Fa-f]{6}),\s*(#[0-9A-Fa-f]{6})\)")


def sheet(name: str) -> str:
    """A style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", (SHEETS / name).read_text(encoding="utf-8"), flags=re.DOTALL)


def physical(css: str) -> list[str]:
    """Declarations that name a side of the screen and not of the reading."""
    return [found.group().strip(" ;{\n") for found in PHYSICAL.finditer(MEDIA.sub("{", css))]


def sticky(css: str) -> list[str]:
    """Rules that a finger leaves behind: hover styles that a screen without hover shows as well.

    A rule that says the same without the hover leaves nothing behind.
    """
    inside = re.sub(r"@media \(hover: hover\)\s*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", css)
    rules = (re.split(r",\s*", rule.strip()) for rule in re.findall(r"([^{};]+)\{", inside))
    return [
        one
        for rule in rules
        for one in rule
        if ":hover" in one and one.replace(":hover", "") not in rule
    ]


def tokens() -> dict[str, tuple[str, str]]:
    """Paper and night of every colour that names both."""
    return {name: (paper, night) for name, paper, night in TOKEN.findall(sheet("tokens.css"))}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of the lighter to the darker, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_the_published_ratio() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#EFE9DC", "#0B1020") == pytest.approx(15.7, abs=0.05)
    assert contrast("#565B70", "#FBF5E6") == pytest.approx(6.2, abs=0.05)


@pytest.mark.parametrize("theme", (0, 1), ids=("paper", "night"))
def test_what_is_read_stands_out_from_every_ground(theme: int) -> None:
    found = tokens()
    weak = {
        (ink, ground): ratio
        for ink, ground in product(READ, GROUNDS)
        if (ratio := contrast(found[ink][theme], found[ground][theme])) < 4.5
    }
    assert weak == {}


@pytest.mark.parametrize("theme", (0, 1), ids=("paper", "night"))
def test_marks_stand_out_from_every_ground(theme: int) -> None:
    found = tokens()
    weak = {
        (mark, ground): ratio
        for mark, ground in product(MARKS, GROUNDS)
        if (ratio := contrast(found[mark][theme], found[ground][theme])) < 3
    }
    assert weak == {}


def test_marks_stand_out_where_the_evening_sky_is_lightest() -> None:
    found = tokens()
    dusk = re.search(
        r"--dusk: light-dark\(transparent, color-mix\(in srgb, (#\w{6}) (\d+)%", sheet("tokens.css")
    )
    assert dusk is not None
    share = int(dusk.group(2)) / 100
    pairs = [
        (int(dusk.group(1)[i : i + 2], 16), int(found["horizon"][1][i : i + 2], 16))
        for i in (1, 3, 5)
    ]
    lightest = "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)
    assert min(contrast(found[mark][1], lightest) for mark in MARKS) >= 3
    assert min(contrast(found[ink][1], lightest) for ink in READ) >= 4.5


@pytest.mark.parametrize("theme", (0, 1), ids=("paper", "night"))
def test_words_on_a_full_button_can_be_read(theme: int) -> None:
    found = tokens()
    ground = found["ground"][theme]
    assert contrast(found["bright"][theme], ground) >= 4.5
    assert contrast(found["focus"][theme], ground) >= 4.5


@pytest.mark.parametrize("name", NAMES)
def test_styles_name_no_side_of_the_screen(name: str) -> None:
    assert physical(sheet(name)) == []


@pytest.mark.parametrize(
    "css",
    (
        "a { margin-left: 1rem }",
        "a{left:0}",
        "a { text-align: right; }",
        "a { border-top-left-radius: 1px; }",
        "a { width: 3rem; }",
        "a { background: linear-gradient(to right, x, y) }",
    ),
)
def test_a_named_side_would_be_found(css: str) -> None:
    assert physical(css) != []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_looks_chosen_because_a_finger_was_there(name: str) -> None:
    assert sticky(sheet(name)) == []


def test_a_hover_that_stays_under_a_finger_would_be_found() -> None:
    kept = "@media (hover: hover) { a:hover { color: x; } b:hover { color: y } }"
    assert sticky(f"{kept} .m, .m:hover {{ x: y }}") == []
    assert sticky(f"{kept} i, c:hover {{ color: z; }}") == ["c:hover"]


@pytest.mark.parametrize("name", NAMES[1:])
def test_nothing_is_coloured_outside_the_tokens(name: str) -> None:
    assert COLOUR.findall(sheet(name)) == []


def test_a_foreign_colour_would_be_found() -> None:
    assert COLOUR.findall("a { color: #fff; background: white; fill: rgb(0 0 0) }") != []


def test_every_used_token_is_defined() -> None:
    defined = set(re.findall(r"(--[\w-]+)\s*:", sheet("tokens.css")))
    used = {
        token
        for name in NAMES
        for token, fallback in re.findall(r"var\((--[\w-]+)(,)?", sheet(name))
        if not fallback
    }
    assert used - defined == set()


def test_every_sheet_keeps_to_the_layers() -> None:
    assert "@layer reset, tokens, base, parts, pages;" in sheet("tokens.css")
    for name in NAMES:
        outside = re.sub(r"@font-face\s*\{[^}]*\}|@layer [\w, ]+;", "", sheet(name))
        assert outside.strip().startswith("@layer"), name
        assert outside.count("{") == outside.count("}"), name


def test_nothing_asks_another_machine() -> None:
    for name in NAMES:
        for address in re.findall(r"url\(([^)]*)\)", sheet(name)):
            local = address.strip("\"'")
            assert local.startswith(("#", "../vendor/")), (name, address)
            if not local.startswith("#"):
                assert (SHEETS / local).is_file(), local


def test_motion_is_calm_for_who_asks_for_it() -> None:
    css = sheet("tokens.css")
    assert "@media (prefers-reduced-motion: reduce)" in css
    assert ':root[data-motion="calm"]' in css
    for name in NAMES[1:]:
        assert not re.search(r"(?:transition|animation):[^;]*\d(?:ms|s)\b", sheet(name)), name
        assert "infinite" not in sheet(name)


def test_no_template_holds_a_style_or_a_script_of_its_own() -> None:
    for path in sorted(TEMPLATES.glob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle\s*=|<style|\son\w+\s*=|<script(?![^>]*\bsrc=)", text), path


APART = re.compile(
    r"letter-spacing\s*:(?!\s*0\s*[;}])[^;}]+|font-style\s*:\s*(?:italic|oblique)[^;}]*"
    r"|text-align\s*:\s*justify|font-variant[\w-]*\s*:[^;]*small-caps"
)
"""What tears letters apart that are joined, or bends them."""


@pytest.mark.parametrize("name", NAMES)
def test_letters_that_join_stay_joined(name: str) -> None:
    assert APART.findall(sheet(name)) == []


def test_letters_torn_apart_would_be_found() -> None:
    css = "a { letter-spacing: .1em; font-style: italic } b { text-align: justify }"
    assert len(APART.findall(css)) == 3
    assert APART.findall("a { letter-spacing: 0; font-style: normal }") == []


def test_the_font_of_both_scripts_is_ours_and_never_bent() -> None:
    assert "font-synthesis: none" in sheet("base.css")
    assert re.search(r"font-family:\s*\"?Vazirmatn", "".join(map(sheet, NAMES)))
