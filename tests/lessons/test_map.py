"""The order of the map, and the roads on it."""

from starlore.lessons.map import in_order, loop, road, star_loop
from starlore.lessons.model import Node
from tests.real_course import real_course

NODES = real_course().nodes


def test_every_lesson_comes_after_what_it_needs() -> None:
    order = in_order(NODES)
    assert sorted(order) == sorted(NODES)
    for slug, node in NODES.items():
        assert all(order.index(need) < order.index(slug) for need in node.needs)


def test_the_road_to_the_seed_is_five_lessons() -> None:
    assert road(NODES, "lookup") == ("dot", "average", "softmax", "project", "lookup")
    assert road(NODES, "dot") == ("dot",)


def test_a_road_holds_all_that_is_needed_and_nothing_else() -> None:
    for goal in NODES:
        found = road(NODES, goal)
        assert found[-1] == goal
        needed = {need for slug in found for need in NODES[slug].needs}
        assert needed | {goal} == set(found)


def test_a_round_has_an_order_and_a_road_all_the_same() -> None:
    nodes = {"a": Node("a", 0, ("b",)), "b": Node("b", 0, ("a",)), "c": Node("c", 1, ("b",))}
    assert loop(nodes) == ("a", "b", "a")
    assert sorted(in_order(nodes)) == ["a", "b", "c"]
    assert set(road(nodes, "c")) == {"a", "b", "c"}


def test_the_real_course_has_no_round() -> None:
    assert loop(NODES) == ()
    assert star_loop(NODES) == ()
