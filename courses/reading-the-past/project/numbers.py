"""Every number of the reading: three inputs, three tables, and what comes of them."""

from collections.abc import Sequence
from decimal import Decimal

from starlore.attention import score
from starlore.questions import Figure, figures

Exact = int | Decimal
Row = tuple[Exact, ...]
Rows = tuple[Row, ...]

SIGNS = ("sun", "moon", "comet")
HALF = Decimal("0.5")

X: Rows = ((1, 0, 1), (0, 1, 1), (1, 1, 0))
W_Q: Rows = ((1, 0), (0, 1), (1, 1))
W_K: Rows = ((-HALF, 2), (-HALF, 0), (3 * HALF, -1))
W_V: Rows = ((15 * HALF, -5 * HALF), (-5 * HALF, 15 * HALF), (5 * HALF, 5 * HALF))
OTHER: Row = (2, -1, 0)
NUDGE = 1
PLACES, WIDTH, HEAD = 100, 512, 64


def numbers() -> dict[str, object]:
    """The numbers by name."""
    tables = {"q": W_Q, "k": W_K, "v": W_V}
    q, k, _ = (_product(X, table) for table in tables.values())
    rows, columns = len(W_Q), len(W_Q[0])
    (first, *others), *_ = W_K
    nudged = ((first + NUDGE, *others), *W_K[1:])
    return {
        "trio": {"x": X, "signs": SIGNS, **tables},
        "tables": {name: [figures(row) for row in table] for name, table in tables.items()},
        **{sign: _made(x) for sign, x in zip(SIGNS, X, strict=True)},
        "other": {
            "x": figures(OTHER),
            "query": figures(_product((OTHER,), W_Q)[0]),
            "twice": figures(OTHER[0] * cell for cell in W_Q[0]),
        },
        "column": {
            "numbers": figures(row[0] for row in W_Q),
            "products": figures(x * row[0] for x, row in zip(X[0], W_Q, strict=True)),
            "sum": Figure(q[0][0]),
        },
        "nudge": {
            "by": Figure(NUDGE),
            "from": Figure(first),
            "to": Figure(first + NUDGE),
            "keys": [figures(key) for key in _product(X, nudged)],
        },
        "count": {
            "tables": Figure(len(tables)),
            "rows": Figure(rows),
            "columns": Figure(columns),
            "one": Figure(rows * columns),
            "all": Figure(len(tables) * rows * columns),
            "long": Figure(len(X) * 1000),
        },
        "watched": _watched(nudged),
        "scores": {
            "sun_asks_moon": _score(q[0], k[1]),
            "moon_asks_sun": _score(q[1], k[0]),
        },
        "large": {
            "places": Figure(PLACES),
            "width": Figure(WIDTH),
            "head": Figure(HEAD),
            "one": Figure(WIDTH * HEAD),
            "all": Figure(len(tables) * WIDTH * HEAD),
        },
    }


def _watched(nudged: Rows) -> dict[str, object]:
    """What Watch draws: the input as a column, the rows it lets through, results one by one."""
    tables = {"query": W_Q, "key": W_K, "value": W_V}
    return {
        "inputs": {sign: tuple((part,) for part in x) for sign, x in zip(SIGNS, X, strict=True)},
        "through": tuple(
            (row, place) for row, x in enumerate(X[0]) if x for place in range(len(W_Q[0]))
        ),
        "few": [
            {
                "names": SIGNS[:count],
                **{name: _product(X[:count], table) for name, table in tables.items()},
            }
            for count in range(1, len(SIGNS) + 1)
        ],
        "counts": figures((len(X), 10, 1000)),
        "table": {"before": W_K, "after": nudged, "lit": ((0, 0),)},
    }


def _made(x: Row) -> dict[str, object]:
    """An input, and its query, key and value."""
    made = (figures(_product((x,), table)[0]) for table in (W_Q, W_K, W_V))
    return {"x": figures(x), **dict(zip(("query", "key", "value"), made, strict=True))}


def _score(query: Row, key: Row) -> dict[str, object]:
    """Two products and the engine's score."""
    made = score([[float(part) for part in query]], [[float(part) for part in key]], scale=1)
    products = figures(a * b for a, b in zip(query, key, strict=True))
    return {"products": products, "score": Figure(made[0, 0])}


def _product(rows: Rows, table: Rows) -> Rows:
    """Rows times a table, exactly."""
    columns = tuple(zip(*table, strict=True))
    return tuple(tuple(_dot(row, column) for column in columns) for row in rows)


def _dot(one: Sequence[Exact], other: Sequence[Exact]) -> Exact:
    added = sum((Decimal(a) * b for a, b in zip(one, other, strict=True)), Decimal(0))
    return int(added) if added == int(added) else added
