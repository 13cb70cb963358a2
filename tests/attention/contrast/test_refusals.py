"""Whatever comes in place of an argument of a contrast is refused in one sentence."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from starlore.attention import contrast as c
from starlore.attention.contrast import recall
from starlore.attention.schemes import Causal
from starlore.errors import BadValue, DtypeError, ShapeError
from tests.attention.odd import raw_faults


def numbers(*shape: int) -> Any:
    return np.random.default_rng(0).normal(size=shape)


def asked(call: Any, *given: Any, **named: Any) -> Callable[[], Any]:
    return lambda: call(*given, **named)


X, KERNEL = numbers(1, 2, 5), numbers(2, 3)
SLID = {"x": X, "kernel": KERNEL, "bias": numbers(2), "hidden": numbers(1, 2, 2)}
TEXT, PARAMS = numbers(1, 4, 2), c.RecurrentParams(numbers(1, 12, 2), numbers(1, 12, 3))
CARRIED = {
    "x": TEXT,
    "params": PARAMS,
    "cell": "lstm",
    "hidden": numbers(1, 1, 3),
    "cell_state": numbers(1, 1, 3),
    "lengths": [3],
    "direction": "forward",
}
LEARNED = {"input": numbers(1, 12, 2), "hidden": numbers(1, 12, 3)}
LEARNED |= {"bias": numbers(1, 24), "peepholes": numbers(1, 9)}
READ = {"q": numbers(1, 4, 2), "k": numbers(1, 4, 2), "v": numbers(1, 4, 3)}
RATES = {"decay": -abs(numbers(1, 4)), "beta": abs(numbers(1, 4)), "hidden": numbers(1, 2, 3)}
ONE = {name: rows[0] for name, rows in READ.items()}
RNG = {"rng": np.random.default_rng(0), "count": 2, "n": 12, "vocab": 16}


def recurrent(linear_before_reset: Any, **learned: Any) -> Any:
    """Tables are looked at where they are used."""
    params = c.RecurrentParams(**learned, linear_before_reset=linear_before_reset)
    return c.run_recurrent(TEXT, params, cell="lstm")


def answered(trial: c.Trial) -> c.Outcome:
    return c.Outcome(0.5, (), 0.0)


def spoken(rng: np.random.Generator, count: int) -> c.Examples:
    return c.copy(rng, count, n=4, vocab=5)


BOARD = {"task": "copy", "ways": ["rnn"], "lengths": [8], "rates": [0.01], "seeds": 1}
TAUGHT = {"learner": c.Learner("attention", 5, 4, 8), "texts": spoken, "rate": 0.01, "steps": 1}

CALLS: list[tuple[Any, dict[str, Any]]] = [
    (c.convolve_causal, {**SLID, "activation": "silu"}),
    (c.convolve_causal_backward, {"grad_output": X, **SLID, "activation": None}),
    (c.run_recurrent, CARRIED),
    (c.run_recurrent_backward, {"grad_output": numbers(1, 4, 1, 3), **CARRIED}),
    (recurrent, {**LEARNED, "linear_before_reset": False}),
    (c.run_linear, {**READ, **RATES, "rule": "gated_delta", "scale": 1.0}),
    (
        c.run_linear_backward,
        {"grad_output": READ["v"], **READ, **RATES, "rule": "gated_delta", "scale": 1.0},
    ),
    (
        c.influence_of_convolution,
        {"x": X[0], "kernel": KERNEL, "bias": numbers(2), "activation": None},
    ),
    (c.influence_of_recurrent, {"x": TEXT[0], "params": PARAMS, "cell": "lstm"}),
    (
        c.influence_of_linear,
        {
            **ONE,
            "rule": "gated_delta",
            "decay": RATES["decay"][0],
            "beta": RATES["beta"][0],
            "scale": 1.0,
        },
    ),
    (c.influence_of_attention, {**ONE, "scheme": Causal(), "scale": 1.0, "softcap": 2.0}),
    (c.mqar, {**RNG, "pairs": 2, "power": 0.01}),
    (c.copy, RNG),
    (c.selective_copy, {**RNG, "words": 3}),
    (c.ask_place, RNG),
    (c.flip_flop, {**RNG, "reads": 3}),
    (c.board, {**BOARD, "run": answered}),
    (c.ceiling_of, {"trial": c.Trial("copy", 8, "rnn")}),
    (c.convolution_reach, {"layers": 2, "width": 3}),
    (c.learned, {"name": "attention"}),
    (c.memory_ceiling, {"bits": 8.0, "pairs": 4, "values": 256}),
    (c.shipped, {}),
    (c.train, {**TAUGHT, "rng": np.random.default_rng(0), "batch": 2, "seen": None}),
    (c.window_ceiling, {"within": 0.5, "chance": 0.1}),
    (c.copy(**RNG).share_within, {"reach": 3}),  # type: ignore[arg-type]
]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board learns for two steps where nothing else carries its trials out."""
    monkeypatch.setitem(recall.BOARD, "copy", recall.BOARD["copy"].anew(steps=2))


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("call", "given"), CALLS, ids=[getattr(call, "__qualname__", "call") for call, _ in CALLS]
)
def test_whatever_comes_in_place_of_an_argument_is_taken_or_refused_in_one_sentence(
    call: Callable[..., Any], given: Mapping[str, Any]
) -> None:
    call(**given)  # as it should be called
    assert not raw_faults(call, given)


def test_every_public_call_is_among_those() -> None:
    called = {getattr(call, "__name__", "") for call, _ in CALLS}
    public = {name for name in c.__all__ if not isinstance(getattr(c, name), type)}
    assert public <= called


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (asked(c.run_recurrent, TEXT, PARAMS, cell=["lstm"]), r"cell must be one of .*\['lstm'\]"),
        (asked(c.run_recurrent, TEXT, None), "params must be RecurrentParams: it is None"),
        (asked(c.run_linear, *READ.values(), rule={}), "rule must be one of linear, gated"),
        (asked(c.convolve_causal, X, KERNEL, activation=[]), 'activation must be None or "silu"'),
        (asked(c.influence_of_convolution, X, KERNEL), r"x must be \[c, n\], of one text"),
        (asked(c.influence_of_attention, *READ.values()), r"q must be \[n, d\], of one text"),
        (asked(c.mqar, **{**RNG, "count": -1}, pairs=2), "count must be 0 or more"),
        (asked(c.mqar, **RNG, pairs=2.0), "pairs must be a whole number"),
        (asked(c.mqar, **RNG, pairs=2, power=2), "power must be from -20 to below 1"),
        (asked(c.copy, **{**RNG, "rng": 3}), "rng must be a NumPy generator"),
        (asked(c.copy, **{**RNG, "count": 2**40}), "draw the texts in parts"),
    ],
)
def test_the_sentence_names_the_argument_and_what_came(
    refused: Callable[[], Any], sentence: str
) -> None:
    with pytest.raises((ShapeError, DtypeError, BadValue), match=sentence):
        refused()
