"""Templates and style sheets meet: every class has its rule, every font its file."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "src" / "starlore" / "web" / "static" / "css"
TEMPLATES = ROOT / "src" / "starlore" / "view" / "templates"
NAMES = ("tokens", "base", "parts", "watch", "pages")
BARE = {"asked", "questions", "kicker"}
"""Classes that name a part and look like what holds them."""


def sheet(name: str) -> str:
    """A style sheet without its comments."""
    text = (SHEETS / f"{name}.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def unstyled(template: str, css: str) -> set[str]:
    """Classes a template names and no rule knows."""
    text = re.sub(r"\{[{%].*?[%}]\}", " ", template)
    named = {name for names in re.findall(r'class="([^"]*)"', text) for name in names.split()}
    ruled = set(re.findall(r"\.([a-z][\w-]*)", css))
    return named - ruled - BARE


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.stem)
def test_every_class_of_a_template_has_a_rule(path: Path) -> None:
    css = "".join(map(sheet, NAMES))
    assert unstyled(path.read_text(encoding="utf-8"), css) == set()


def test_a_class_without_a_rule_is_found() -> None:
    template = '<p class="note {{ x }} lost{% if y %} found{% endif %}">'
    assert unstyled(template, ".note { } .found:hover { }") == {"lost"}


@pytest.mark.parametrize("name", NAMES)
def test_every_font_a_sheet_names_is_there(name: str) -> None:
    for path in re.findall(r'url\("([^"]+)"\)', sheet(name)):
        assert (SHEETS / path).resolve().is_file(), path


@pytest.mark.parametrize("name", NAMES[1:])
def test_every_time_of_motion_is_a_token(name: str) -> None:
    assert not re.findall(r"(?<![\w.])[\d.]+m?s(?![\w-])", sheet(name))
