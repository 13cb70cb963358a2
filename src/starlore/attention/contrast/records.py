"""A trial and what it came to, as one line of text that is believed only if it is whole."""

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from typing import Any

from starlore.attention.contrast.trials import RECIPE, Outcome, Trial
from starlore.errors import StarloreError


@dataclass(frozen=True)
class Record:
    """What is kept of a trial.

    Args:
        trial: what was tried. outcome: what it came to.
        seconds: of one core, that learning and asking took where it was made.
    """

    trial: Trial
    outcome: Outcome
    seconds: float


def to_line(record: Record) -> str:
    """One line of JSON, with a sum over all of it.

    Example:
        >>> kept = Record(Trial("copy", 8, "rnn"), Outcome(0.5, ((8, 4, 2),), 1.0), 2.0)
        >>> from_line(to_line(kept)) == kept
        True
    """
    told = {
        "recipe": RECIPE,
        "trial": asdict(record.trial),
        "outcome": asdict(record.outcome),
        "seconds": record.seconds,
    }
    return json.dumps({**told, "sum": _sum(told)}, sort_keys=True)


def from_line(line: str) -> Record | None:
    """The record of a line; None if it is not whole, not ours, or of another recipe.

    Example:
        >>> from_line("{}") is None
        True
    """
    try:
        told: Any = json.loads(line)
        found = told.pop("sum")
        if found != _sum(told) or told["recipe"] != RECIPE:
            return None
        outcome = told["outcome"]
        bins = tuple((int(end), int(asked), int(right)) for end, asked, right in outcome[BINS])
        accuracy, loss = float(outcome["accuracy"]), float(outcome["loss"])
        if not (0 <= accuracy <= 1 and math.isfinite(loss)):
            return None
        kept = Outcome(accuracy, bins, loss)
        return Record(Trial(**told["trial"]), kept, float(told["seconds"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, StarloreError):
        return None


BINS = "by_distance"


def _sum(told: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
