"""The look keeps its own rules: colours in one file, readable ones, and no left and right."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "src" / "starlore" / "web" / "static" / "css"
TEMPLATES = ROOT / "src" / "starlore" / "view" / "templates"
NAMES = ("tokens", "base", "parts", "pages")

PHYSICAL = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-"
    r"(?:left|right|top|bottom)[\w-]*|left|right|top|bottom|(?:min-|max-)?(?:width|height)|"
    r"border-(?:top|bottom)-(?:left|right)-radius)\s*:"
    r"|(?:text-align|float|clear)\s*:\s*(?:left|right)"
)
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|(?<![\w-])(?:rgb|rgba|hsl|hsla|lab|lch|oklab|oklch|hwb)\("
    r"|:[^;{}]*(?<![\w-])(?:white|black|red|green|blue|gray|grey|yellow|orange|gold)(?![\w-])"
)

TEXT = ("text", "muted", "link", "q", "k", "v")
MARKS = ("focus", "line", "ember", "bright")


def sheet(name: str) -> str:
    """A style sheet without its comments."""
    text = (SHEETS / f"{name}.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def physical(css: str) -> list[str]:
    """Declarations that know left from right; media conditions are not declarations."""
    return [found.group() for found in PHYSICAL.finditer(re.sub(r"@media[^{]*\{", "{", css))]


def colours(css: str) -> list[str]:
    """Colours written out."""
    return [found.group() for found in COLOUR.finditer(css)]


def theme(css: str) -> dict[str, tuple[str, str]]:
    """Every token that names a paper and a night colour."""
    pair = re.compile(r"--([\w-]+):\s*light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)")
    return {name: (paper, night) for name, paper, night in pair.findall(css)}


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1, of a colour as #RRGGBB (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def too_faint(css: str) -> list[str]:
    """Pairs below 4.5 for text, or 3 for marks, on any ground they stand on."""
    tokens = theme(css)
    faint = []
    for side, name in enumerate(("paper", "night")):
        for ground in ("ground", "panel", "horizon"):
            for ink in TEXT + MARKS:
                ratio = contrast(tokens[ink][side], tokens[ground][side])
                if ratio < (4.5 if ink in TEXT else 3.0):
                    faint.append(f"{name}: {ink} on {ground} {ratio:.2f}")
    return faint


@pytest.mark.parametrize("name", NAMES)
def test_sheets_use_logical_properties_only(name: str) -> None:
    assert physical(sheet(name)) == []


@pytest.mark.parametrize(
    "broken",
    ["a{margin-left:1px}", "a{ left: 0 }", "a{text-align: right}", "a{max-width:3px}"],
)
def test_a_side_by_name_is_found(broken: str) -> None:
    assert physical(broken)


@pytest.mark.parametrize("fine", ["a{margin-inline-start:1px}", "@media (max-width: 40rem){a{}}"])
def test_logical_sides_and_media_conditions_pass(fine: str) -> None:
    assert not physical(fine)


@pytest.mark.parametrize("name", NAMES[1:])
def test_nothing_is_coloured_outside_the_tokens(name: str) -> None:
    assert colours(sheet(name)) == []


@pytest.mark.parametrize("broken", ["a{color:#fff}", "a{fill: rgb(0 0 0)}", "a{color: white}"])
def test_a_colour_outside_the_tokens_is_found(broken: str) -> None:
    assert colours(broken)


def test_text_and_marks_stand_out_from_every_ground_in_both_themes() -> None:
    assert too_faint(sheet("tokens")) == []


def test_a_faint_ink_is_found() -> None:
    paler = sheet("tokens").replace("#A8AEC4", "#4A5068")
    assert any(found.startswith("night: muted on ground") for found in too_faint(paler))


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#EFE9DC", "#0B1020") == pytest.approx(15.7, abs=0.1)


def test_calm_motion_takes_no_time_by_the_system_and_by_the_switch() -> None:
    css = sheet("tokens")
    calm = re.findall(r"\{ --quick: 0ms; --mark: 0ms; --grow: 0ms;", css)
    assert len(calm) == 2
    assert "prefers-reduced-motion: reduce" in css
    assert '[data-motion="calm"]' in css


def test_every_time_of_motion_is_a_token() -> None:
    for name in NAMES[1:]:
        assert not re.findall(r"(?<![\w.])[\d.]+m?s(?![\w-])", sheet(name))


def test_layers_come_in_their_order_and_hold_every_rule() -> None:
    assert "@layer reset, tokens, base, parts, pages;" in sheet("tokens")
    for name in NAMES:
        assert f"@layer {name} {{" in sheet(name)


def test_templates_carry_no_style_of_their_own() -> None:
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert "style=" not in text and "<style" not in text, template.name


def test_every_class_a_template_names_has_a_rule_or_is_known_to_need_none() -> None:
    css = "".join(map(sheet, NAMES))
    bare = {"asked", "questions", "is-empty", "kicker"}
    for template in TEMPLATES.glob("*.html"):
        text = re.sub(r"\{[{%].*?[%}]\}", " ", template.read_text(encoding="utf-8"))
        for names in re.findall(r'class="([^"]*)"', text):
            for name in names.split():
                known = re.search(rf"\.{re.escape(name)}(?![\w-])", css)
                assert known or name in bare, f"{template.name}: {name}"


@pytest.mark.parametrize("name", NAMES)
def test_every_font_a_sheet_names_is_there(name: str) -> None:
    for path in re.findall(r'url\("([^"]+)"\)', sheet(name)):
        assert (SHEETS / path).resolve().is_file(), path
