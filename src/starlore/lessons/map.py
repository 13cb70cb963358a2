"""The map of a course: what a lesson needs, what it opens, and that nothing needs itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlore.lessons.model import Course, Node


@dataclass(frozen=True)
class Neighbourhood:
    """What lies around a lesson."""

    needs: tuple[str, ...]
    contrasts: tuple[str, ...]
    leads_to: tuple[str, ...]


def neighbourhood(course: Course, slug: str) -> Neighbourhood:
    """What a lesson needs, stands beside, and opens, each in course order."""
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
    done: set[str] = set()

    def visit(slug: str, path: tuple[str, ...]) -> tuple[str, ...]:
        if slug in path:
            return (*path[path.index(slug) :], slug)
        if slug in done or slug not in nodes:
            return ()
        for other in nodes[slug].needs:
            found = visit(other, (*path, slug))
            if found:
                return found
        done.add(slug)
        return ()

    for slug in nodes:
        found = visit(slug, ())
        if found:
            return found
    return ()
