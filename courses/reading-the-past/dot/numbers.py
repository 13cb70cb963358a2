"""Every number of the lesson's prose: one query, three keys, a longer one, through the engine."""

import math
from fractions import Fraction

from starlore.attention import score
from starlore.questions import Figure, figures

Vector = tuple[int, ...]

QUERY: Vector = (2, 1)
KEYS: dict[str, Vector] = {"sun": (1, 1), "moon": (1, -1), "comet": (-1, 2)}
LONG: Vector = (4, 0)
STRETCH = 2
BACKWARDS: tuple[Vector, Vector] = ((2, 3), (4, 3))
LOWEST = -3
WIDTH = 64


def numbers() -> dict[str, object]:
    """The numbers by name."""
    scored = {name: _scored(QUERY, key) for name, key in KEYS.items()}
    return {
        "query": figures(QUERY),
        **scored,
        "long": _scored(QUERY, LONG),
        "itself": _scored(QUERY, QUERY),
        "shadow": {
            "query": QUERY,
            "keys": tuple({"at": key, "name": name} for name, key in KEYS.items()),
        },
        "lengths": _lengths(),
        "cosine": Figure(_score(QUERY, LONG) / (_long(QUERY) * _long(LONG)), digits=3),
        "away": Figure(math.dist(QUERY, LONG), places=2),
        "angles": _angles(6, 4),
        "stretched": _scored(QUERY, tuple(STRETCH * part for part in KEYS["sun"])),
        "backwards": _backwards(*BACKWARDS),
        "minus": {
            "score": LOWEST,
            "e": Figure(math.e, places=2),
            "power": Figure(math.exp(LOWEST), places=2),
        },
        "watched": _watched(),
        "work": {"short": len(QUERY), "long": WIDTH, "additions": WIDTH - 1},
    }


def _watched() -> dict[str, object]:
    """What Watch draws: the arrows of each scene, and the scores that belong to them."""
    asked = {"at": QUERY, "part": "query", "name": ""}
    stretched = tuple(STRETCH * part for part in KEYS["sun"])
    keys = {"stretched": stretched, **KEYS}
    turned = (QUERY, (-1, 2), (-2, -1), (1, -2))
    return {
        "query": (asked,),
        **{name: (asked, _arrow(key, name if name in KEYS else "")) for name, key in keys.items()},
        "long": (asked, _arrow(LONG)),
        "pair": (_score(QUERY, QUERY), _score(QUERY, LONG)),
        "turned": [{"arrows": (asked, _arrow(key)), "score": _score(QUERY, key)} for key in turned],
        "reach": 3,
        "wide": 4,
        "most": _score(QUERY, LONG),
        "full": _score(QUERY, QUERY),
        "low": -_score(QUERY, QUERY),
    }


def _arrow(key: Vector, name: str = "") -> dict[str, object]:
    return {"at": key, "part": "key", "name": name}


def _score(query: Vector, key: Vector) -> int:
    """The engine's score, unscaled; of whole numbers it is whole."""
    return int(score([query], [key], scale=1)[0, 0])


def _scored(query: Vector, key: Vector) -> dict[str, object]:
    """A key with its products and its score."""
    return {
        "key": figures(key),
        "products": figures(a * b for a, b in zip(query, key, strict=True)),
        "score": Figure(_score(query, key)),
    }


def _lengths() -> dict[str, object]:
    """How long the query is, and the shadow of the first key on its line."""
    long, scored = _long(QUERY), _score(QUERY, KEYS["sun"])
    return {
        "query": Figure(long, places=2),
        "square": Figure(sum(part * part for part in QUERY)),
        "shadow": Figure(scored / long, places=2),
    }


def _long(vector: Vector) -> float:
    return math.hypot(*vector)


def _angles(one: int, other: int) -> dict[str, object]:
    """Two lengths, and their score at sixty degrees and at a hundred and twenty."""
    half = Fraction(1, 2)
    return {"one": one, "other": other, "near": one * other * half, "far": -one * other * half}


def _backwards(query: Vector, key: Vector) -> dict[str, object]:
    """A key whose second number is found from the score."""
    whole = _score(query, key)
    first = query[0] * key[0]
    return {
        "query": figures(query),
        "first": key[0],
        "score": whole,
        "given": first,
        "left": whole - first,
        "divisor": query[1],
        "second": key[1],
    }
