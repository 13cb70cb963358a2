"""Ways to read as text, for a command line: `causal & window(255)`, `topk(32, causal)`, `gru`.

The grammar is that of `parse_scheme`, with more names: schemes that choose by the data, whose
candidates are an argument, and the contrasts, which stand alone.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlore.attention.chosen import LSH, Clusters, TopK
from starlore.attention.chosen.choice import Chosen
from starlore.attention.cost.contrasts import Contrast, Convolution, HiddenMatrix, RecurrentState
from starlore.attention.cost.count import Way
from starlore.attention.schemes import Full, Scheme
from starlore.attention.schemes.text import NAMES, parse_named

FULL = Full()


def _top_k(k: int, among: Scheme = FULL) -> TopK:
    return TopK(k, among)


def _pages(k: int, page: int = 64, among: Scheme = FULL) -> TopK:
    return TopK(k, among, "pages", page)


def _lsh(rounds: int, bucket: int, seed: int = 0, among: Scheme = FULL) -> LSH:
    return LSH(rounds, bucket, seed, among)


def _clusters(count: int, seed: int = 0, rounds: int = 10, among: Scheme = FULL) -> Clusters:
    return Clusters(count, seed, rounds, among)


WAYS: dict[str, Callable[..., Any]] = {
    **NAMES,
    "topk": _top_k,
    "pages": _pages,
    "lsh": _lsh,
    "clusters": _clusters,
    "convolution": Convolution,
    **{cell: partial(RecurrentState, cell) for cell in ("rnn", "gru", "lstm")},
    **{rule: partial(HiddenMatrix, rule) for rule in ("linear", "gated", "delta", "gated_delta")},
}
"""What text can name: schemes, schemes that choose by the data, and contrasts."""


def parse_way(text: str) -> Way:
    """Read a way from its text form.

    Args:
        text: as in `causal & window(255)`, `topk(32, causal)`, `convolution(4)` or `gru`.

    Raises:
        ShapeError: naming the column, what was expected, what came, and a name near to it.
        DtypeError: if it is no text.

    Example:
        >>> parse_way("topk(32, among=causal)")
        TopK(k=32, among=Causal(), how='scan', page=64, error=0.0)
    """
    way: Way = parse_named(text, WAYS)
    return way


def text_of(way: Way) -> str:
    """A way as `parse_way` reads it back; a page's limit of error is left out.

    Example:
        >>> text_of(parse_way("lsh(2,64, among = causal)")), text_of(parse_way("pages(8)"))
        ('lsh(2, 64, 0, causal)', 'pages(8, 64)')
    """
    if not isinstance(way, Chosen):
        return str(way)
    among = "" if isinstance(way.among, Full) else f", {way.among}"
    if isinstance(way, TopK):
        told = f"topk({way.k}" if way.how == "scan" else f"pages({way.k}, {way.page}"
    elif isinstance(way, LSH):
        told = f"lsh({way.rounds}, {way.bucket}, {way.seed}"
    elif isinstance(way, Clusters):
        told = f"clusters({way.count}, {way.seed}, {way.rounds}"
    else:
        return repr(way)
    return f"{told}{among})"


__all__ = ["WAYS", "Contrast", "Way", "parse_way", "text_of"]
