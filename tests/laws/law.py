"""A law: a claim about an implementation, the cases it is tried on, and a fault that breaks it.

A claim is a function of an implementation and one drawn case; its name is the law in words. Ours
must keep it in every case. A broken version must fail it in at least one, or the claim says little.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

Made = TypeVar("Made")

lawful = settings(derandomize=True, deadline=None, database=None, report_multiple_bugs=False)
unshrunk = (Phase.explicit, Phase.generate)


@dataclass(frozen=True)
class Law(Generic[Made]):
    """What must hold of any implementation of one kind.

    Attributes:
        claim: takes an implementation and a case, and raises AssertionError where it fails.
        broken: an implementation with one mistake, which fails the claim.
        cases: what each further argument of the claim is drawn from.
        examples: how many cases are tried.
    """

    claim: Callable[..., None]
    broken: Made
    cases: tuple[st.SearchStrategy[Any], ...]
    examples: int = 100

    def __str__(self) -> str:
        """The law in words."""
        return self.claim.__name__

    def holds_for(self, ours: Made) -> None:
        """Try the claim; the case that fails is shown as small as can be."""
        self._try(ours, settings(lawful, max_examples=self.examples))

    def fails(self) -> None:
        """Try the claim on the broken version: an AssertionError is what should come."""
        self._try(self.broken, settings(lawful, max_examples=self.examples, phases=unshrunk))

    def _try(self, made: Made, how: settings) -> None:
        @how
        @given(st.tuples(*self.cases))
        def tried(case: tuple[Any, ...]) -> None:
            self.claim(made, *case)

        tried()
