"""What the draws of a question look like taken together: for an author, not a law."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from starlore.message import Message
from starlore.questions.codec import to_json
from starlore.questions.model import Variant


@dataclass(frozen=True)
class DrawCounts:
    """The draws of one question, counted.

    Attributes:
        question: its id. seeds: Variants drawn. attempts: draws it took, the refused ones too.
        different: Variants that differ in more than the order of their options.
        printed: by misconception, in how many Variants it stands among the options.
        places: in how many the right option stands first, second and so on.
        why_not: why it could not be counted to the end; None if it could.
    """

    question: str
    seeds: int
    attempts: int
    different: int
    printed: Mapping[str, int]
    places: tuple[int, ...]
    why_not: Message | None = None

    @property
    def refused(self) -> float:
        """The share of draws that were refused, from 0 to 1."""
        return 1 - self.seeds / self.attempts if self.attempts else 0.0


class Tally:
    """Counts the Variants of one question, one after the other.

    Args:
        question: its id.

    Example:
        >>> from starlore.figures import Figure
        >>> from starlore.questions import Misconception
        >>> tally = Tally("cost.growth")
        >>> for n in (3, 4, 3):
        ...     wrong = (Misconception("linear", Figure(2 * n)),)
        ...     tally.add(Variant({"n": n}, Figure(n * n), wrong, order=("linear", "")))
        >>> counted = tally.counts()
        >>> counted.printed, counted.places, counted.different
        ({'linear': 3}, (0, 3), 2)
    """

    def __init__(self, question: str) -> None:
        self._question = question
        self._why_not: Message | None = None
        self._seeds = self._attempts = 0
        self._printed: Counter[str] = Counter()
        self._places: Counter[int] = Counter()
        self._different: set[str] = set()

    def add(self, variant: Variant) -> None:
        """Count one Variant."""
        self._seeds, self._attempts = self._seeds + 1, self._attempts + variant.attempt + 1
        self._different.add(to_json(replace(variant, seed=0, attempt=0, order=())))
        self._printed.update({one.name: 0 for one in variant.misconceptions})
        self._printed.update(name for name in variant.order if name)
        if variant.order:
            self._places.update(dict.fromkeys(range(len(variant.order)), 0))
            self._places[variant.order.index("")] += 1

    def give_up(self, why: Message) -> None:
        """Say why no more can be counted; the first reason stands."""
        self._why_not = self._why_not or why

    def counts(self) -> DrawCounts:
        """What was counted so far."""
        return DrawCounts(
            question=self._question,
            seeds=self._seeds,
            attempts=self._attempts,
            different=len(self._different),
            printed=dict(sorted(self._printed.items())),
            places=tuple(self._places[at] for at in sorted(self._places)),
            why_not=self._why_not,
        )


def by_misconception(counted: Iterable[DrawCounts]) -> Mapping[str, tuple[int, int]]:
    """Each misconception of a course: how many questions foresee it, how often it is printed.

    Example:
        >>> one = DrawCounts("cost.growth", 9, 9, 9, {"linear-n": 9}, (5, 4))
        >>> by_misconception([one, one])
        {'linear-n': (2, 18)}
    """
    questions: Counter[str] = Counter()
    printed: Counter[str] = Counter()
    for one in counted:
        questions.update(one.printed.keys())
        printed.update(one.printed)
    return {name: (questions[name], printed[name]) for name in sorted(questions)}
