"""Graphs by name: how far credit reaches along edges, and rounds that lead back to their start."""

from collections.abc import Collection, Mapping
from heapq import heappop, heappush

Credits = Mapping[str, Mapping[str, float]]
"""From a star to the stars it practises itself, each with its credit in (0, 1]."""


def reaches(edges: Credits) -> dict[str, dict[str, float]]:
    """Of every star: the stars within reach, each with the largest product of credits on the way.

    A round earns nothing: no star reaches itself.

    Example:
        >>> reaches({"c": {"b": 0.5, "a": 0.1}, "b": {"a": 0.5}})
        {'c': {'b': 0.5, 'a': 0.25}, 'b': {'a': 0.5}}
    """
    return {star: _reach(edges, star) for star in edges}


def _reach(edges: Credits, start: str) -> dict[str, float]:
    """The stars within reach of one, by falling credit: the nearest is settled first."""
    found: dict[str, float] = {}
    ahead = [(-1.0, start)]
    while ahead:
        credit, star = heappop(ahead)
        if star in found:
            continue
        found[star] = -credit
        for other, share in edges.get(star, {}).items():
            if other not in found:
                heappush(ahead, (credit * share, other))
    del found[start]
    return found


def round_in(edges: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """A round of names that lead to one another, the first one repeated; empty if there is none.

    Example:
        >>> round_in({"a": ["b"], "b": ["c"], "c": ["b"]})
        ('b', 'c', 'b')
    """
    done: set[str] = set()
    for start in edges:
        path, waiting = list[str](), [(start, True)]
        while waiting:
            name, enters = waiting.pop()
            if not enters:
                done.add(path.pop())
            elif name in path:
                return (*path[path.index(name) :], name)
            elif name not in done:
                path.append(name)
                waiting.append((name, False))
                waiting += [(other, True) for other in reversed(list(edges.get(name, ())))]
    return ()
