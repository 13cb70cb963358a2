"""The lesson's eight kinds of question."""

from itertools import product

from starlore.attention import score
from starlore.questions import (
    Draw,
    Exact,
    Exercise,
    Figure,
    Misconception,
    Question,
    Text,
    Variant,
    figures,
)

Pair = tuple[int, int]
Table = tuple[Pair, Pair]

SMALL = tuple(range(-2, 4))
PAIRS: tuple[Pair, ...] = tuple((a, b) for a, b in product(SMALL, repeat=2) if a or b)
FULL: tuple[Pair, ...] = tuple((a, b) for a, b in PAIRS if a and b)
WIDE: tuple[Pair, ...] = tuple((a, b) for a, b in product(range(-5, 10), repeat=2) if a or b)
WIDTHS = (8, 16, 32, 64, 128, 256, 512)
LENGTHS = (10, 20, 50, 100, 200)
NUMBERS = tuple(sorted({3 * d * k for d in WIDTHS for k in WIDTHS if k <= d}))
SITUATIONS = 12
WRONG_DECIDERS = (
    "hand-assigned",
    "in-the-word",
    "per-sentence",
    "chance-alone",
    "reader-decides",
)


def project(rng: Draw) -> Variant:
    """An input through a table."""
    x = rng.choice("x", FULL)
    table = _table(rng, "row", PAIRS)
    (a, b), (first, second) = x, table
    taken = tuple(a * cell for cell in first), tuple(b * cell for cell in second)
    made = _times(x, table)
    return Variant(
        given={"x": x, **_rows("row", table)},
        solution=figures(made),
        misconceptions=(
            Misconception("columns-for-rows", figures(_against_rows(x, table))),
            Misconception("diagonal-only", figures((a * first[0], b * second[1]))),
            Misconception("adds-everything", figures(map(sum, table))),
        ),
        working={
            "taken": taken,
            "rows": {"rows": (*taken, made), "lit": ((2, 0), (2, 1))},
            "crossed": (b * second[0], a * first[1]),
        },
    )


def who_asks(rng: Draw) -> Variant:
    """The score when the first place asks the second."""
    q1, q2, k1, k2 = (rng.choice(name, PAIRS) for name in ("q1", "q2", "k1", "k2"))
    answers = _score(q1, k2), _score(q2, k1), _score(q1, q2), _score(k1, k2)
    return Variant(
        given={"q1": q1, "q2": q2, "k1": k1, "k2": k2},
        solution=Figure(answers[0]),
        misconceptions=(
            Misconception("q-k-swap", Figure(answers[1])),
            Misconception("queries-only", Figure(answers[2])),
            Misconception("keys-only", Figure(answers[3])),
        ),
        working={
            "products": _products(q1, k2),
            "rows": {"rows": (q1, k2, _products(q1, k2)), "lit": ((2, 0), (2, 1))},
        },
    )


def parameters(rng: Draw) -> Variant:
    """The learned numbers of a head."""
    d = rng.choice("d", WIDTHS)
    k = rng.choice("k", WIDTHS)
    n = rng.choice("n", LENGTHS)
    return Variant(
        given={"d": d, "k": k, "n": n},
        solution=Figure(3 * d * k),
        misconceptions=(
            Misconception("one-matrix", Figure(d * k)),
            Misconception("weights-per-position", Figure(3 * n * d * k)),
            Misconception("square-only", Figure(3 * k * k)),
        ),
        working={"one": d * k, "square": k * k, "tables": 3},
        accept=k < d,
    )


def longer_input(rng: Draw) -> Variant:
    """The learned numbers when the text grows longer and the head wider."""
    numbers = rng.choice("P", NUMBERS)
    longer = rng.integer("c", 2, 9)
    wider = rng.integer("w", 2, 4)
    return Variant(
        given={"P": numbers, "c": longer, "w": wider},
        solution=Figure(wider * numbers),
        misconceptions=(
            Misconception("weights-per-position", Figure(longer * wider * numbers)),
            Misconception("squares-it", Figure(wider * wider * numbers)),
            Misconception("width-blind", Figure(numbers)),
        ),
        working={"one": numbers // 3, "one_wider": wider * numbers // 3, "tables": 3},
    )


def not_symmetric(rng: Draw) -> Variant:
    """What one place scores with the other, less what the other scores with it."""
    q1, q2, k1, k2 = (rng.choice(name, PAIRS) for name in ("q1", "q2", "k1", "k2"))
    there, back = _score(q1, k2), _score(q2, k1)
    return Variant(
        given={"q1": q1, "q2": q2, "k1": k1, "k2": k2},
        solution=Figure(there - back),
        misconceptions=(
            Misconception("symmetric", Figure(0)),
            Misconception("q-k-swap", Figure(back - there)),
            Misconception("adds-it", Figure(there + back)),
        ),
        working={
            "there": there,
            "back": back,
            "there_products": _products(q1, k2),
            "back_products": _products(q2, k1),
        },
        accept=there * back != 0,
    )


def what_is_sent(rng: Draw) -> Variant:
    """What a place hands over when it is read."""
    x = rng.choice("x", FULL)
    keys, values = _table(rng, "key_row", PAIRS), _table(rng, "value_row", WIDE)
    taken = tuple(tuple(part * cell for cell in row) for part, row in zip(x, values, strict=True))
    made = _times(x, values)
    return Variant(
        given={"x": x, **_rows("key_row", keys), **_rows("value_row", values)},
        solution=figures(made),
        misconceptions=(
            Misconception("keys-blended", figures(_times(x, keys))),
            Misconception("input-blended", figures(x)),
            Misconception("columns-for-rows", figures(_against_rows(x, values))),
        ),
        working={"taken": taken, "rows": {"rows": (*taken, made), "lit": ((2, 0), (2, 1))}},
    )


def shapes(rng: Draw) -> Variant:
    """Rows and columns of the table of scores."""
    n = rng.integer("n", 3, 200)
    d = rng.integer("d", 3, 64)
    k = rng.integer("k", 3, 64)
    return Variant(
        given={"n": n, "d": d, "k": k},
        solution=figures((n, n)),
        misconceptions=(
            Misconception("shape-of-q", figures((n, k))),
            Misconception("shape-of-w", figures((d, k))),
            Misconception("squares-wrong-side", figures((k, k))),
        ),
        accept=len({n, d, k}) == 3,
    )


def who_decides(rng: Draw) -> Variant:
    """Where it comes from what a head looks for."""
    situation = rng.integer("sentence", 0, SITUATIONS - 1)
    others = rng.sample("others", WRONG_DECIDERS, 3)
    return Variant(
        given={"sentence": situation},
        solution=Text("right"),
        misconceptions=tuple(Misconception(name, Text(name)) for name in others),
    )


def _table(rng: Draw, name: str, rows: tuple[Pair, ...]) -> Table:
    """Two rows, drawn as `name`1 and `name`2."""
    return rng.choice(f"{name}1", rows), rng.choice(f"{name}2", rows)


def _rows(name: str, table: Table) -> dict[str, Pair]:
    return {f"{name}1": table[0], f"{name}2": table[1]}


def _times(x: Pair, table: Table) -> Pair:
    """Each row as often as the input says, added."""
    (a, b), (first, second) = x, table
    return a * first[0] + b * second[0], a * first[1] + b * second[1]


def _against_rows(x: Pair, table: Table) -> Pair:
    """The input laid against each row, as if it were a column."""
    return _score(x, table[0]), _score(x, table[1])


def _score(q: Pair, k: Pair) -> int:
    """The engine's score, unscaled."""
    return int(score([q], [k], scale=1)[0, 0])


def _products(q: Pair, k: Pair) -> Pair:
    return q[0] * k[0], q[1] * k[1]


CARDS = ("A", "B", "C")


def by_hand(rng: Draw) -> dict[str, object]:
    """Three cards of six numbers, three stencils of two windows, and the scores that come of it."""
    inputs = tuple(
        tuple(rng.integer(f"card-{card}-{place}", 0, 4) for place in range(1, 7)) for card in CARDS
    )
    drawn = rng.sample("windows", range(1, 7), 6)
    shown = tuple(tuple(sorted(drawn[at : at + 2])) for at in (0, 2, 4))
    q, k, v = (tuple((x[a - 1], x[b - 1]) for x in inputs) for a, b in shown)
    return {
        "inputs": inputs,
        "shown": shown,
        "cards": {
            "names": ("card", *range(1, 7)),
            "rows": tuple((card, *x) for card, x in zip(CARDS, inputs, strict=True)),
        },
        "stencils": {
            "names": ("stencil", "first-window", "second-window"),
            "rows": tuple(
                (name, *two) for name, two in zip(("query", "key", "value"), shown, strict=True)
            ),
        },
        "vector_table": {
            "names": ("card", "query", "key", "value"),
            "rows": tuple(zip(CARDS, q, k, v, strict=True)),
            "blank": True,
        },
        "score_table": {
            "names": ("asks", *CARDS),
            "rows": tuple(
                (card, *(_score(query, key) for key in k))
                for card, query in zip(CARDS, q, strict=True)
            ),
            "blank": True,
        },
    }


BY_HAND = Exercise(by_hand)

QUESTIONS = (
    Question("project.project", project, rule=Exact(), seconds=50),
    Question("project.who-asks", who_asks, rule=Exact(), seconds=45),
    Question("project.parameters", parameters, rule=Exact(), seconds=40),
    Question("project.longer-input", longer_input, rule=Exact(), seconds=30),
    Question("project.not-symmetric", not_symmetric, rule=Exact(), seconds=60),
    Question("project.what-is-sent", what_is_sent, rule=Exact(), seconds=60),
    Question("project.shapes", shapes, rule=Exact(), seconds=30),
    Question("project.who-decides", who_decides, may_be_typed=False, seconds=30),
)
