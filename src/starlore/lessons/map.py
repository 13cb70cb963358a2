"""The map of a course: what a lesson needs, what it opens, the road to it, rounds in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlore.lessons.edges import round_in
from starlore.lessons.model import Course, Node


@dataclass(frozen=True)
class Neighbourhood:
    """What lies around a lesson."""

    needs: tuple[str, ...]
    contrasts: tuple[str, ...]
    leads_to: tuple[str, ...]


def neighbourhood(course: Course, slug: str) -> Neighbourhood:
    """What a lesson needs, stands beside, and opens; the last two in course order."""
    node = course.nodes.get(slug, Node(slug, 0))
    leads_to = tuple(other.slug for other in course.nodes.values() if slug in other.needs)
    beside = {other.slug for other in course.nodes.values() if slug in other.contrasts}
    contrasts = tuple(s for s in course.nodes if s in beside or s in node.contrasts)
    return Neighbourhood(node.needs, contrasts, leads_to)


def loop(nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """A round of lessons that need one another, first one repeated; empty where there is none.

    Example:
        >>> loop({"a": Node("a", 0, ("b",)), "b": Node("b", 0, ("a",))})
        ('a', 'b', 'a')
    """
    return round_in({slug: node.needs for slug, node in nodes.items()})


def star_loop(nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """A round of stars that practise one another, first one repeated; empty where there is none.

    Example:
        >>> star_loop({"a": Node("a", 0, practises={"x": {"a.y": 0.3}, "y": {"a.x": 0.3}})})
        ('a.x', 'a.y', 'a.x')
    """
    return round_in(
        {
            f"{slug}.{name}": tuple(others)
            for slug, node in nodes.items()
            for name, others in node.practises.items()
        }
    )


def in_order(nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """All lessons, each after those it needs, else in course order; a round is cut at its start.

    Example:
        >>> in_order({"b": Node("b", 1, ("a",)), "c": Node("c", 0), "a": Node("a", 0)})
        ('a', 'b', 'c')
    """
    placed: dict[str, None] = {}
    for slug in nodes:
        placed |= dict.fromkeys(_after_needs(nodes, slug))
    return tuple(placed)


def road(nodes: Mapping[str, Node], goal: str) -> tuple[str, ...]:
    """The shortest road to a lesson: all that it needs, near and far, in order, and itself.

    Example:
        >>> road({"a": Node("a", 0), "b": Node("b", 1, ("a",)), "c": Node("c", 2, ("b",))}, "b")
        ('a', 'b')
    """
    return _after_needs(nodes, goal)


def needs_by_distance(nodes: Mapping[str, Node], slug: str) -> tuple[tuple[str, ...], ...]:
    """What a lesson needs, then what those need, and so on; each lesson once, where it is nearest.

    Example:
        >>> nodes = {"a": Node("a", 0), "b": Node("b", 1, ("a",)), "c": Node("c", 2, ("b", "a"))}
        >>> needs_by_distance(nodes | {"d": Node("d", 3, ("c",))}, "d")
        (('c',), ('b', 'a'))
    """
    rings: list[tuple[str, ...]] = []
    ring: tuple[str, ...] = (slug,)
    seen = {slug}
    while ring:
        needed = (need for one in ring if one in nodes for need in nodes[one].needs)
        ring = tuple(one for one in dict.fromkeys(needed) if one not in seen)
        seen.update(ring)
        rings.append(ring)
    return tuple(rings[:-1])


def _after_needs(nodes: Mapping[str, Node], goal: str) -> tuple[str, ...]:
    """What a lesson needs before it, depth first, and itself."""
    placed: dict[str, None] = {}
    entered: set[str] = set()
    waiting = [(goal, True)]
    while waiting:
        slug, enters = waiting.pop()
        if not enters:
            placed[slug] = None
        elif slug in nodes and slug not in entered:
            entered.add(slug)
            waiting.append((slug, False))
            waiting += [(other, True) for other in reversed(nodes[slug].needs)]
    return tuple(placed)
