"""Every code: the sound course has none, and each broken version shows its own, in its place."""

from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

from starlore.authoring import check_course
from starlore.language import Catalogue
from starlore.lessons.diagnostics import CODES, Diagnostic, remedy
from starlore.lessons.load import load_course
from starlore.questions import draw
from starlore.questions.lawbook import mends
from tests.animation.test_reading import CASES
from tests.lessons.made import LESSON, change, make
from tests.told import english, left_in_english

SEEDS = 40
PERSIAN = Catalogue.load("fa")
REAL = Path(__file__).parents[2] / "courses" / "reading-the-past"
MD, PY, NUM = "doubling/lesson.md", "doubling/questions.py", "doubling/numbers.py"

BROKEN: dict[str, tuple[str, str, str]] = {
    "L101": (MD, LESSON, "no head"),
    "L102": (MD, "minutes: 5", "minutes: [5"),
    "L103": (MD, "minutes: 5", "minutes: 5\nminutes: 6"),
    "L104": (MD, "minutes: 5", "minutes: 5\nseconds: 6"),
    "L105": (MD, "minutes: 5\n", ""),
    "L106": (MD, "## hint 1\n\nAdd", "## answer\n\nAdd"),
    "L107": (MD, "# Read {#read}", "# Read"),
    "L108": (MD, "caption: Shares.\n```", "caption: Shares.\n"),
    "L109": (MD, "## hint 1", "## clue 1"),
    "L110": (MD, "id: doubling", "id: trebling"),
    "L111": (MD, "lines: [[twice, again]]", "lines: [[twice, word]]"),
    "L112": (MD, "# Introduction {#introduction}", "Lost words.\n\n# Introduction {#introduction}"),
    "L121": (PY, "def twice(rng):", "def twice(rng:"),
    "L122": (NUM, "    weights =", "    missing\n    weights ="),
    "L123": (NUM, "def numbers", "def figures_"),
    "L124": (PY, "QUESTIONS = (", "QUESTIONS = (1,"),
    "L201": (MD, "{{ double }}", "{{ triple }}"),
    "L202": (MD, "{{ double }}", "{{ double:x }}"),
    "L203": (MD, "Doubling adds", "Doubling by 2 adds"),
    "L204": (MD, "(#read)", "(#nowhere)"),
    "L205": (MD, "Doubling adds", "Doubling <b>adds</b>"),
    "L206": (MD, "$n^2$", "$\\frac{n}$"),
    "L207": (MD, "Twice.\n", "Twice, " * 2_000),
    "L301": (MD, "kind: strip", "kind: ribbon"),
    "L302": (MD, "alt: A strip cut into {{ weights | bare }}.\n", ""),
    "L303": (MD, "axis: math\n", ""),
    "L304": (MD, "id: shares\n", ""),
    "L401": (MD, "  again: {", "  third: {name: Third, outcome: a, at: [1, 1]}\n  again: {"),
    "L402": (MD, "## worked\n\nIt is {{ solution }}.\n", ""),
    "L403": (MD, "## wrong squared\n\nYou squared: {{ yours }}.\n", ""),
    "L404": (
        PY,
        'Misconception("squared", Figure(n * n))',
        'Misconception("squared", Figure(n + n))',
    ),
    "L405": (MD, "## headline squared", "## headline cubed"),
    "L406": (PY, '"doubling.word"', '"other.word"'),
    "L407": (PY, "n = rng.integer", "n = 7  # rng.integer"),
    "L408": (PY, '"double": Figure(2 * n)', '("double" if n % 5 else "x"): Figure(2 * n)'),
    "L501": ("course.toml", "level = 0", 'level = "low"'),
    "L502": ("course.toml", '["doubling"]', '["dubbing"]'),
    "L503": ("course.toml", "level = 0", 'level = 0\nneeds = ["halving"]'),
    "L504": (MD, "b: Say which word}", "b: Say which word, c: Nothing}"),
    "L505": ("course.en.toml", 'question = "How many are half as many?"\n', ""),
    "L507": ("course.toml", '"doubling.twice"', '"doubling.thrice"'),
    "L508": ("course.toml", "level = 0", 'level = 0\npractises = {twice = ["doubling.thrice"]}'),
    "L509": ("course.toml", "level = 0", 'level = 0\npractises = {twice = ["doubling.twice"]}'),
    "L510": ("course.toml", "level = 1", "level = 0"),
}


def found(course: Path) -> list[Diagnostic]:
    return list(check_course(course, SEEDS).diagnostics)


def test_a_sound_course_has_no_fault(tmp_path: Path) -> None:
    report = check_course(make(tmp_path), SEEDS)
    assert [str(fault) for fault in report.diagnostics] == []
    assert (report.lessons, report.questions, report.languages) == (1, 3, 1)
    assert report.is_sound


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_version_shows_its_code(code: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    name, old, new = BROKEN[code]
    change(course / name, old, new)
    faults = found(course)
    assert code in {fault.code for fault in faults}, [str(fault) for fault in faults]
    assert all(fault.code in CODES and fault.line >= 1 for fault in faults)
    assert [left_in_english(fault.sentence(PERSIAN)) for fault in faults] == [[]] * len(faults)


def test_files_that_are_not_there_are_told(tmp_path: Path) -> None:
    for name, code in ((MD, "L100"), (NUM, "L120"), ("course.toml", "L500")):
        course = make(tmp_path / code)
        (course / name).unlink()
        assert code in {fault.code for fault in found(course)}


def test_a_folder_that_nobody_lists_is_told(tmp_path: Path) -> None:
    course = make(tmp_path)
    (course / "extra").mkdir()
    (course / "extra" / "lesson.md").write_text(LESSON, encoding="utf-8")
    assert [fault.code for fault in found(course)] == ["L506"]


def test_another_language_has_the_same_ids(tmp_path: Path) -> None:
    course = make(tmp_path)
    second = LESSON.replace("[[she, read, it], [he", "[[elle, lit], [il")
    second = second.replace("## hint 1\n\nAs before.\n", "")
    (course / "doubling" / "lesson.fr.md").write_text(second, encoding="utf-8")
    codes = {fault.code for fault in found(course) if fault.path.endswith("lesson.fr.md")}
    assert {"L601", "L602"} <= codes


def test_every_code_of_the_table_has_a_broken_version() -> None:
    elsewhere = {"L100", "L113", "L120", "L409", "L500", "L506", "L601", "L602"}
    elsewhere |= {"L410", "L411", "L412"}  # tests/lessons/test_off_screen.py
    elsewhere |= {"L413"}  # test_workers.py
    elsewhere |= {"L611", "L612", "L613", "L614", "L615"}  # test_catalogues.py, test_terms.py
    of_beats = {code for code, *_ in CASES} | {"L706"}
    assert BROKEN.keys() | elsewhere | of_beats == set(CODES)


def test_a_round_of_stars_is_printed_and_the_map_is_there_all_the_same(tmp_path: Path) -> None:
    course = make(tmp_path)
    edges = 'practises = {twice = ["doubling.again"], again = {"doubling.twice" = 0.5}}'
    change(course / "course.toml", "level = 0", f"level = 0\n{edges}")
    (fault,) = found(course)
    assert str(fault) == (
        "counting/course.toml:6:1 L509 these stars practise one another: doubling.twice -> "
        "doubling.again -> doubling.twice; drop one of them; only a harder star practises an "
        "easier one"
    )
    assert load_course(course).nodes.keys() == {"doubling", "halving"}


def test_an_edge_to_a_lesson_to_come_rests_and_one_to_nowhere_is_told(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "course.toml", "level = 0", 'level = 0\npractises = {twice = ["halving.one"]}')
    assert found(course) == []
    assert load_course(course).reach("doubling.twice") == {}
    change(course / "course.toml", "halving.one", "dubbing.one")
    assert [fault.code for fault in found(course)] == ["L502"]


@pytest.mark.parametrize("credit", ["0", "1.1", "nan", "true", '"0.3"'])
def test_a_credit_lies_above_nothing_and_at_most_at_one(credit: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    edges = f'practises = {{twice = {{"doubling.again" = {credit}}}}}'
    change(course / "course.toml", "level = 0", f"level = 0\n{edges}")
    assert [fault.code for fault in found(course)] == ["L501"]
    assert load_course(course).nodes["doubling"].level == 0


def test_a_number_typed_by_hand_is_told_with_the_name_that_prints_it(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / MD, "Weights such as", "Weights such as 0.84 and")
    (fault,) = found(course)
    assert str(fault) == (
        'counting/doubling/lesson.md:17:17 L203 "0.84" is typed by hand; write {{ weights.0 }}'
    )


def test_an_unknown_name_is_told_where_it_stands(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / MD, "What is twice {{ n }}?", "What,\nis twice {{ double }}?")
    (fault,) = found(course)
    line = (course / MD).read_text(encoding="utf-8").split("\n").index("is twice {{ double }}?") + 1
    assert (fault.code, fault.line, fault.column) == ("L201", line, 10)


def test_a_round_of_needs_is_drawn_with_arrows(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "course.toml", "level = 0", 'level = 0\nneeds = ["halving"]')
    (fault,) = found(course)
    assert "doubling -> halving -> doubling" in str(fault)


@pytest.mark.parametrize(
    ("address", "is_fault"),
    [
        ("https://example.org/a", False),
        ("mailto:someone@example.org", False),
        ("#shares", False),
        ("../course.toml", False),
        ("javascript:alert", True),
        ("//example.org", True),
        ("../../../etc", True),
        ("gone.png", True),
        ("lesson:halving", False),
        ("lesson:doubling", False),
        ("lesson:halved", True),
        ("lesson:", True),
    ],
)
def test_links_lead_somewhere_they_may(address: str, is_fault: bool, tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / MD, "(numbers.py)", f"({address})")
    assert [fault.code for fault in found(course)] == (["L204"] if is_fault else [])


def test_a_link_to_no_lesson_is_told_with_its_place_and_the_nearest_name(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / MD, "[the numbers](numbers.py)", "[halves](lesson:halfing)")
    (fault,) = found(course)
    assert str(fault) == (
        "counting/doubling/lesson.md:21:46 L204 “lesson:halfing” names no lesson of this course; "
        "did you mean lesson:halving?"
    )


def test_a_link_to_a_lesson_in_a_question_is_held_to_the_course_too(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / MD, "Add {{ n }} to itself.", "Add as in [halves](lesson:halving).")
    assert found(course) == []
    change(course / MD, "(lesson:halving)", "(lesson:halvings)")
    assert [fault.code for fault in found(course)] == ["L204"]
    change(course / MD, "[halves](lesson:halvings)", "<lesson:halving>")
    assert ["write [words]" in str(fault) for fault in found(course)] == [True]


@pytest.fixture(scope="module")
def with_a_lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two lessons of the course that has a Lab, to be changed; the others are as if unwritten."""
    folder = tmp_path_factory.mktemp("courses") / REAL.name
    for slug in ("lookup", "dot"):
        copytree(REAL / slug, folder / slug, ignore=ignore_patterns("__pycache__"))
    for file in REAL.glob("*.toml"):
        copy(file, folder)
    return folder


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("[see](lab:lookup?places=8&scheme=window#inputs)", ""),
        ("[see](lab:dot)", "no lesson “dot” has a Lab"),
        ("[see](lab:lookup?brake=wrong-axis)", "did you mean “break”?"),
        ("[see](lab:lookup?q.0.0=99&k.0.0=99)", "no page could show its power of e"),
        ("[see](lab:lookup#brake)", "no part “brake”"),
        ("[see](<lab:lookup?row={{ work.short }}>)", "must be a number"),
        ("<lab:lookup>", "has no words to show"),
    ],
)
def test_a_link_into_a_lab_is_held_to_what_the_lab_shows(
    with_a_lab: Path, link: str, sentence: str
) -> None:
    text = with_a_lab / "dot" / "lesson.md"
    before = text.read_text("utf-8")
    try:
        change(text, "# Read {#read}\n", f"# Read {{#read}}\n\nGo and {link}.\n")
        faults = check_course(with_a_lab, seeds=1, only="dot").diagnostics
        line = text.read_text("utf-8").split("\n").index(f"Go and {link}.") + 1
    finally:
        text.write_text(before, encoding="utf-8")
    assert [(f.code, f.line) for f in faults] == ([("L204", line)] if sentence else [])
    assert all(sentence in str(fault) for fault in faults)


def test_a_working_that_the_lab_would_refuse_is_a_fault_of_its_question(with_a_lab: Path) -> None:
    code = with_a_lab / "lookup" / "questions.py"
    before = code.read_text("utf-8")
    try:
        assert '"part": "ways"' in before
        change(code, '"part": "ways"', '"part": "weighs"')
        faults = check_course(with_a_lab, seeds=1, only="lookup").diagnostics
    finally:
        code.write_text(before, encoding="utf-8")
    assert {fault.code for fault in faults} == {"L204"}
    assert all("no part “weighs”" in str(fault) for fault in faults)


def test_words_before_the_answer_see_nothing_that_was_worked_out(tmp_path: Path) -> None:
    for key in ("solution", "squared", "double", "yours"):
        course = make(tmp_path / key)
        change(course / MD, "What is twice {{ n }}?", f"What is twice {{{{ {key} }}}}?")
        assert "L201" in {fault.code for fault in found(course)}


def test_every_code_says_what_to_do() -> None:
    assert all(english(remedy(code)) for code in CODES)


def test_a_broken_law_is_told_once_with_its_first_seeds_and_what_to_do(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / PY, "n = rng.integer", "n = 3 + next(COUNT)  # rng.integer")
    change(course / PY, "def twice", "import itertools\nCOUNT = itertools.count()\n\n\ndef twice")
    (fault,) = [fault for fault in found(course) if fault.code == "L407"]
    assert "breaks law L1 at seeds 0, 1, 2, 3, 4 ...: " in str(fault)
    assert str(fault).endswith(english(mends("L1")))


def test_a_question_that_draws_too_much_is_told_and_not_a_fault_of_ours(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / PY, "n = rng.integer", "rng.shuffle('deck', range(5000))\n    n = rng.integer")
    (fault,) = [fault for fault in found(course) if fault.code == "L407"]
    assert "breaks law L10" in str(fault)
    assert str(fault).endswith(english(mends("L10")))


def test_what_an_authors_code_raises_is_told_at_its_own_line(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / PY, "    wrong = Misc", "    half = 1 / (n - n)\n    wrong = Misc")
    line = (course / PY).read_text(encoding="utf-8").split("\n").index("    half = 1 / (n - n)") + 1
    faults = [fault for fault in found(course) if fault.code == "L407"]
    assert [(fault.line, "ZeroDivisionError" in str(fault)) for fault in faults] == [(line, True)]
    served = load_course(course).diagnostics
    assert [(fault.code, fault.line) for fault in served] == [("L407", line)]


@pytest.mark.parametrize(
    "key",
    ["hint one", "hint", "hint 0", "hint \u0661", "worked path", "answer 1", "wrong", "option"],
)
def test_a_key_with_a_wrong_name_is_no_key(key: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / MD, "## hint 1\n\nNeither.", f"## {key}\n\nNeither.")
    told = [fault for fault in found(course) if fault.code == "L109"]
    assert [f"“## {key}” is no key" in str(fault) for fault in told] == [True]
    assert "## hint 1" in english(told[0].hint)


@pytest.mark.parametrize("address", ["a%00b", "x" * 5000, "round"])
def test_an_address_that_no_file_can_have_is_told(address: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    (course / "doubling" / "round").symlink_to("round")
    change(course / MD, "(numbers.py)", f"({address})")
    assert [fault.code for fault in found(course)] == ["L204"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert [fault.code for fault in found(tmp_path / "nowhere")] == ["L500"]


def test_a_vary_that_does_not_end_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw, "DRAW_SECONDS", 0.05)
    course = make(tmp_path)
    change(course / PY, "def word(rng):", "def word(rng):\n    while True: pass")
    (fault,) = [fault for fault in found(course) if fault.code == "L407"]
    said = "doubling.word seed 0: it did not end within 0.05 seconds"
    assert english(fault.message) == said


@pytest.mark.parametrize(
    ("name", "written", "place"),
    [
        ("course.toml", '# ترتیب\nid = "سلام" x', "counting/course.toml:2:13 L501"),
        ("course.toml", '\ufeffid = "a"\r\n\r\n[lessons', "counting/course.toml:3:9 L501"),
        ("doubling/watch.toml", "\ufeff# x\r\n  [beats", "counting/doubling/watch.toml:2:9 L701"),
    ],
)
def test_what_is_no_toml_is_told_where_it_is_none(
    name: str, written: str, place: str, tmp_path: Path
) -> None:
    course = make(tmp_path)
    (course / name).write_bytes(written.encode())
    told = [str(fault) for fault in found(course) if "no TOML" in str(fault)]
    assert [line[: len(place)] for line in told] == [place]
    assert told[0].endswith("mend what the grammar of TOML does not know")


def test_a_course_file_that_cannot_be_read_is_to_be_made_readable(tmp_path: Path) -> None:
    course = make(tmp_path)
    (course / "course.toml").unlink()
    (course / "course.toml").mkdir()
    (told,) = [str(fault) for fault in found(course) if fault.code == "L501"]
    assert "make it a readable file of words" in told


def test_half_a_sign_in_the_name_of_a_number_is_told(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / NUM, "return {", 'return {"a\\udc80": 1, ')
    assert "L123" in {fault.code for fault in found(course)}
    assert load_course(course).lessons == {}


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_places_are_those_an_editor_counts_in_persian_too(
    mark: str, ends: str, tmp_path: Path
) -> None:
    course = make(tmp_path)
    text = LESSON.replace("Weights such as {{ weights }}", "وزن‌ها ۱۲ و {{ سه }} و {{ nine }}")
    (course / MD).write_bytes((mark + text.replace("\n", ends)).encode())
    code = (course / NUM).read_text(encoding="utf-8") + '\nسلام = "ساعت" +* 2\n'
    (course / PY).write_bytes((mark + code.replace("\n", ends)).encode())
    places = {str(fault).split(" ")[0] for fault in found(course)}
    line = code.split("\n").index('سلام = "ساعت" +* 2') + 1
    assert f"counting/doubling/questions.py:{line}:16" in places
    (course / PY).write_text(
        (make(tmp_path / "sound") / PY).read_text(encoding="utf-8"), encoding="utf-8"
    )
    places = {str(fault).split(" ")[0] for fault in found(course)}
    assert {f"counting/{MD}:17:8", f"counting/{MD}:17:13"} <= places
