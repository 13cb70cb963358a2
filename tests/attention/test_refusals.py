"""Whatever comes in place of an argument is refused in one sentence, never by a raw error."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from starlore import attention as a
from starlore.attention.arguments import must_call, shown
from starlore.errors import DtypeError, ShapeError
from tests.attention.odd import raw, raw_faults


def numbers(*shape: int) -> Any:
    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


Q, K, V = numbers(2, 5, 4), numbers(2, 5, 4), numbers(2, 5, 3)


def asked(call: Any, *given: Any, **named: Any) -> Callable[[], Any]:
    """The call, not yet made; whatever is given, for that is what is tried here."""
    return lambda: call(*given, **named)


CALL: dict[str, Any] = {
    "scheme": a.Causal(),
    "mask": np.ones((5, 5), dtype=np.bool_),
    "bias": numbers(5, 5),
    "scale": 1.0,
    "softcap": 2.0,
    "key_lengths": 5,
    "threads": 1,
}
TEXTS = [a.Text("abca"), a.Text("bcab"), a.Text("abab")]
CHOICE = a.TopK(2).choose(Q, K)
PART = a.attend_part(Q, K, V)


def head(text: a.Text) -> tuple[Any, Any, Any]:
    return (numbers(len(text.tokens), 4),) * 3


def without(*names: str) -> dict[str, Any]:
    return {name: value for name, value in CALL.items() if name not in names}


CALLS: list[tuple[Any, dict[str, Any]]] = [
    (a.attend, {"q": Q, "k": K, "v": V, **CALL, "read": a.Read()}),
    (a.attend_part, {"q": Q, "k": K, "v": V, **CALL}),
    (
        a.attend_backward,
        {
            "grad_output": V,
            "q": Q,
            "k": K,
            "v": V,
            "attention": a.attend(Q, K, V, **CALL),
            **CALL,
            "grad_lse": numbers(2, 5),
        },
    ),
    (
        a.attend_cached,
        {"q": Q, "cache": a.extend(a.Cache(2, 4, 3, "float32"), K, V), **CALL, "read": a.Read()},
    ),
    (a.extend, {"cache": a.Cache(2, 4, 3, "float32"), "k": K, "v": V}),
    (a.Cache, {"h_kv": 2, "d_k": 4, "d_v": 3, "dtype": "float32", "batch": (2,), "n_k": 0}),
    (a.explain, {"q": Q, "k": K, "v": V, **without("threads")}),
    (a.merge, {"parts": [PART, PART]}),
    (a.score, {"q": Q, "k": K, "scale": 1.0}),
    (a.softmax, {"scores": numbers(3, 3), "mask": np.ones((3, 3), dtype=np.bool_)}),
    (a.blend, {"weights": numbers(3, 5), "v": numbers(5, 2)}),
    (a.blend_chosen, {"q": Q, "k": K, "v": V, "choice": CHOICE, "scale": 1.0}),
    (a.top_scorers, {"scores": [1.0, 2.0]}),
    (
        a.Read,
        {
            "top": 2,
            "entropy": True,
            "distance": True,
            "sinks": 1,
            "columns": True,
            "windows": (2,),
            "patterns": ("previous",),
            "influence": 1,
            "align": "end",
        },
    ),
    (a.Alibi, {"slopes": [1, 2], "align": "end"}),
    (a.TopK, {"k": 2, "among": a.Full(), "how": "pages", "page": 2, "error": 0.0}),
    (a.LSH, {"rounds": 1, "bucket": 2, "seed": 0, "among": a.Full()}),
    (a.Clusters, {"count": 2, "seed": 0, "rounds": 1, "among": a.Full()}),
    (a.TopK(2).choose, {"q": Q, "k": K, "v": V, "scale": 1.0}),
    (a.TopK(2, how="pages").choose, {"q": Q, "k": K, "v": V, "scale": 1.0}),
    (a.LSH(1, 2, 0).choose, {"q": Q, "k": K, "v": V, "scale": 1.0}),
    (a.Clusters(2, 0).choose, {"q": Q, "k": K, "v": V, "scale": 1.0}),
    (CHOICE.found, {"q": Q, "k": K, "top": 1}),
    (a.Causal, {"align": "end"}),
    (a.Window, {"left": 1, "right": 1, "align": "end"}),
    (a.Dilated, {"left": 1, "step": 1, "right": 1, "align": "end"}),
    (a.Blocks, {"size": 2, "table": np.ones((3, 3), dtype=np.bool_), "align": "end"}),
    (a.Global, {"places": [0], "asks": True, "is_asked": True, "align": "end"}),
    (a.Strided, {"step": 2, "align": "end"}),
    (a.Random, {"count": 1, "size": 2, "seed": 1, "align": "end"}),
    (a.Documents, {"ids": [0, 0], "key_ids": [0, 0]}),
    (a.Where, {"predicate": lambda i, j: i >= j, "name": "earlier"}),
    (a.parse_scheme, {"text": "causal"}),
    (a.check_scheme, {"scheme": a.Causal(), "lengths": [(2, 2)], "sizes": [1]}),
    (a.Causal("end").plan, {"n_q": 3, "n_k": 4, "key_length": 4}),
    (a.Causal("end").plan(3, 4).keys, {"i": 1}),
    (a.Text, {"tokens": "abc", "separators": (1,), "relations": {"of": [(1, 0)]}}),
    (a.Relation, {"pairs": "of"}),
    (a.TopScorerIs, {"key_of_query": lambda text, i: 0}),
    (a.halves, {"texts": TEXTS, "seed": 0}),
    (
        a.read_head,
        {
            "head": head,
            "texts": TEXTS,
            "claim": "previous",
            "scheme": a.Causal(),
            "effect": lambda text, silenced: 1.0,
            "seed": 0,
        },
    ),
    (
        a.choose_head,
        {
            "heads": [head],
            "texts": TEXTS,
            "claim": "previous",
            "scheme": a.Causal(),
            "seed": 0,
        },
    ),
]
LAID: list[Callable[..., Any]] = [
    method
    for scheme in (
        a.Full(),
        a.Causal("end"),
        a.Random(1, 2, 3, "end"),
        a.Blocks(2),
        a.Global([0]),
        a.Documents([0, 0, 1]),
        a.Where(lambda i, j: i >= j),
        a.Causal() & a.Strided(2),
    )
    for method in (scheme.plan, scheme.count)
]
CALLS += [(method, {"n_q": 3, "n_k": 3}) for method in LAID]


@pytest.mark.parametrize(
    ("call", "given"), CALLS, ids=[getattr(call, "__qualname__", "call") for call, _ in CALLS]
)
def test_whatever_comes_in_place_of_an_argument_is_taken_or_refused_in_one_sentence(
    call: Callable[..., Any], given: Mapping[str, Any]
) -> None:
    call(**given)  # as it should be called
    assert not raw_faults(call, given)


def test_the_law_would_see_a_raw_error() -> None:
    def careless(threads: int) -> bool:
        return threads < 1

    assert raw(careless, {"threads": 1}, "threads", "x") is not None


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (asked(a.attend, Q, K, V, threads="x"), "threads must be a whole number: it is 'x'"),
        (asked(a.attend, Q, K, V, threads=0), "threads must be 1 or more"),
        (asked(a.attend, Q, K, V, read=3), r"read must be a Read, as Read\(top=4\), or None"),
        (asked(a.attend, Q, K, V, "causal"), "scheme must be a Scheme or a Plan"),
        (asked(a.attend, Q, K, V, a.Causal), "scheme must be a Scheme or a Plan"),
        (asked(a.attend, Q, K, V, bias=a.Causal), "bias must be numbers, an Alibi or a function"),
        (asked(a.attend, Q, K, V, key_lengths=2.0), "key_lengths must be whole numbers"),
        (asked(a.merge, 3), "parts must be what attend and attend_part give"),
        (asked(a.extend, None, K, V), "cache must be a Cache"),
        (asked(a.attend_backward, V, Q, K, V, 3), "attention must be what attend or"),
        (asked(a.Read, windows=3), "windows must be whole numbers"),
        (asked(a.TopK, 2, among=3), "TopK: among must be a Scheme"),
        (
            asked(a.blend_chosen, Q, K[:, :2], V[:, :2], CHOICE),
            "the choice was made from more keys",
        ),
    ],
)
def test_the_sentence_names_the_argument_and_what_came(
    refused: Callable[[], Any], sentence: str
) -> None:
    with pytest.raises((ShapeError, DtypeError), match=sentence):
        refused()


def test_a_long_value_is_cut_where_a_sentence_would_end() -> None:
    assert len(shown(np.ones((100, 100)))) == 80
    with pytest.raises(DtypeError, match="effect must be a function: it is <class 'int'>"):
        must_call(int, "effect", "a function")
