"""Draw: fresh numbers for a question, each name from a stream of its own.

Word k of a name is the first 8 bytes (big-endian) of the SHA-256 of
`starlore-draw-1|seed|group|generator_version|attempt|name|k`. So the order of draws never matters,
a new draw disturbs no other, and every machine draws the same (case C19).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from itertools import count
from typing import SupportsFloat, TypeVar, cast, overload

from starlore.errors import QuestionError
from starlore.figures import Figure

T = TypeVar("T")

Written = str | int | float | Decimal
"""A decimal as an author writes it; a float counts as its shortest text."""

WORDS = 2**64
"""How many different words there are."""


class Draw:
    """The draws of one attempt at one Variant.

    Args:
        seed: 64 bits; the same seed gives the same numbers for ever.
        group: the question's id, or the group that shares its numbers.
        generator_version: of the question.
        attempt: 0 at first; one more for each redraw.

    Attributes:
        drawn: what each name gave. taken: how many random words that took.

    Example:
        >>> rng = Draw(7, "attention.count-comparisons")
        >>> rng.integer("n", 3, 12), rng.integer("c", 2, 6)
        (7, 4)
    """

    def __init__(self, seed: int, group: str, generator_version: int = 1, attempt: int = 0) -> None:
        if "|" in group:
            raise QuestionError("check.draw.group", got=repr(group))
        self.seed, self.group = seed, group
        self.generator_version, self.attempt = generator_version, attempt
        self.drawn: dict[str, object] = {}
        self.taken = 0

    def integer(self, name: str, lo: int, hi: int) -> int:
        """A whole number from `lo` to `hi`, both included.

        Raises:
            QuestionError: if the range is empty, or the name was drawn before.
        """
        if lo > hi:
            raise QuestionError("check.draw.range", name=name, lo=str(lo), hi=str(hi))
        return self._named(name, lambda: lo + _below(self._words(name), hi - lo + 1))

    def decimal(self, name: str, lo: Written, hi: Written, step: Written) -> Decimal:
        """A decimal from `lo` to `hi`, both included, in whole steps, exactly as written.

        Raises:
            QuestionError: if the steps do not lead from `lo` to `hi`.

        Example:
            >>> Draw(7, "lookup.gap").decimal("gap", "0.5", "4", "0.5")
            Decimal('1.5')
        """
        first, last, size = (_decimal(name, end) for end in (lo, hi, step))
        if size <= 0 or last < first or (last - first) % size:
            ends = {"lo": str(lo), "hi": str(hi)}
            raise QuestionError("check.draw.steps", name=name, step=str(step), **ends)
        steps = int((last - first) / size)
        return self._named(name, lambda: first + _below(self._words(name), steps + 1) * size)

    def choice(self, name: str, options: Sequence[T]) -> T:
        """One of the options.

        Raises:
            QuestionError: if there are none.
        """
        if not len(options):
            raise QuestionError("check.draw.nothing", name=name)
        return self._named(name, lambda: options[_below(self._words(name), len(options))])

    def sample(self, name: str, options: Sequence[T], k: int) -> tuple[T, ...]:
        """`k` different ones of the options, in a drawn order.

        Raises:
            QuestionError: if there are fewer than `k`.
        """
        if not 0 <= k <= len(options):
            raise QuestionError("check.draw.take", name=name, k=str(k), n=str(len(options)))
        return self._named(name, lambda: self._shuffled(name, options)[:k])

    def shuffle(self, name: str, options: Sequence[T]) -> tuple[T, ...]:
        """All the options in a drawn order (Fisher–Yates from the end).

        Example:
            >>> Draw(7, "lookup.order").shuffle("words", ("sun", "moon", "comet"))
            ('sun', 'moon', 'comet')
        """
        return self._named(name, lambda: self._shuffled(name, options))

    @overload
    def printed(
        self, name: str, value: SupportsFloat | Figure, places: int, unit: str = ""
    ) -> Figure: ...

    @overload
    def printed(
        self, name: str, value: Sequence[SupportsFloat | Figure], places: int, unit: str = ""
    ) -> tuple[Figure, ...]: ...

    @overload
    def printed(
        self,
        name: str,
        value: Sequence[Sequence[SupportsFloat | Figure]],
        places: int,
        unit: str = "",
    ) -> tuple[tuple[Figure, ...], ...]: ...

    def printed(self, name: str, value: object, places: int, unit: str = "") -> object:
        """Cut a computed number, a list or a table to its shown digits; hidden ones are gone.

        Go on with what this returns, and the solution is computed from the page.

        Example:
            >>> Draw(7, "lookup.share").printed("weight", 0.843794734, 2).value
            Decimal('0.84')
        """
        return self._named(name, lambda: _cut(value, places, unit))

    def _named(self, name: str, make: Callable[[], T]) -> T:
        """Draw under a name that was not used before."""
        if name in self.drawn:
            raise QuestionError("check.draw.twice", group=self.group, name=name)
        if "|" in name:
            raise QuestionError("check.draw.name", got=repr(name))
        value = make()
        self.drawn[name] = value
        return value

    def _words(self, name: str) -> Iterator[int]:
        stream = f"{self.seed}|{self.group}|{self.generator_version}|{self.attempt}|{name}"
        for k in count():
            self.taken += 1
            yield int.from_bytes(
                sha256(f"starlore-draw-1|{stream}|{k}".encode()).digest()[:8], "big"
            )

    def _shuffled(self, name: str, options: Sequence[T]) -> tuple[T, ...]:
        words, order = self._words(name), list(options)
        for last in range(len(order) - 1, 0, -1):
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class FixedDraw(Draw):
    """Draws whose values are known: a learner's reading of the page in place of the streams.

    Args:
        values: what each name gives, whatever range is asked for.
        rest: draws the names that are not in `values`; without it they are refused.

    Example:
        >>> FixedDraw({"n": 5}).integer("n", 3, 12)
        5
    """

    def __init__(self, values: Mapping[str, object], rest: Draw | None = None) -> None:
        like = rest or Draw(0, "fixed")
        super().__init__(like.seed, like.group, like.generator_version, like.attempt)
        self._values, self._is_closed = values, rest is None

    def _named(self, name: str, make: Callable[[], T]) -> T:
        if name in self._values:
            return super()._named(name, lambda: cast(T, self._values[name]))
        if self._is_closed:
            raise QuestionError("check.draw.unfixed", name=name)
        return super()._named(name, make)


def _below(words: Iterator[int], span: int) -> int:
    """A whole number below `span`, every one as likely as the others."""
    if span >= WORDS:
        raise QuestionError("check.draw.outcomes", got=str(span))
    limit = (WORDS - 1) // span * span
    return next(word for word in words if word < limit) % span


def _decimal(name: str, end: object) -> Decimal:
    try:
        number = Decimal(str(end))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise QuestionError("check.draw.decimal", name=name, got=repr(end))
    return number


def _cut(value: object, places: int, unit: str) -> object:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return tuple(_cut(part, places, unit) for part in value)
    unit = unit or (value.unit if isinstance(value, Figure) else "")
    exact = value.value if isinstance(value, Figure) else cast(SupportsFloat, value)
    return Figure(Figure(exact, places=places).shown, unit=unit, places=places)
