"""PyTorch's own samples of attention, and what they leave out: groups, widths, masks of any shape.

Gradients are held to PyTorch in `tests/oracles_torch`.
"""

import warnings
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from starlore.attention import Causal, Full, attend
from starlore.attention.arrays import Array, as_array
from starlore.errors import DtypeError
from tests.attention.kernels import KERNELS, forced

torch = pytest.importorskip("torch", reason="torch is not installed: nothing to compare with")

B, H_Q, H_KV, N_Q, N_K = 2, 4, 2, 267, 514
on_each_kernel = pytest.mark.parametrize("kernel", KERNELS)


def widest(kernel: str) -> str:
    """The widest dtype of a kernel."""
    return "float32" if kernel == "compiled" else "float64"


def near(kernel: str) -> float:
    """How far a kernel may be from torch's float64."""
    return 2e-6 if kernel == "compiled" else 1e-12


def right(q: Any, k: Any, v: Any, **named: Any) -> Array:
    """What torch's attention makes of the same numbers in float64."""
    wide = (torch.from_numpy(array.astype(np.float64)) for array in (q, k, v))
    attended = torch.nn.functional.scaled_dot_product_attention
    made: Array = attended(*wide, **named, enable_gqa=True).numpy()
    return made


def samples() -> list[tuple[list[Array], dict[str, Any]]]:
    """Torch's samples that drop nothing: queries, keys, values, and the rest by name."""
    pytest.importorskip("expecttest", reason="expecttest is not installed: torch's samples need it")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        db = import_module("torch.testing._internal.common_methods_invocations").op_db
    (op,) = (op for op in db if op.name == "nn.functional.scaled_dot_product_attention")
    found = []
    for sample in op.sample_inputs("cpu", torch.float64):
        named = dict(sample.kwargs)
        if named.pop("dropout_p", 0) == 0:
            found.append(([array.numpy() for array in (sample.input, *sample.args)], named))
    return found


@on_each_kernel
def test_every_sample_of_torch_that_drops_nothing_comes_out_the_same(kernel: str) -> None:
    cases = samples()
    assert len(cases) >= 13
    for (q, k, v), named in cases:
        q, k, v = (array.astype(widest(kernel)) for array in (q, k, v))
        q = np.broadcast_to(q, (*k.shape[: k.ndim - q.ndim], *q.shape))
        bias = named.get("attn_mask")
        scheme = Causal("start") if named["is_causal"] else Full()
        with forced(kernel):
            made = attend(q, k, v, scheme, bias=None if bias is None else bias.numpy())
        exact, unit = right(q, k, v, **named), np.abs(v).max()  # torch draws values up to 9
        np.testing.assert_allclose(made.output / unit, exact / unit, rtol=0, atol=near(kernel))


def masks() -> dict[str, Array]:
    """Twenty masks: each shape that broadcasts to the scores, and five ways to lie in memory."""
    draws = np.random.default_rng(0)
    shapes = [
        (*batch, *heads, *rows, N_K)
        for batch in [(B,), (1,), ()]
        for heads in ([(H_Q,), (1,)] if batch else [(H_Q,), (1,), ()])
        for rows in ([(N_Q,), (1,)] if batch or heads else [(N_Q,), (1,), ()])
    ]
    found = {f"shape {shape}": draws.random(shape) < 0.7 for shape in shapes}
    whole = draws.random((B, H_Q, N_Q, 2 * N_K)) < 0.7
    whole[0, 1, 5] = False
    found["every second"] = whole[..., ::2]
    found["reversed"] = whole[:, ::-1, ::-1, N_K - 1 :: -1]
    found["columns first"] = np.asfortranarray(whole[..., :N_K])
    found["transposed"] = np.ascontiguousarray(whole[..., :N_K].swapaxes(-1, -2)).swapaxes(-1, -2)
    found["stride 0"] = np.broadcast_to(whole[:1, :, :1, :N_K], (B, H_Q, N_Q, N_K))
    return found


MASKS = masks()


def test_there_are_twenty_masks() -> None:
    assert len(MASKS) == 20


@on_each_kernel
@pytest.mark.parametrize("as_bias", [False, True], ids=["bool", "float"])
@pytest.mark.parametrize("name", MASKS)
def test_any_mask_that_broadcasts_means_to_us_what_it_means_to_torch(
    name: str, as_bias: bool, kernel: str
) -> None:
    draws = np.random.default_rng(1)
    q, k, v = (
        draws.normal(size=shape).astype(widest(kernel))
        for shape in ((B, H_Q, N_Q, 8), (B, H_KV, N_K, 8), (B, H_KV, N_K, 5))
    )
    mask = MASKS[name]
    table = np.full(mask.shape, -np.inf, dtype=widest(kernel))
    table[mask] = draws.normal(size=np.count_nonzero(mask))
    with forced(kernel):
        made = attend(q, k, v, bias=table) if as_bias else attend(q, k, v, mask=mask)
    assert made.counters.kernel == kernel
    laid = np.broadcast_to(table if as_bias else mask, (B, H_Q, N_Q, N_K)).copy()
    exact = right(q, k, v, attn_mask=torch.from_numpy(laid))
    np.testing.assert_allclose(made.output, exact, rtol=0, atol=near(kernel))


@on_each_kernel
def test_tensors_are_read_where_they_lie(kernel: str) -> None:
    draws = np.random.default_rng(2)
    arrays = [draws.normal(size=(3, 6, 4)).astype(widest(kernel)) for _ in range(3)]
    turned: Any = [array.swapaxes(0, 1) for array in arrays]
    q, k, v = (torch.from_numpy(array).transpose(0, 1) for array in arrays)
    mask = torch.from_numpy(draws.random((3, 3)) < 0.8)
    assert as_array(q, "q").ctypes.data == q.data_ptr()
    with forced(kernel):
        lent = attend(q, k, v, mask=mask, key_lengths=torch.tensor(2))
        named = {"mask": mask.numpy(), "key_lengths": 2}
        ours = attend(*turned, **named)
    assert type(lent.output) is np.ndarray and np.array_equal(lent.output, ours.output)


def test_a_tensor_that_cannot_be_lent_is_refused_with_the_reason() -> None:
    one = torch.ones(2, 3)
    with pytest.raises(DtypeError, match=r"q must lie in CPU memory.*use tensor\.detach"):
        attend(one.clone().requires_grad_(), one, one)
    with pytest.raises(DtypeError, match="k must lie in CPU memory"):
        attend(one, one.to("meta"), one)
    with pytest.raises(DtypeError, match=r"v must have a dtype.*viewed as ml_dtypes\.bfloat16"):
        attend(one, one, one.to(torch.bfloat16))


def test_bfloat16_goes_through_as_the_refusal_says() -> None:
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    tensor = torch.randn(2, 4, generator=torch.Generator().manual_seed(0)).to(torch.bfloat16)
    array = np.from_dlpack(tensor.view(torch.int16)).view(bfloat16)
    made = attend(array, array, array)
    assert made.output.dtype == bfloat16
    exact = right(*[tensor.float().numpy()[None, None]] * 3)[0, 0]
    np.testing.assert_allclose(made.output.astype(float), exact, rtol=2**-7, atol=1e-7)
