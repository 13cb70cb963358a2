"""read_head: a claim about a head, what a fixed rule would score on it, and the difference.

A share of queries that fit impresses on its own. Most words have their determiner one place back,
so "always one place back" finds many as well; only the lift over such a rule says that the head
does more than count places.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from starlore.attention.arguments import must_be, must_call
from starlore.attention.arrays import Array, as_number
from starlore.attention.heads.claims import Claim
from starlore.attention.heads.tally import Head, Tally, best_rule, tally
from starlore.attention.heads.text import Text, halves
from starlore.attention.schemes import Full, Scheme
from starlore.attention.schemes.align import whole_number
from starlore.errors import ShapeError

RESAMPLES = 2000
"""How often texts are drawn anew for an interval."""

Verdict: TypeAlias = Literal["seen once", "counted", "beats the rule", "survives removal"]

Interval: TypeAlias = tuple[float, float]

Effect: TypeAlias = Callable[[Text, bool], float]
"""How well a model does on a text, with the head silenced or not."""


@dataclass(frozen=True)
class Ablation:
    """What is lost without the head.

    Args:
        fall: mean over texts of the effect with the head less the effect without it.
        interval: 95 %, texts drawn anew; None for one text.
    """

    fall: float
    interval: Interval | None


@dataclass(frozen=True)
class HeadReading:
    """What texts show of a claim about a head. Shares lie in [0, 1].

    Args:
        score: share of the counted queries whose top scorer fits the claim.
        weight: mean weight they put on keys that fit.
        baseline: the score of the best rule "always t places back", t fitted on other texts.
        lift: score - baseline.
        interval: 95 % on the lift, texts drawn anew 2000 times; None for one text.
        n: queries counted: those with a key that fits and that they may read.
        spread: standard deviation of the score from text to text; None for one text.
        contribution: the score when keys are ranked by p * |v - output| instead.
        ablation: what silencing the head takes away; None if nobody measured it.
        verdict: "seen once" in one text; "counted"; "beats the rule" if the interval lies above
            0; "survives removal" if the ablation's does too.
    """

    score: float
    weight: float
    baseline: float
    lift: float
    interval: Interval | None
    n: int
    spread: float | None
    contribution: float
    ablation: Ablation | None
    verdict: Verdict


def read_head(
    head: Head,
    texts: Sequence[Text],
    claim: Claim,
    *,
    scheme: Scheme = Full(),  # noqa: B008 - a frozen value
    effect: Effect | None = None,
    seed: int = 0,
) -> HeadReading:
    """Test a claim about a head on texts, beside the best rule that only counts places.

    A query counts if a key that fits the claim is among those it may read. The rule is fitted on
    the half of the texts that the counted text is not in; with one text it is fitted on that text,
    and wherever the other half counts nothing, on all, which favours the rule.

    Args:
        head: gives q, k, v of one head for a text, each `(n, d)`, one key per token.
        texts: one or more.
        claim: previous, next, first, self, separator, duplicate or induction; a `Relation`; or a
            `TopScorerIs`.
        scheme: who may read whom.
        effect: how well the model does on a text, and with the head silenced; higher is better.
        seed: draws the halves and the texts of each resample.

    Raises:
        ShapeError: if no text has a counted query, or the head does not fit its text.
        DtypeError: if the head or the effect is no function, a text no Text, or the scheme none.
        AlignmentError: if queries and keys differ in number and the scheme says not where
            they meet.

    Cost: that of `attend` on each text, twice; nothing of n * n is kept.
    Source: Clark et al. 2019, section 4.2, for the rule beside the head.

    Example:
        >>> def head(text):
        ...     places = np.eye(len(text.tokens))
        ...     return 50 * np.roll(places, -1, axis=1), places, places
        >>> found = read_head(head, [Text("abca"), Text("bcab")], "previous")
        >>> found.score, found.baseline, found.verdict
        (1.0, 1.0, 'counted')
    """
    check_asked([head], texts, scheme)
    seed = whole_number(seed, "seed", 0)
    if effect is not None:
        must_call(effect, "effect", "a function of a text and whether the head is silenced")
    tallies = [tally(head, text, claim, scheme) for text in texts]
    baselines = _baselines(tallies, seed)
    counted = [index for index, one in enumerate(tallies) if one.n]
    if not counted:
        raise ShapeError(
            f"some query must have a key that fits {claim!r} and that it may read: none has, "
            f"in {len(texts)} texts"
        )
    n, hits, moved = (
        np.array([getattr(tallies[index], name) for index in counted], dtype=np.float64)
        for name in ("n", "hits", "moved")
    )
    ruled = np.array([baselines[index] for index in counted], dtype=np.float64)
    is_one = len(counted) == 1
    interval = None if is_one else _interval(hits - ruled, n, seed)
    ablation = None if effect is None else _ablate(effect, texts, seed)
    return HeadReading(
        score=float(hits.sum() / n.sum()),
        weight=float(sum(one.weight for one in tallies) / n.sum()),
        baseline=float(ruled.sum() / n.sum()),
        lift=float((hits - ruled).sum() / n.sum()),
        interval=interval,
        n=int(n.sum()),
        spread=None if is_one else float(np.std(hits / n, ddof=1)),
        contribution=float(moved.sum() / n.sum()),
        ablation=ablation,
        verdict=_verdict(interval, ablation),
    )


def choose_head(
    heads: Sequence[Head],
    texts: Sequence[Text],
    claim: Claim,
    *,
    scheme: Scheme = Full(),  # noqa: B008 - a frozen value
    seed: int = 0,
) -> int:
    """Choose the head whose top scorers fit a claim best, on the first half of the texts.

    The best of many looks good by chance alone on the texts it was chosen on. Report it on the
    other half: `read_head(heads[choose_head(heads, texts, claim)], halves(texts)[1], claim)`.

    Args:
        heads, texts, claim, scheme: as for `read_head`; one head and two texts or more.
        seed: draws the halves, as in `halves`.

    Returns:
        The index of the head with the highest score, the first of equals.

    Raises:
        ShapeError: if there is no head, or fewer than two texts, or no counted query in the half
            that is chosen on.

    Example:
        >>> def at(back):
        ...     places = np.eye(4)
        ...     return lambda text: (50 * np.roll(places, -back, axis=1), places, places)
        >>> choose_head([at(2), at(1), at(0)], [Text("abcd"), Text("dcba")], "previous")
        1
    """
    check_asked(heads, texts, scheme)
    if not heads:
        raise ShapeError("there must be a head to choose from: there is none")
    first, _ = halves(texts, seed)
    scores: list[float] = []
    for head in heads:
        tallies = [tally(head, text, claim, scheme) for text in first]
        n = sum(one.n for one in tallies)
        if not n:
            raise ShapeError(f"some query must have a key that fits {claim!r}: none has")
        scores.append(sum(one.hits for one in tallies) / n)
    return scores.index(max(scores))


def check_asked(heads: object, texts: object, scheme: object) -> None:
    """Refuse heads that are no functions, texts that are no texts, a scheme that is none.

    Raises:
        DtypeError: naming what came.
    """
    must_be(heads, Sequence, "heads", "a list of functions of a text")
    for head in heads if isinstance(heads, Sequence) else ():
        must_call(head, "head", "a function of a text")
    must_be(texts, Sequence, "texts", "a list of texts")
    for text in texts if isinstance(texts, Sequence) else ():
        must_be(text, Text, "a text", "a Text")
    must_be(scheme, Scheme, "scheme", "a Scheme, as Causal()")


def _baselines(tallies: Sequence[Tally], seed: int) -> list[int]:
    """For each text, how many queries the rule fitted on the other half answers."""
    if len(tallies) < 2:
        parts: tuple[list[int], list[int]] = ([], list(range(len(tallies))))
    else:
        parts = halves(range(len(tallies)), seed)
    hits = [0] * len(tallies)
    for own, other in (parts, parts[::-1]):
        rule = best_rule([tallies[index] for index in other])
        rule = best_rule(tallies) if rule is None else rule
        for index in own:
            hits[index] = 0 if rule is None else tallies[index].hits_of_rule(rule)
    return hits


def _interval(parts: Array, sizes: Array, seed: int) -> Interval:
    """The middle 95 % of sum(parts) / sum(sizes) over texts drawn anew."""
    rng = np.random.default_rng(seed)
    ratios = np.empty(RESAMPLES)
    for turn in range(RESAMPLES):
        drawn = rng.integers(0, len(parts), len(parts))
        ratios[turn] = parts[drawn].sum() / sizes[drawn].sum()
    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(low), float(high)


def _ablate(effect: Effect, texts: Sequence[Text], seed: int) -> Ablation:
    falls = np.array(
        [
            as_number(effect(text, False), "an effect") - as_number(effect(text, True), "an effect")
            for text in texts
        ]
    )
    several = len(texts) > 1
    return Ablation(
        float(falls.mean()), _interval(falls, np.ones(len(falls)), seed) if several else None
    )


def _verdict(interval: Interval | None, ablation: Ablation | None) -> Verdict:
    if interval is None:
        return "seen once"
    if not interval[0] > 0:
        return "counted"
    survives = ablation is not None and ablation.interval is not None and ablation.interval[0] > 0
    return "survives removal" if survives else "beats the rule"
