"""The lesson on projections: its worked example, its samples, its laws, and that its words fill."""

from math import dist

import pytest

from starlore.lessons.scope import open_scope
from starlore.questions.laws import check_question
from tests.courses.written import Sample, Written

PROJECT = Written("project")

SAMPLES: tuple[Sample, ...] = (
    (
        "project",
        {"x": (-2, 2), "row1": (-2, 0), "row2": (-1, 1)},
        "(2, 2)",
        {"columns-for-rows": "(4, 4)", "diagonal-only": "(4, 2)", "adds-everything": "(-2, 0)"},
    ),
    (
        "who-asks",
        {"q1": (-1, -2), "q2": (2, 3), "k1": (2, 1), "k2": (1, 0)},
        "-1",
        {"q-k-swap": "7", "queries-only": "-8", "keys-only": "2"},
    ),
    (
        "parameters",
        {"d": 32, "k": 8, "n": 10},
        "768",
        {"one-matrix": "256", "weights-per-position": "7680", "square-only": "192"},
    ),
    (
        "longer-input",
        {"P": 768, "c": 3, "w": 2},
        "1536",
        {"weights-per-position": "4608", "squares-it": "3072", "width-blind": "768"},
    ),
    (
        "not-symmetric",
        {"q1": (3, 1), "q2": (0, 2), "k1": (3, 3), "k2": (-2, 3)},
        "-9",
        {"symmetric": "0", "q-k-swap": "9", "adds-it": "3"},
    ),
    (
        "what-is-sent",
        {
            "x": (2, 2),
            "key_row1": (-2, 1),
            "key_row2": (1, 1),
            "value_row1": (-4, -4),
            "value_row2": (3, 1),
        },
        "(-2, -6)",
        {"keys-blended": "(-2, 4)", "input-blended": "(2, 2)", "columns-for-rows": "(-16, 8)"},
    ),
    (
        "shapes",
        {"n": 64, "d": 10, "k": 12},
        "(64, 64)",
        {"shape-of-q": "(64, 12)", "shape-of-w": "(10, 12)", "squares-wrong-side": "(12, 12)"},
    ),
    (
        "who-decides",
        {"sentence": 0, "others": ("hand-assigned", "in-the-word", "per-sentence")},
        "right",
        {name: name for name in ("hand-assigned", "in-the-word", "per-sentence")},
    ),
)

FACTS = (
    "The input of ☉ is (1, 0, 1). The query table has the rows (1, 0), (0, 1) and (1, 1)",
    "the query is $(1, 0) + (1, 1) = (2, 1)$",
    "the key is $(-0.5, 2) + (1.5, -1) = (1, 1)$",
    "the value is $(7.5, -2.5) + (2.5, 2.5) = (10, 0)$",
    "With (2, −1, 0), the first row counts twice, which makes (2, 0)",
    "The query would be (2, −1)",
    "it gives $1 + 0 + 1 = 2$, the first number of the query",
    "☾ has the input (0, 1, 1) and takes the second and third rows: query (1, 2), key (1, −1), "
    "value (0, 10)",
    "☄ has (1, 1, 0) and takes the first two: query (1, 1), key (−1, 2), value (5, 5)",
    "The keys of ☉ and ☄ move, to (2, 1) and (0, 2). The key of ☾ stays (1, −1)",
    "there are 3 tables: 18 learned numbers",
    "With three places it is 18, and with 3,000 places it is 18",
    "one table has $512 \\cdot 64$ numbers, that is 32,768, and the three together have 98,304",
    "the score is $2 + (-1) = 1$",
    "the score is $1 + 2 = 3$",
    "n rows, one for each asker, and n columns, one for each asked",
    "Three learned tables turn each input into a query, a key and a value, and all places share",
)

ACCEPTED = {
    "project": 0.6,
    "who-asks": 0.45,
    "parameters": 0.35,
    "longer-input": 0.75,
    "not-symmetric": 0.6,
    "what-is-sent": 0.85,
    "shapes": 0.95,
    "who-decides": 1,
}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample[0])
def test_a_sample_gives_the_answers_that_were_worked_out_for_it(sample: Sample) -> None:
    star, values, solution, wrong = sample
    assert PROJECT.answers(star, values) == (solution, wrong)


@pytest.mark.parametrize("fact", FACTS)
def test_the_reading_says_what_the_lesson_is_there_to_say(fact: str) -> None:
    assert fact in PROJECT.reading()


@pytest.mark.parametrize(("star", "least"), ACCEPTED.items())
def test_about_as_many_draws_are_accepted_as_were_counted_on(star: str, least: float) -> None:
    assert PROJECT.accepted(star, 200) >= least


@pytest.mark.parametrize("star", ACCEPTED)
def test_every_question_keeps_its_laws(star: str) -> None:
    assert check_question(PROJECT.questions[star], range(200)) == ()


@pytest.mark.parametrize("star", ACCEPTED)
def test_all_words_of_a_question_can_be_filled_from_what_is_known_by_then(star: str) -> None:
    for seed in range(5):
        foreseen, explained, headed = PROJECT.fill_question(star, seed)
        assert foreseen <= explained == headed


def test_every_wrong_way_that_is_explained_is_met_sooner_or_later() -> None:
    met: set[str] = set()
    for seed in range(20):
        foreseen, explained, _ = PROJECT.fill_question("who-decides", seed)
        met |= foreseen
    assert met == explained


def test_who_decides_speaks_of_another_situation_each_time() -> None:
    stem = PROJECT.text.questions["who-decides"].stem
    said = set()
    for at in range(len(PROJECT.text.sentences)):
        variant = PROJECT.variant("who-decides", {"sentence": at, "others": ("in-the-word",)})
        said.add(PROJECT.prose(stem, open_scope(PROJECT.lesson, variant)))
    assert len(said) == len(PROJECT.text.sentences) == 12
    assert any("to look for the verb in a sentence" in one for one in said)


def test_every_star_has_its_question() -> None:
    assert PROJECT.stars == set(PROJECT.questions) == set(ACCEPTED)


def test_no_digit_is_typed_by_hand_below_the_head() -> None:
    assert PROJECT.typed_by_hand() == []


def test_two_arms_of_stars_mirror_each_other_about_a_stem() -> None:
    places = {name: star.at for name, star in PROJECT.lesson.plan.stars.items()}
    stem = {places.pop("project"), places.pop("shapes")}
    assert {x for x, _ in stem} == {50}
    assert {(100 - x, y) for x, y in places.values()} == set(places.values())


@pytest.mark.parametrize("slug", ["project", "softmax"])
def test_centres_stay_apart_in_the_smallest_drawing(slug: str) -> None:
    stars = Written(slug).lesson.plan.stars.values()
    places = [(star.at[0] * 1.86, star.at[1] * 1.68) for star in stars]
    apart = (dist(one, other) for i, one in enumerate(places) for other in places[:i])
    assert min(apart) >= 32
