"""Texts that ask for something said earlier: what a way of reading can bring back, made to order.

Sources: multi-query associative recall after Arora et al. 2024 (Zoology); copying and selective
copying after Arjovsky et al. 2016 and Gu and Dao 2023; asking for one of all places is the
compression of Poli et al. 2024 (MAD), asked inside the text; the flip-flop is that of Liu et al.
2023, which attention does not win.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int

from starlore.attention.arguments import must_be
from starlore.attention.arrays import Array, as_number
from starlore.attention.schemes.align import whole_number
from starlore.errors import BadValue

BLANK, ASK = 0, 1
"""Tokens that say nothing, and that ask; words begin after them."""

WORDS_FROM = 2

SET_EVERY = 5
"""One in so many words of a flip-flop is set."""

LEAST_POWER = -20
"""Below it the last gaps would have no chance that float64 can hold."""

MOST_DRAWN = 2**27
"""Numbers that are drawn at a time: a gibibyte of them."""


@dataclass(frozen=True)
class Examples:
    """Texts and what they ask.

    Args:
        tokens: whole numbers from 0. targets: what should be known at each place; -1 where nothing
            is asked.
        distance: how many places back the wanted token stands; 0 where nothing is asked.
        vocab: how many tokens there are.
    """

    tokens: Int[Array, "count n"]
    targets: Int[Array, "count n"]
    distance: Int[Array, "count n"]
    vocab: int

    @property
    def scored(self) -> Bool[Array, "count n"]:
        """Where something is asked."""
        found: Array = self.targets >= 0
        return found

    def share_within(self, reach: int) -> float:
        """The share of questions whose answer stands fewer than `reach` places back.

        It is the most that a window of `reach` keys can bring back, but for guesses. 0 where
        nothing is asked.

        Raises:
            ShapeError: if `reach` is no whole number of 0 or more.

        Example:
            >>> rng = np.random.default_rng(0)
            >>> mqar(rng, 2000, 64, 4, 256).share_within(64)
            1.0
        """
        asked = self.distance[self.scored]
        near = whole_number(reach, "reach", 0)
        return float((asked < near).mean()) if asked.size else 0.0


def mqar(
    rng: np.random.Generator,
    count: int,
    n: int,
    pairs: int,
    vocab: int,
    power: float = 0.01,
) -> Examples:
    """Pairs of a key and a value first, then every key once more: what came after it?

    The key of pair i, from 0, is asked at place 2 pairs + 2 g, where the gaps g are drawn without
    replacement from the places left, with a chance in proportion to (g + 1)^(power - 1): mostly
    soon. All other places hold any token.

    Args:
        rng: draws everything. count: texts. n: their length, at least 4 pairs.
        pairs: of key and value. power: from -20 to below 1, the smaller the sooner keys are asked.
        vocab: tokens; keys come from its lower half, values from its upper one.

    Raises:
        BadValue: if the pairs do not fit length and vocabulary, or `power` is out of range.
        ShapeError, DtypeError, ScoreOverflowError: if an argument is not what it should be.

    Cost: O(count (n log n + vocab)) time, O(count (n + vocab)) memory.

    Example:
        >>> texts = mqar(np.random.default_rng(0), count=1, n=8, pairs=2, vocab=12)
        >>> texts.tokens.tolist(), texts.targets.tolist()
        ([[5, 7, 4, 9, 5, 2, 4, 9]], [[-1, -1, -1, -1, 7, -1, 9, -1]])
    """
    _refuse_odd(rng, count, n, vocab, pairs=pairs)
    lean = as_number(power, "power")
    if not LEAST_POWER <= lean < 1:
        raise BadValue(f"power must be from {LEAST_POWER} to below 1: it is {lean}")
    gaps = (n - 2 * pairs) // 2
    if pairs < 1 or gaps < pairs or vocab // 2 - WORDS_FROM < pairs:
        raise BadValue(
            f"mqar needs a length of at least 4 pairs and {pairs + WORDS_FROM} tokens in half of "
            f"the vocabulary: length {n}, pairs {pairs}, vocabulary {vocab}"
        )
    half = vocab // 2
    keys = WORDS_FROM + _distinct(rng, count, half - WORDS_FROM, pairs)
    values = half + _distinct(rng, count, vocab - half, pairs)
    tokens = rng.integers(WORDS_FROM, vocab, (count, n))
    tokens[:, 0 : 2 * pairs : 2], tokens[:, 1 : 2 * pairs : 2] = keys, values
    chance = np.arange(1, gaps + 1) ** (lean - 1)
    at = 2 * pairs + 2 * _weighted(rng, count, chance, pairs)
    rows = np.arange(count)[:, None]
    targets, distance = _nothing_asked(count, n)
    tokens[rows, at], targets[rows, at] = keys, values
    distance[rows, at] = at - (2 * np.arange(pairs) + 1)
    return Examples(tokens, targets, distance, vocab)


def copy(rng: np.random.Generator, count: int, n: int, vocab: int) -> Examples:
    """Words, then as many places that ask for them in the same order.

    Args:
        rng: draws the words. count: texts. n: their length, at least 2. vocab: tokens, at least 3.

    Raises:
        BadValue: if there is no room for a word, or no word.
        ShapeError, DtypeError: if an argument is not what it should be.

    Cost: O(count n) time and memory.

    Example:
        >>> copy(np.random.default_rng(0), count=1, n=6, vocab=9).targets.tolist()
        [[-1, -1, -1, 7, 6, 5]]
    """
    _refuse_odd(rng, count, n, vocab)
    words = n // 2
    _refuse_small(n, words, vocab)
    tokens = np.full((count, n), ASK)
    tokens[:, :words] = rng.integers(WORDS_FROM, vocab, (count, words))
    targets, distance = _nothing_asked(count, n)
    targets[:, words : 2 * words] = tokens[:, :words]
    distance[:, words : 2 * words] = words
    return Examples(tokens, targets, distance, vocab)


def selective_copy(
    rng: np.random.Generator, count: int, n: int, vocab: int, words: int
) -> Examples:
    """A few words among blanks, then as many places that ask for them in their order.

    Args:
        rng: draws words and places. count: texts. n: their length, at least two times `words`.
        vocab: tokens, at least 3. words: of each text.

    Raises:
        BadValue: if there is no room for the words, or no word.
        ShapeError, DtypeError: if an argument is not what it should be.

    Cost: O(count n) time and memory.

    Example:
        >>> selective_copy(np.random.default_rng(0), count=1, n=6, vocab=9, words=2).tokens.tolist()
        [[0, 0, 7, 6, 1, 1]]
    """
    _refuse_odd(rng, count, n, vocab, words=words)
    _refuse_small(n, words, vocab)
    room = n - words
    if words > room:
        raise BadValue(f"{words} words and as many questions do not fit {n} places")
    at = np.sort(_distinct(rng, count, room, words), axis=1)
    rows = np.arange(count)[:, None]
    tokens = np.full((count, n), BLANK)
    tokens[rows, at] = rng.integers(WORDS_FROM, vocab, (count, words))
    tokens[:, room:] = ASK
    targets, distance = _nothing_asked(count, n)
    targets[:, room:] = tokens[rows, at]
    distance[:, room:] = room + np.arange(words) - at
    return Examples(tokens, targets, distance, vocab)


def ask_place(rng: np.random.Generator, count: int, n: int, vocab: int) -> Examples:
    """Words, and at the end one question: which word stood at this place?

    Who carries one state has to keep all of them, for the question comes last. The last token
    names the place: `vocab` and a number from 0.

    Args:
        rng: draws words and places. count: texts. n: their length, at least 2.
        vocab: tokens that are words or none, at least 3.

    Raises:
        BadValue: if there is no room for a word, or no word.
        ShapeError, DtypeError: if an argument is not what it should be.

    Cost: O(count n) time and memory.

    Example:
        >>> asked = ask_place(np.random.default_rng(0), count=1, n=4, vocab=9)
        >>> asked.tokens.tolist(), asked.targets.tolist()
        ([[7, 6, 5, 9]], [[-1, -1, -1, 7]])
    """
    _refuse_odd(rng, count, n, vocab)
    words = n - 1
    _refuse_small(n, words, vocab)
    tokens = np.empty((count, n), dtype=np.int64)
    tokens[:, :words] = rng.integers(WORDS_FROM, vocab, (count, words))
    wanted = rng.integers(0, words, count)
    tokens[:, -1] = vocab + wanted
    targets, distance = _nothing_asked(count, n)
    targets[:, -1] = tokens[np.arange(count), wanted]
    distance[:, -1] = words - wanted
    return Examples(tokens, targets, distance, vocab + words)


def flip_flop(rng: np.random.Generator, count: int, n: int, vocab: int, reads: int) -> Examples:
    """One word to be held: it is set anew now and then, and asked for between much that is not.

    Every second place says what is to be done with the word behind it: `vocab` sets it, `BLANK`
    is nothing, and `ASK` asks which was set last (the word behind it is any). Of the places that
    do not ask, the first sets a word and one in `SET_EVERY` of the others. Who carries one state
    needs to hold one word only; who looks back has to find the latest of all that were set.

    Args:
        rng: draws everything. count: texts. n: their length, at least 2 more than 2 `reads`.
        vocab: tokens that are words or none, at least 3. reads: questions of each text.

    Raises:
        BadValue: if there is no room for the questions, or no word.
        ShapeError, DtypeError: if an argument is not what it should be.

    Cost: O(count n) time and memory.

    Example:
        >>> held = flip_flop(np.random.default_rng(4), count=1, n=8, vocab=9, reads=1)
        >>> held.tokens.tolist(), held.targets.tolist()
        ([[9, 8, 0, 5, 1, 8, 9, 2]], [[-1, -1, -1, -1, 8, -1, -1, -1]])
    """
    _refuse_odd(rng, count, n, vocab, reads=reads)
    _refuse_small(n, reads, vocab)
    orders = n // 2
    if reads > orders - 1:
        raise BadValue(f"{reads} questions and a word before them do not fit {n} places")
    tokens = rng.integers(WORDS_FROM, vocab, (count, n))
    is_set = rng.random((count, orders)) < 1 / SET_EVERY
    is_set[:, 0] = True
    rows, asks = np.arange(count)[:, None], 1 + np.sort(_distinct(rng, count, orders - 1, reads))
    is_set[rows, asks] = False
    tokens[:, : 2 * orders : 2] = np.where(is_set, vocab, BLANK)
    tokens[rows, 2 * asks] = ASK
    latest = np.maximum.accumulate(np.where(is_set, np.arange(orders), 0), axis=1)[rows, asks]
    targets, distance = _nothing_asked(count, n)
    targets[rows, 2 * asks] = tokens[rows, 2 * latest + 1]
    distance[rows, 2 * asks] = 2 * asks - (2 * latest + 1)
    return Examples(tokens, targets, distance, vocab + 1)


def _nothing_asked(count: int, n: int) -> tuple[Array, Array]:
    return np.full((count, n), -1), np.zeros((count, n), dtype=np.int64)


def _distinct(rng: np.random.Generator, count: int, among: int, each: int) -> Array:
    """`each` different whole numbers below `among` for each text, in any order."""
    drawn: Array = np.argpartition(rng.random((count, among)), each - 1, axis=1)[:, :each]
    return rng.permuted(drawn, axis=1)


def _weighted(rng: np.random.Generator, count: int, chance: Array, each: int) -> Array:
    """`each` different places for each text, one after another by their chance.

    The smallest of exponential times over the chances are such a draw.
    """
    times = rng.exponential(size=(count, len(chance))) / chance
    drawn: Array = np.argsort(times, axis=1)[:, :each]
    return drawn


def _refuse_small(n: int, words: int, vocab: int) -> None:
    if words < 1 or n < 2 or vocab <= WORDS_FROM:
        raise BadValue(f"no room for a word: length {n}, words {words}, vocabulary {vocab}")


def _refuse_odd(rng: object, count: object, n: object, vocab: object, **more: object) -> None:
    """Whatever came in place of a number, or more than could be drawn at a time."""
    must_be(rng, np.random.Generator, "rng", "a NumPy generator, as np.random.default_rng(0)")
    numbers = {"count": count, "n": n, "vocab": vocab, **more}
    found = {name: whole_number(one, name, 0) for name, one in numbers.items()}
    drawn = found["count"] * (found["n"] + found["vocab"])
    if drawn > MOST_DRAWN:
        raise BadValue(
            f"count * (n + vocab) must be at most {MOST_DRAWN}, or draw the texts in parts: "
            f"it is {drawn}"
        )
