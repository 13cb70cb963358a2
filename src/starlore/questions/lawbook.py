"""What each law of questions asks, and what an author does who meets it. The reference shows it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Law:
    """One law: what it asks of a question, and what mends one that breaks it."""

    asks: str
    remedy: str


LAWS: Mapping[str, Law] = {
    "L1": Law(
        "`vary` raises nothing and gives no NaN or infinity; one seed gives one Variant",
        "draw from `rng` alone, no clock and no other chance; keep ranges where every step is "
        "defined",
    ),
    "L2": Law(
        "there is a misconception, and no two answers look alike in any language",
        "foresee at least one wrong way; refuse draws whose answers meet, by `accept=`",
    ),
    "L3": Law(
        "the solution follows from the numbers as the page prints them",
        "compute on from what is shown: draw whole numbers or decimals, or cut a computed one "
        "with `rng.printed`, and put into `given` what you drew, under the same name",
    ),
    "L4": Law(
        "the printed solution is graded right, and each misconception as itself",
        "let the answers lie further apart than the rule's tolerance, by `rule=` or `accept=`",
    ),
    "L5": Law(
        "one draw more, anywhere, changes no value of the others",
        "give every draw a name of its own, and take no value from the order of the draws",
    ),
    "L6": Law(
        "every explanation, hint and alternative text can be filled",
        "give every draw the same names in `given` and `working`",
    ),
    "L7": Law(
        "40 different Variants in 400 seeds, unless `fixed=True`; at most 95 % of draws refused",
        "widen the ranges or loosen `accept=`; say `fixed=True` if there is one Variant only",
    ),
    "L8": Law(
        "the tolerance follows from what stands by the field",
        "give a typed Figure `places=` or `digits=`, or the question `rule=Exact()`",
    ),
    "L9": Law(
        "nothing sent before the answer holds the solution",
        "keep what leads to the answer in `working`, not in `given`",
    ),
    "L10": Law(
        "a Variant takes few random words, all its attempts counted",
        "draw less at once, such as some of a list by `choice` and not by `sample`, or loosen "
        "`accept=`",
    ),
}
"""By name, in order."""
