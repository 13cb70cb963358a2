"""Projection as a picture: what an input takes from the tables, and what a change moves."""

import pytest

from starlore.errors import LessonError, Refused
from starlore.lessons.pictures import turned
from starlore.lessons.pictures.project import Project, Vector, project

TRIO = {
    "x": [[1, 0, 1], [0, 1, 1], [1, 1, 0]],
    "signs": ["sun", "moon", "comet"],
    "q": [[1, 0], [0, 1], [1, 1]],
    "k": [[-0.5, 2], [-0.5, 0], [1.5, -1]],
    "v": [[7.5, -2.5], [-2.5, 7.5], [2.5, 2.5]],
}


def through(**query: str) -> Project:
    made = turned(project(TRIO), {at.replace("_", "."): text for at, text in query.items()})
    assert isinstance(made, Project)
    return made


def printed(made: tuple[Vector, ...]) -> list[list[str]]:
    return [[part.printed for part in vector] for vector in made]


def test_an_input_becomes_a_query_a_key_and_a_value() -> None:
    made = through()
    assert printed(made.now.made) == [["2", "1"], ["1", "1"], ["10", "0"]]
    assert [printed(other.made) for other in made.others[1:]] == [
        [["1", "2"], ["1", "-1"], ["0", "10"]],
        [["1", "1"], ["-1", "2"], ["5", "5"]],
    ]
    assert (made.now.name, made.lit, made.moved) == ("sun", frozenset({0, 2}), (0, 0, 0))


def test_turned_to_where_it_began_it_is_the_same_picture() -> None:
    assert through(x_0="1", k_0_0="-0.5") == project(TRIO)


def test_rows_are_taken_as_often_as_the_input_says() -> None:
    made = through(x_0="2", x_1="-1", x_2="0")
    assert printed(made.now.made)[0] == ["2", "-1"]
    assert (made.now.name, made.lit) == ("", frozenset({0, 1}))
    assert through(x_0="0", x_1="1").now.name == "moon"


def test_a_number_of_the_key_table_moves_the_keys_whose_input_uses_its_row() -> None:
    made = through(k_0_0="0.5")
    assert made.moved == (0, 2, 0)
    assert printed(made.others[1].made)[1] == ["1", "-1"]
    assert through(v_2_1="0").moved == (0, 0, 2)


def test_a_number_beyond_its_bounds_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        through(q_2_1="21")
    assert refused.value.values["least"] == -20


@pytest.mark.parametrize(
    "change",
    [
        {"q": [[1, 0], [0, 1]]},
        {"q": [[1, 0], [0, 1], [1]]},
        {"q": [[1, 0, 1, 0]] * 3},
        {"v": [[21, 0]] * 3},
        {"x": [[1], [2], [3]]},
        {"x": "sun"},
        {"signs": ["sun"]},
    ],
)
def test_tables_that_do_not_fit_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(LessonError):
        project({**TRIO, **change})
