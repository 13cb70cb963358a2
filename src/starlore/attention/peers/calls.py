"""The same work, asked of each of them. Each peer takes its fastest path to it, and we say which.

torch        scaled_dot_product_attention; a window as a mask, which it computes in full
onnxruntime  the operator Attention of ONNX 23
flex         FlexAttention, compiled, with a block mask
numpy        our own kernel without machine code
plain        our own call without what the case adds to it, reading
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from starlore.attention import tiled
from starlore.attention.arrays import Array
from starlore.attention.attend import attend
from starlore.attention.backward import attend_backward
from starlore.attention.inputs import check
from starlore.attention.peers.cases import Case
from starlore.attention.peers.rounds import OURS, Call, settings
from starlore.attention.reading import Read
from starlore.errors import BadValue

Arrays: TypeAlias = tuple[Array, Array, Array]

READ = Read(top=4, entropy=True, distance=True)


def check_peers(names: Sequence[str]) -> None:
    """Refuse a peer that nobody knows.

    Raises:
        BadValue: if a peer is none of ours.

    Example:
        >>> check_peers(["numpy", "torch"])
    """
    for name in names:
        if name not in PEERS:
            raise BadValue(f"peers are {', '.join(PEERS)}: there is no {name!r}")


def calls_of(case: Case, against: Sequence[str], threads: int) -> dict[str, Call]:
    """What everybody has to do for a case, ours first; peers that cannot do it are left out.

    Args:
        against: peers by name. threads: for everybody.

    Raises:
        BadValue: if a peer is none of ours, or is not installed.

    Example:
        >>> list(calls_of(Case("S1", 16, d=8), ["numpy"], 1))
        ['starlore', 'numpy']
    """
    check_peers(against)
    arrays = case.arrays()
    with settings(case):
        found: dict[str, Call | None] = {OURS: _ours(case, arrays, threads)}
    if case.work == "reading":
        found["plain"] = _plain(case, arrays, threads)
    for name in dict.fromkeys(against):
        found[name] = None if case.kernel or case.shape else PEERS[name](case, arrays, threads)
    return {name: call for name, call in found.items() if call is not None}


def _ours(case: Case, arrays: Arrays, threads: int) -> Call:
    q, k, v = (_narrow(array, case.dtype) for array in arrays)
    scheme = case.scheme
    if case.work == "backward":
        attention = attend(q, k, v, scheme, threads=threads)
        gradient = np.ones_like(attention.output)
        return lambda: attend_backward(gradient, q, k, v, attention, scheme, threads=threads)
    read = READ if case.work == "reading" else None
    return lambda: attend(q, k, v, scheme, read=read, threads=threads)


def _plain(case: Case, arrays: Arrays, threads: int) -> Call:
    q, k, v = (_narrow(array, case.dtype) for array in arrays)
    return lambda: attend(q, k, v, case.scheme, threads=threads)


def _numpy(case: Case, arrays: Arrays, threads: int) -> Call | None:
    if case.work != "forward" or case.dtype != "float32":
        return None
    inputs = check(*arrays, case.scheme, None, None, None, None, None)
    return lambda: tiled.run(inputs, None, threads)


def _torch(case: Case, arrays: Arrays, threads: int) -> Call | None:
    if case.work == "reading":
        return None
    torch = _installed("torch", "torch")
    torch.set_num_threads(threads)
    dtype = getattr(torch, case.dtype)
    q, k, v = (torch.from_numpy(array).to(dtype) for array in arrays)
    attention = torch.nn.functional.scaled_dot_product_attention
    if case.left is not None:
        settled = case.scheme.at(case.queries, case.n)  # a plan tells no mask of so many cells
        mask = torch.from_numpy(settled.mask(range(case.queries), range(case.n)))
        return _without_gradients(torch, lambda: attention(q, k, v, attn_mask=mask))
    if case.work == "forward":
        return _without_gradients(torch, lambda: attention(q, k, v, is_causal=case.is_causal))
    for tensor in (q, k, v):
        tensor.requires_grad_()
    output = attention(q, k, v, is_causal=case.is_causal)
    gradient = torch.ones_like(output)
    return lambda: torch.autograd.grad(output, (q, k, v), gradient, retain_graph=True)


def _flex(case: Case, arrays: Arrays, threads: int) -> Call | None:
    if case.work != "forward" or case.dtype != "float32" or case.queries != case.n:
        return None
    torch = _installed("torch", "torch")
    flex = import_module("torch.nn.attention.flex_attention")
    torch.set_num_threads(threads)
    q, k, v = (torch.from_numpy(array) for array in arrays)
    far = case.n if case.left is None else case.left

    def allowed(batch: Any, head: Any, i: Any, j: Any) -> Any:
        return (j <= i) & (i - j <= far)

    mask = None
    if case.is_causal:
        mask = flex.create_block_mask(allowed, None, None, case.queries, case.n, device="cpu")
    attention = torch.compile(flex.flex_attention)
    return _without_gradients(torch, lambda: attention(q, k, v, block_mask=mask))


def _onnxruntime(case: Case, arrays: Arrays, threads: int) -> Call | None:
    if case.work != "forward" or case.dtype != "float32" or case.left is not None:
        return None
    runtime = _installed("onnxruntime", "onnxruntime onnx")
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = runtime.InferenceSession(_model(case), options, providers=["CPUExecutionProvider"])
    given = dict(zip("qkv", arrays, strict=True))
    return lambda: session.run(None, given)


def _model(case: Case) -> bytes:
    """A graph of one operator."""
    helper = _installed("onnx.helper", "onnxruntime onnx")
    sizes = {"q": case.queries, "k": case.n, "v": case.n, "output": case.queries}
    told = {
        name: helper.make_tensor_value_info(name, 1, [1, case.heads, n, case.d])
        for name, n in sizes.items()
    }
    node = helper.make_node("Attention", ["q", "k", "v"], ["output"], is_causal=int(case.is_causal))
    graph = helper.make_graph([node], "attention", [told[name] for name in "qkv"], [told["output"]])
    opset = helper.make_opsetid("", 23)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=10)
    written: bytes = model.SerializeToString()
    return written


def _narrow(array: Array, dtype: str) -> Array:
    if dtype != "bfloat16":
        return array.astype(dtype)
    return array.astype(_installed("ml_dtypes", "ml_dtypes").bfloat16)


def _without_gradients(torch: Any, call: Call) -> Call:
    def work() -> Any:
        with torch.no_grad():
            return call()

    return work


def _installed(module: str, packages: str) -> Any:
    """A module of a package that is not ours to bring.

    Raises:
        BadValue: saying how it is installed.
    """
    try:
        return import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise BadValue(f"{name} is not installed: pip install {packages}") from None


PEERS: dict[str, Callable[[Case, Arrays, int], Call | None]] = {
    "torch": _torch,
    "onnxruntime": _onnxruntime,
    "flex": _flex,
    "numpy": _numpy,
}
