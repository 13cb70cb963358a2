"""What a head reads: tokens, and what somebody who knows the text says of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from starlore.attention.arguments import must_be, several, shown
from starlore.attention.schemes.align import whole_number
from starlore.errors import DtypeError, ShapeError

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
        given = list(self.tokens) if isinstance(self.tokens, str) else self.tokens
        object.__setattr__(self, "tokens", several(given, "tokens", "what stands at each place"))
        places = several(self.separators, "separators", "places, as (3, 9)")
        places = tuple(whole_number(place, "a separator", 0) for place in places)
        object.__setattr__(self, "separators", places)
        must_be(self.relations, Mapping, "relations", "a mapping of names to pairs")
        held = {name: pairs_of(name, pairs) for name, pairs in self.relations.items()}
        object.__setattr__(self, "relations", held)


def pairs_of(name: object, pairs: object) -> tuple[tuple[int, int], ...]:
    """The pairs of a relation, each a query and a key.

    Raises:
        ShapeError, DtypeError: if they are no pairs of whole numbers.

    Example:
        >>> pairs_of("determiner", [(1, 0)])
        ((1, 0),)
    """
    wanted = "pairs of a query and a key, as [(1, 0)]"
    each = several(pairs, f"the relation {shown(name)}", wanted)
    found = []
    for pair in each:
        both = several(pair, f"a pair of the relation {shown(name)}", "a query and a key")
        if len(both) != 2:
            raise DtypeError(f"the relation {shown(name)} must be {wanted}: one is {shown(pair)}")
        i, j = (whole_number(place, f"a place of the relation {shown(name)}", 0) for place in both)
        found.append((i, j))
    return tuple(found)


def halves(texts: Sequence[Anything], seed: int = 0) -> tuple[list[Anything], list[Anything]]:
    """Part texts in two by chance: choose or fit on one half, report on the other.

    Args:
        texts: two or more.
        seed: the same seed parts the same number of texts in the same way.

    Returns:
        Two lists in the order of `texts`, the first at most one shorter.

    Raises:
        ShapeError: if there are fewer than two texts, or `seed` is no whole number of 0 or more.
        DtypeError: if they are no sequence.

    Example:
        >>> first, second = halves(range(5), seed=1)
        >>> len(first), sorted(first + second)
        (2, [0, 1, 2, 3, 4])
    """
    must_be(texts, Sequence, "texts", "a list")
    if len(texts) < 2:
        raise ShapeError(f"there must be two texts or more to part: there is {len(texts)}")
    chosen = set(
        np.random.default_rng(whole_number(seed, "seed", 0))
        .permutation(len(texts))[: len(texts) // 2]
        .tolist()
    )
    parts: tuple[list[Anything], list[Anything]] = ([], [])
    for index, text in enumerate(texts):
        parts[index not in chosen].append(text)
    return parts
