"""What the draws of a question look like taken together: for an author, not a law."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from starlore.questions.codec import to_json
from starlore.questions.draw import draw_variant
from starlore.questions.model import Question


@dataclass(frozen=True)
class DrawCounts:
    """The draws of one question, counted.

    Attributes:
        question: its id. seeds: Variants drawn. attempts: draws it took, the refused ones too.
        different: Variants that differ in more than the order of their options.
        printed: by misconception, in how many Variants it stands among the options.
        places: in how many the right option stands first, second and so on.
    """

    question: str
    seeds: int
    attempts: int
    different: int
    printed: Mapping[str, int]
    places: tuple[int, ...]

    @property
    def refused(self) -> float:
        """The share of draws that were refused, from 0 to 1."""
        return 1 - self.seeds / self.attempts if self.attempts else 0.0


def count_draws(
    question: Question, seeds: Sequence[int], companions: Sequence[Question] = ()
) -> DrawCounts:
    """Count the draws of a question over seeds.

    Args:
        companions: the other questions of its draw group.

    Raises:
        QuestionError: if a seed gives no Variant.

    Example:
        >>> from starlore.figures import Figure
        >>> from starlore.questions import Misconception, Variant
        >>> def longer(rng):
        ...     n = rng.integer("n", 3, 12)
        ...     return Variant({"n": n}, Figure(n * n), (Misconception("linear", Figure(2 * n)),))
        >>> counted = count_draws(Question("cost.growth", longer), range(20))
        >>> counted.printed, sum(counted.places), counted.different
        ({'linear': 20}, 20, 9)
    """
    attempts, most = 0, 0
    printed: Counter[str] = Counter()
    places: Counter[int] = Counter()
    different: set[str] = set()
    for seed in seeds:
        variant = draw_variant(question, seed, companions)
        attempts += variant.attempt + 1
        different.add(to_json(replace(variant, seed=0, attempt=0, order=())))
        printed.update({one.name: 0 for one in variant.misconceptions})
        printed.update(name for name in variant.order if name)
        if variant.order:
            places[variant.order.index("")] += 1
            most = max(most, len(variant.order))
    return DrawCounts(
        question=question.id,
        seeds=len(seeds),
        attempts=attempts,
        different=len(different),
        printed=dict(sorted(printed.items())),
        places=tuple(places[at] for at in range(most)),
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
