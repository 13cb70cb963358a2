"""Docs that stay true: links resolve, examples run, generated pages are current."""

import doctest
import re
from pathlib import Path

import pytest

import starlore
from tools.docs import PAGE, command_line

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/**/*.md")]
    + [*ROOT.glob("decisions/*.md"), ROOT / "benchmarks" / "README.md"]
)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"`[^`]*`", "", text)
    for target in LINK.findall(text):
        if not target.startswith(("http", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_examples_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def test_the_page_of_the_command_line_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == command_line()


def test_every_public_name_of_the_engine_is_there() -> None:
    for name in starlore.__all__:
        assert getattr(starlore, name) is not None


def test_every_module_says_what_it_is() -> None:
    for path in sorted((ROOT / "src").rglob("*.py")):
        assert path.read_text(encoding="utf-8").lstrip().startswith('"""'), path
