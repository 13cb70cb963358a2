"""Docs that stay true: links resolve, examples run, generated pages are current."""

import ast
import doctest
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import starlore
import starlore.attention
import starlore.questions
from starlore.attention import Causal
from starlore.attention.cost import Sizes, cost_of
from starlore.lessons.pictures import PICTURES
from starlore.questions import laws
from starlore.questions.lawbook import LAWS
from tests.real_course import COURSE, real_course
from tools import docstrings
from tools.docs import PAGES as MADE
from tools.docs import REFERENCE
from tools.docstrings import markdown

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/**/*.md")]
    + [*ROOT.glob("decisions/*.md"), ROOT / "benchmarks" / "README.md"]
)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def dead_links(page: Path) -> list[str]:
    """The relative links and pictures of a page that lead nowhere; code is not looked at."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = LINK.findall(re.sub(r"`[^`]*`", "", text))
    away = ("http", "mailto:", "lesson:", "lab:")
    near = (target for target in targets if not target.startswith(away))
    return [target for target in near if not (page.parent / target).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    assert dead_links(page) == []


def test_a_dead_link_would_be_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "![a\nb](gone.jpg) [here](page.md#top) `[c](code.md)` [w](https://x.org)", encoding="utf-8"
    )
    assert dead_links(page) == ["gone.jpg"]


def test_the_index_names_every_page_of_the_docs() -> None:
    index = ROOT / "docs" / "README.md"
    named = {(index.parent / target).resolve() for target in LINK.findall(index.read_text("utf-8"))}
    assert set(ROOT.glob("docs/*/*.md")) <= named


def test_no_picture_of_the_docs_weighs_more_than_200_kb() -> None:
    for picture in ROOT.glob("docs/pictures/*"):
        assert picture.stat().st_size < 200_000, picture.name


def test_the_examples_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("name", MADE)
def test_a_generated_page_is_current(name: str) -> None:
    assert (REFERENCE / name).read_text(encoding="utf-8") == MADE[name]()


@pytest.mark.parametrize("name", MADE)
def test_no_line_that_goes_on_has_become_an_item_of_its_own(name: str) -> None:
    text = re.sub(r"```.*?```", "", MADE[name](), flags=re.DOTALL)
    assert re.findall(r"^ *- {2,}.*$", text, re.MULTILINE) == []


@pytest.mark.parametrize("name", ["engine.md", "contrasts.md", "costs.md", "questions.md"])
def test_brackets_are_closed_on_the_line_that_opens_them(name: str) -> None:
    calls = re.findall(r"^```text\n(\w+\(\n.*?\))\n```$", MADE[name](), re.MULTILINE | re.DOTALL)
    for call in calls:
        for line in call.removesuffix(")").split("\n")[1:]:
            assert line.count("(") == line.count(")"), line
            assert len(line) <= 100, line
    assert calls or name == "questions.md"


def test_lines_of_an_argument_that_look_like_names_go_on_with_it() -> None:
    doc = "Do.\n\nArgs:\n    a: one thing, or\n        another: it is so.\n    b: two."
    assert markdown(doc) == "Do.\n\n**Args**\n\n- a: one thing, or\n  another: it is so.\n- b: two."


def test_the_examples_of_the_writer_of_pages_hold() -> None:
    failed, tried = doctest.testmod(docstrings)
    assert (failed, tried >= 2) == (0, True)


def test_the_list_of_differences_from_the_plan_names_questions_that_there_are() -> None:
    (page,) = ROOT.glob("decisions/0022-*.md")
    text, course = page.read_text(encoding="utf-8"), real_course()
    asked = {id_ for lesson in course.lessons.values() for id_ in lesson.questions}
    rows = re.findall(r"^\| ([a-z]+: [^|]+) \|", text, re.MULTILINE)
    named = {
        f"{slug}.{name}"
        for row in rows
        for slug, _, names in (part.partition(": ") for part in row.split("; "))
        for name in names.split(", ")
    }
    assert len(rows) >= 9
    assert named <= asked
    assert set(re.findall(r"`([a-z]+\.[a-z-]+)`", text)) <= asked
    wrong = re.findall(r"^## wrong (\S+)$", "".join(sources()), re.MULTILINE)
    assert {"gap-blind", "width-blind", "one-end-only", "near-the-middle"} <= set(wrong)


def sources() -> list[str]:
    """The seven lessons as written."""
    return [path.read_text(encoding="utf-8") for path in COURSE.glob("*/lesson.md")]


def test_a_figure_is_made_of_parts_that_others_use_too() -> None:
    page = MADE["figures.md"]()
    rows = re.findall(r"^\| `([\w-]+)` \| (\d+) \| ([\w, ]+) \|$", page, re.MULTILINE)
    assert [kind for kind, _, _ in rows] == sorted(PICTURES)
    for kind, own, made_of in rows:
        assert int(own) > 0, kind
        assert {"data", "sheet"} <= set(made_of.split(", ")), kind
    assert re.search(rf"^\| sheet \| \d+ \| {len(PICTURES)} \|$", page, re.MULTILINE)


def test_the_reference_names_every_law_and_every_public_name() -> None:
    assert {f"| {law} | " in MADE["checks.md"]() for law in laws_of(laws.__doc__ or "")} == {True}
    for name in starlore.questions.__all__:
        assert f"## `{name}`" in MADE["questions.md"]()
    for name in starlore.attention.__all__:
        assert f"## `{name}`" in MADE["engine.md"]()


def laws_of(text: str) -> list[str]:
    """The laws that a docstring lists."""
    return re.findall(r"^    (L\d+) +", text, re.MULTILINE)


def test_the_memory_of_long_documents_is_what_the_kernel_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numba", reason="the compiled kernel holds it")
    monkeypatch.setenv("STARLORE_SHAPE", "avx512")
    page = (ROOT / "docs" / "how-to" / "attend-over-a-long-document.md").read_text("utf-8")
    rows = re.findall(r"^\| ([\d,]+) \| ([\d.]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    assert len(rows) == 3
    for places, held, table in rows:
        n = int(places.replace(",", ""))
        cost = cost_of(Causal(), Sizes(n, n, 64, 64, 1, 1), "compiled")
        assert f"{cost.extra_bytes / 2**20:.1f}" == held
        assert f"{4 * n * n / 2**20:,.0f}" == table


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_make_run_passes_on_what_the_readme_says() -> None:
    words = ["make", "--no-print-directory", "-n", "run", "ARGS=--port 9000 --data ./sky"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].endswith("starlore serve --port 9000 --data ./sky")


def test_the_book_of_laws_has_those_that_are_checked() -> None:
    assert laws_of(laws.__doc__ or "") == list(LAWS)


def test_every_public_name_of_the_engine_is_there() -> None:
    for name in starlore.__all__:
        assert getattr(starlore, name) is not None


def test_every_module_says_what_it_is() -> None:
    for path in sorted((ROOT / "src").rglob("*.py")):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path
