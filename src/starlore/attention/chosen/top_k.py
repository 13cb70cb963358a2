"""TopK: the best k keys of each query, and a certificate of what the others could have added."""

import math
from dataclasses import dataclass
from typing import Literal

from starlore.attention.arguments import shown
from starlore.attention.arrays import as_number
from starlore.attention.chosen.choice import Chosen, HeadChoice
from starlore.attention.chosen.heads import Head
from starlore.attention.chosen.open_pages import open_pages
from starlore.attention.chosen.scan import scan
from starlore.attention.schemes import Full, Scheme
from starlore.attention.schemes.align import whole_number
from starlore.errors import ShapeError


@dataclass(frozen=True)
class TopK(Chosen):
    """Each query reads the `k` candidates it scores highest, ties to the lowest key.

    Args:
        k: how many keys, 1 or more.
        among: who the candidates are.
        how: "scan" scores every candidate; "pages" keeps each coordinate's least and greatest
            number per page of keys, and opens pages by falling bound until the next cannot beat
            the k-th best: the same keys, certified, at fewer comparisons if keys are clustered.
        page: keys of a page, 1 or more.
        error: how far a number of the output may be from that of all keys, in the unit of the
            values; pages stop once the certificate allows it. 0: always the best k.

    Raises:
        ShapeError: if one of them has no such value.
        DtypeError: if `among` is no scheme or `error` no number.

    Cost: scan: n_q * n_k comparisons; pages of p: n_q * n_k / p bounds, and p for each opened.

    Example:
        >>> choice = TopK(1).choose([[1.0]], [[3.0], [1.0]], [[10.0], [4.0]], scale=1)
        >>> choice.keys.tolist(), choice.lost_weight.round(6).tolist()
        ([[0]], [0.119203])
        >>> choice.error_bound.round(6).tolist()
        [0.715218]
    """

    k: int
    among: Scheme = Full()  # noqa: RUF009 - a frozen value
    how: Literal["scan", "pages"] = "scan"
    page: int = 64
    error: float = 0.0

    def __post_init__(self) -> None:
        self.check_among()
        whole_number(self.k, "TopK: k", 1)
        whole_number(self.page, "TopK: page", 1)
        if not isinstance(self.how, str) or self.how not in ("scan", "pages"):
            raise ShapeError(f'TopK: how must be "scan" or "pages": it is {shown(self.how)}')
        if as_number(self.error, "TopK: error") < 0:
            raise ShapeError(f"TopK: error must be 0 or more: it is {self.error}")

    def of_head(self, head: Head, among: Scheme, scale: float, spread: float) -> HeadChoice:
        if self.how == "scan":
            return scan(head, among, scale, self.k)
        tolerance = self.error / spread if spread > 0 else (math.inf if self.error else 0.0)
        return open_pages(head, among, scale, self.k, self.page, tolerance)
