"""Questions looked at side by side give what they give one after the other; draws are counted."""

from pathlib import Path

import pytest

from starlore.authoring import check_course, workers
from starlore.lessons.load import load_course
from starlore.questions import Question, Variant, laws
from starlore.questions.draw import draw_variant
from tests.lessons.made import change, make
from tests.told import english

SEEDS = 30


@pytest.fixture
def course(tmp_path: Path) -> Path:
    made = make(tmp_path)
    change(made / "doubling" / "lesson.md", "Weights such as", "Weights such as 0.84 and")
    return made


def test_two_processes_find_what_one_finds(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORTH_A_PROCESS", 0)
    alone = check_course(course, SEEDS, is_counted=True)
    assert not alone.is_sound
    assert check_course(course, SEEDS, processes=2, is_counted=True) == alone


def test_a_process_that_dies_costs_its_own_question_alone(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "WORTH_A_PROCESS", 0)
    questions = course / "doubling" / "questions.py"
    change(questions, "def word(rng):", f"{ENDS}\n\n\ndef word(rng):\n    end_at(rng, 7)")
    report = check_course(course, SEEDS, processes=2, is_counted=True)
    died = "the process that looked at doubling.word died"
    assert [english(fault.message) for fault in report.diagnostics if fault.code == "L409"] == [
        died
    ]
    assert {fault.code for fault in report.diagnostics} == {"L203", "L409"}
    assert [english(one.why_not) for one in report.counts] == ["", "", died]


ENDS = """def end_at(rng, seed):
    import os

    if rng.seed == seed:
        os._exit(3)"""


def test_draws_are_counted_in_course_order(course: Path) -> None:
    told: list[str] = []
    counts = check_course(course, SEEDS, told.append, is_counted=True).counts
    assert [one.question for one in counts] == told and len(told) == 3


def test_counts_are_those_of_the_variants_one_by_one(course: Path) -> None:
    lesson = load_course(course).lessons["doubling"]
    for counted in check_course(course, SEEDS, is_counted=True).counts:
        asked = lesson.questions[counted.question]
        drawn = [draw_variant(asked, seed) for seed in range(SEEDS)]
        orders = [variant.order for variant in drawn]
        assert (counted.seeds, counted.why_not) == (SEEDS, None)
        assert counted.attempts == sum(variant.attempt + 1 for variant in drawn)
        assert counted.different == len({repr((one.given, one.solution)) for one in drawn})
        assert counted.printed == {
            one.name: sum(one.name in order for order in orders)
            for variant in drawn
            for one in variant.misconceptions
        }
        assert counted.places == tuple(
            sum(order[at] == "" for order in orders) for at in range(len(orders[0]))
        )


def test_refused_draws_are_counted_too(course: Path) -> None:
    change(
        course / "doubling" / "questions.py",
        '(wrong,), {"double"',
        '(wrong,), accept=n % 2 == 0, working={"double"',
    )
    counted = check_course(course, SEEDS, is_counted=True).counts[0]
    assert counted.question == "doubling.twice" and counted.attempts > counted.seeds == SEEDS
    assert 0.3 < counted.refused < 0.7


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("    wrong = Misc", "    half = 1 / (n - n)\n    wrong = Misc", "ZeroDivisionError"),
        ("Figure(n * n)", "Figure(n + n)", "never differs from the solution"),
        ("    wrong = Misc", "    half = 1 / (rng.seed - 9)\n    wrong = Misc", "seed 9 attempt 0"),
    ],
)
def test_a_question_that_cannot_be_counted_says_why(
    old: str, new: str, why: str, course: Path
) -> None:
    change(course / "doubling" / "questions.py", old, new)
    counts = check_course(course, SEEDS, is_counted=True).counts
    assert [one.question for one in counts if why in english(one.why_not)] == ["doubling.twice"]
    assert len(counts) == 3


def test_each_seed_is_drawn_once_for_the_laws_the_words_and_the_counts(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def counting(question: Question, seed: int, others: tuple[Question, ...] = ()) -> Variant:
        drawn.append(seed)
        return draw_variant(question, seed, others)

    monkeypatch.setattr(laws, "draw_variant", counting)
    monkeypatch.setattr(laws, "FRESH", 1)
    check_course(course, SEEDS, is_counted=True)
    fixed = range(laws.FRESH_IN)  # that of one Variant is drawn on, to see whether it is one
    assert sorted(drawn) == sorted([*range(SEEDS), *range(SEEDS), *fixed])


def test_nothing_is_counted_unless_asked(course: Path) -> None:
    assert check_course(course, SEEDS).counts == ()


def test_a_lesson_that_changes_meanwhile_is_told(course: Path) -> None:
    folder = course / "doubling"
    task = workers.Task(folder, "counting/doubling", "doubling.gone", 5, is_counted=True)
    workers._lesson.cache_clear()
    looked = [workers._look_anew(task)]  # read, but without that question
    change(folder / "lesson.md", "id: doubling", "id: another")
    workers._lesson.cache_clear()
    looked.append(workers._look_anew(task))  # not read at all
    workers._lesson.cache_clear()
    assert [one.faults[0].code for one in looked] == ["L413", "L413"]
    assert all(one.counts and one.counts.why_not for one in looked)
    assert "changed while it was looked at; check it again" in str(looked[0].faults[0])


def test_each_lesson_is_read_and_run_once_where_no_other_process_is_begun(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(
        course / "doubling" / "numbers.py",
        "def numbers",
        'with open(__file__ + "-runs", "a") as runs:\n    runs.write("run ")\n\n\ndef numbers',
    )
    monkeypatch.chdir(course.parent)
    check_course(course, SEEDS)
    runs = course / "doubling" / "numbers.py-runs"
    assert runs.read_text(encoding="utf-8").split() == ["run"]
