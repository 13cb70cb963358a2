"""What a head reads: tokens, and what somebody who knows the text says of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from starlore.errors import ShapeError

Anything = TypeVar("Anything")


@dataclass(frozen=True)
class Text:
    """A text as a head reads it, one token to a key.

    Args:
        tokens: whatever stands at each place; equal tokens are equal.
        separators: the places of tokens that only separate.
        relations: by name, pairs of a query and the key that answers it, as people marked them.

    Example:
        >>> Text("the cat the dog".split(), relations={"determiner": [(1, 0), (3, 2)]}).tokens[1]
        'cat'
    """

    tokens: Sequence[object]
    separators: Iterable[int] = ()
    relations: Mapping[str, Iterable[tuple[int, int]]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", tuple(self.tokens))
        object.__setattr__(self, "separators", tuple(self.separators))
        held = {name: tuple((i, j) for i, j in pairs) for name, pairs in self.relations.items()}
        object.__setattr__(self, "relations", held)


def halves(texts: Sequence[Anything], seed: int = 0) -> tuple[list[Anything], list[Anything]]:
    """Part texts in two by chance: choose or fit on one half, report on the other.

    Args:
        texts: two or more.
        seed: the same seed parts the same number of texts in the same way.

    Returns:
        Two lists in the order of `texts`, the first at most one shorter.

    Raises:
        ShapeError: if there are fewer than two texts.

    Example:
        >>> first, second = halves(range(5), seed=1)
        >>> len(first), sorted(first + second)
        (2, [0, 1, 2, 3, 4])
    """
    if len(texts) < 2:
        raise ShapeError(f"there must be two texts or more to part: there is {len(texts)}")
    chosen = set(np.random.default_rng(seed).permutation(len(texts))[: len(texts) // 2].tolist())
    parts: tuple[list[Anything], list[Anything]] = ([], [])
    for index, text in enumerate(texts):
        parts[index not in chosen].append(text)
    return parts
