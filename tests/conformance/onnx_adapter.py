"""ONNX's own node tests, and what its operators are called here.

ONNX builds its cases in Python while their module is imported, and keeps them in one global list.
Importing just the module of an operator, and not all of them as `collect_testcases` does, makes
the same cases in a tenth of the time and needs no process of its own.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from starlore.attention import Causal, Full, Scheme, Window, blend, explain, score, softmax
from starlore.attention.arrays import Array
from starlore.attention.schemes import Align

QK_STEPS = ("scores", "capped", "biased", "weights")
"""The step of `explain` that each qk_matmul_output_mode asks for."""


MODULES = {"CausalConvWithState": "causal_conv_with_state", "LinearAttention": "linear_attention"}
"""Where the cases of an operator stand, if not in a module of its name."""


@dataclass(frozen=True)
class NodeCase:
    """One case: what goes into one operator, and what has to come out.

    Args:
        attributes: of the node, by name.
        inputs, outputs: one for each place of the node's signature; None where left out.
    """

    name: str
    attributes: dict[str, Any]
    inputs: list[Array | None]
    outputs: list[Array | None]
    rtol: float
    atol: float


def node_cases(operator: str) -> list[NodeCase]:
    """Every case of an operator, but for those that expand it into other operators."""
    value_of = import_module("onnx.helper").get_attribute_value
    node_package = import_module("onnx.backend.test.case.node")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import_module(f"onnx.backend.test.case.node.{MODULES.get(operator, operator.lower())}")
    found = []
    for case in node_package._NodeTestCases:
        (node, *_), (inputs, outputs) = case.model.graph.node, case.data_sets[0]
        if node.op_type == operator and "expanded" not in case.name:
            attributes = {given.name: value_of(given) for given in node.attribute}
            placed = _placed(node.input, inputs), _placed(node.output, outputs)
            found.append(NodeCase(case.name, attributes, *placed, case.rtol, case.atol))
    return found


def _placed(names: list[str], arrays: list[Array]) -> list[Array | None]:
    """Arrays at their places; a place without a name was left out, and has no array."""
    left = iter(arrays)
    return [_named(next(left)) if name else None for name in names]


def _named(array: Array) -> Array:
    """bfloat16 may come as two bytes without a meaning."""
    if array.dtype.kind != "V" or array.dtype.itemsize != 2 or array.dtype.name == "bfloat16":
        return array
    return array.view(import_module("ml_dtypes").bfloat16)


@dataclass(frozen=True)
class Call:
    """A call of `attend`."""

    q: Array
    k: Array
    v: Array
    scheme: Scheme
    named: dict[str, Any]

    def by(self, function: Callable[..., Any]) -> Any:
        """What `attend`, or `explain`, makes of it."""
        return function(self.q, self.k, self.v, self.scheme, **self.named)


def call_of(case: NodeCase) -> Call:
    """ONNX Attention, said in our words."""
    given = case.attributes
    places = dict(enumerate(case.inputs))
    q, k, v = (
        _heads(places[place], given.get(heads))
        for place, heads in enumerate(("q_num_heads", "kv_num_heads", "kv_num_heads"))
    )
    past_key, past_value, lengths = places.get(4), places.get(5), places.get(6)
    align: Align = "start" if lengths is None else "end"
    if past_key is not None and past_value is not None:
        k, v = np.concatenate([past_key, k], axis=2), np.concatenate([past_value, v], axis=2)
        align = past_key.shape[2]
    return Call(
        q=q,
        k=k,
        v=v,
        scheme=_scheme(given, align),
        named={
            "scale": given.get("scale"),
            "softcap": given.get("softcap") or None,
            "key_lengths": lengths,
            **_mask(places.get(3), k.shape[2]),
        },
    )


def answers(case: NodeCase, call: Call, output: Array) -> list[Array | None]:
    """What ONNX's signature wants: output, present key, present value, one step of the scores."""
    made: list[Array | None] = [output, call.k, call.v, None]
    if "q_num_heads" in case.attributes:
        joined = output.swapaxes(1, 2)
        made[0] = joined.reshape(*joined.shape[:2], -1)
    if len(case.outputs) == 4:
        step = QK_STEPS[case.attributes.get("qk_matmul_output_mode", 0)]
        made[3] = getattr(call.by(explain), step).astype(call.q.dtype)
    return made[: len(case.outputs)]


def _heads(array: Array | None, heads: int | None) -> Array:
    """Queries, keys or values as `[b, h, n, d]`; with `heads`, they come as `[b, n, h * d]`."""
    assert array is not None
    if heads is None:
        return array
    b, n, _ = array.shape
    return array.reshape(b, n, heads, -1).swapaxes(1, 2)


def _scheme(given: dict[str, Any], align: Align) -> Scheme:
    """Who may read whom: a width of -1 is open."""
    scheme: Scheme = Causal(align) if given.get("is_causal") else Full()
    left, right = (
        None if given.get(name, -1) == -1 else given[name]
        for name in ("left_window_size", "right_window_size")
    )
    return scheme if left is None and right is None else scheme & Window(left, right, align)


def _mask(table: Array | None, n_k: int) -> dict[str, Array]:
    """A bool mask is a mask, a float mask a bias; keys past its end are not read."""
    if table is None:
        return {}
    missing = [(0, 0)] * (table.ndim - 1) + [(0, n_k - table.shape[-1])]
    if table.dtype == np.bool_:
        return {"mask": np.pad(table, missing, constant_values=False)}
    return {"bias": np.pad(table, missing, constant_values=-np.inf)}


def flex_attention(case: NodeCase) -> Array:
    """ONNX FlexAttention by the three parts, its functions put between them; in float64."""
    q, k, v = (_heads(array, None) for array in case.inputs)
    group = q.shape[1] // k.shape[1]
    wide = np.float64
    scores = score(
        q.astype(wide), k.repeat(group, axis=1).astype(wide), case.attributes.get("scale")
    )
    weights = softmax(_changed(scores, case.attributes.get("score_mod"), q.dtype))
    weights = _changed(weights, case.attributes.get("prob_mod"), q.dtype)
    return blend(weights, v.repeat(group, axis=1).astype(wide)).astype(v.dtype)


def _changed(table: Array, graph: Any, dtype: np.dtype[np.generic]) -> Array:
    """A table after a function given as a graph, whose constants are of the dtype of the case."""
    if graph is None:
        return table
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function = import_module("onnx.reference").ReferenceEvaluator(graph, opsets={"": 25})
        changed: list[Array] = function.run(None, {function.input_names[0]: table.astype(dtype)})
    return changed[0].astype(np.float64)
