"""What ships: the results of every trial that was carried out for it, and learners that learned.

Both were made by `python -m tools.recall`, on one core, and are read as they lie in the package.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from starlore.attention.arguments import must_be, shown
from starlore.attention.arrays import Array
from starlore.attention.contrast.learners.learner import read_from
from starlore.attention.contrast.recall import BOARD, Row, on_the_board, rows_of
from starlore.attention.contrast.records import Record, from_line
from starlore.attention.contrast.training import Trained
from starlore.attention.contrast.trials import Trial
from starlore.errors import BadValue

SHIPPED = "shipped"
RESULTS = "results.jsonl"

LEARNED = {
    "attention": BOARD["mqar"],
    "attention-long": BOARD["mqar"].anew(n=256),
    "linear": BOARD["mqar"].anew(way="linear"),
    "lstm": BOARD["mqar"].anew(way="lstm"),
}
"""Learners whose parameters ship, by name, and the trial each came from."""


@dataclass(frozen=True)
class Learned:
    """A learner that ships.

    Args:
        trial: how it learned. trained: it, with its parameters.
    """

    trial: Trial
    trained: Trained

    def heads(self, tokens: Array) -> tuple[Array, Array, Array]:
        """Queries, keys and values of its head at every place of a text, `[n, width]` each.

        `attend(q, k, v, Causal())` of them is what the learner reads, at every place.

        Args:
            tokens: whole numbers from 0, at most as many as the learner was taught to read.

        Raises:
            BadValue: if it does not read by attention, or does not know a token or a place.
        """
        return read_from(self.trained.learner, self.trained.params, tokens)


def learned(name: str = "attention") -> Learned:
    """A learner that has learned to recall, as it ships; nothing is trained.

    Args:
        name: one of `LEARNED`. "attention" has read 64 places with four pairs of key and value.

    Raises:
        BadValue: for another name. DtypeError: for what is no name.

    Example:
        >>> from starlore.attention import Causal, Read, attend
        >>> from starlore.attention.contrast.tasks import mqar
        >>> text = mqar(np.random.default_rng(1), count=1, n=64, pairs=4, vocab=64)
        >>> q, k, v = learned("attention").heads(text.tokens[0])
        >>> top = attend(q, k, v, Causal(), read=Read(top=1)).reading.top_keys[:, 0]
        >>> asks = np.flatnonzero(text.scored[0])
        >>> (asks - top[asks] == text.distance[0, asks]).all()  # the value, behind the asked key
        np.True_
    """
    must_be(name, str, "name", 'a name, as "attention"')
    if name not in LEARNED:
        raise BadValue(f"a learner that ships is one of {', '.join(LEARNED)}: {shown(name)}")
    trial = LEARNED[name]
    with (_folder() / f"{name}.npz").open("rb") as stream, np.load(stream) as kept:
        params = {table: kept[table].astype(np.float32) for table in kept.files}
    return Learned(trial, Trained(trial.learner(), params, ()))


@cache
def shipped() -> tuple[Record, ...]:
    """The results that ship, in the order they were made."""
    return tuple(_records())


def measured(task: str) -> list[Row]:
    """The rows that ship of a task: trials that had what the board gives, shortest texts first.

    Trials of more steps than the board's are in `shipped` alone.

    Example:
        >>> [row.trial.n for row in measured("mqar") if row.trial.way == "attention"]
        [32, 64, 128, 256]
    """
    kept = (one for one in shipped() if one.trial.task == task and on_the_board(one.trial))
    return sorted(rows_of((one.trial, one.outcome) for one in kept), key=lambda row: row.trial.n)


def _records() -> Iterator[Record]:
    lines = (_folder() / RESULTS).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        record = from_line(line)
        if record is None:
            raise BadValue(f"{RESULTS}:{number} is damaged: install Starlore anew")
        yield record


def _folder() -> Traversable:
    return files("starlore.attention.contrast") / SHIPPED
