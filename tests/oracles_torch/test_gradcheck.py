"""torch's own check of gradients, on our forward and backward; left out where torch is missing."""

from typing import Any

import numpy as np
import pytest

from starlore.attention import Causal, Full, Scheme, attend, attend_backward
from starlore.attention.schemes import Window

torch = pytest.importorskip("torch")


class Attend(torch.autograd.Function):  # type: ignore[misc,name-defined]
    """attend and attend_backward as one step of a graph."""

    @staticmethod
    def forward(ctx: Any, q: Any, k: Any, v: Any, bias: Any, named: dict[str, Any]) -> Any:
        if bias is not None:
            named = {**named, "bias": bias.detach().numpy()}
        arrays: Any = [array.detach().numpy() for array in (q, k, v)]
        made = attend(*arrays, **named)
        ctx.called = (arrays, named, made)
        return torch.from_numpy(made.output), torch.from_numpy(made.lse)

    @staticmethod
    def backward(ctx: Any, grad_output: Any, grad_lse: Any) -> Any:
        arrays, named, made = ctx.called
        q, k, v = arrays
        found = attend_backward(
            grad_output.numpy(), q, k, v, made, **named, grad_lse=np.nan_to_num(grad_lse.numpy())
        )
        bias = None if found.bias is None else torch.from_numpy(found.bias)
        return *(torch.from_numpy(g) for g in (found.q, found.k, found.v)), bias, None


def random(*shape: int, seed: int = 0) -> Any:
    """Normal numbers that gradients are asked for."""
    array = np.random.default_rng(seed).normal(size=shape)
    return torch.from_numpy(array).requires_grad_()


MASK = np.array([[True, False, True, True], [True, True, False, True], [False, True, True, True]])


@pytest.mark.parametrize(
    ("scheme", "named", "has_bias"),
    [
        (Full(), {}, False),
        (Causal("end"), {}, False),
        (Causal("start"), {"scale": 0.3}, False),
        (Window(1, 1, "end"), {}, False),
        (Full(), {"mask": MASK}, False),
        (Full(), {}, True),
        (Full(), {"softcap": 0.8}, False),
        (Causal("end"), {"mask": MASK, "softcap": 1.3}, True),
    ],
)
def test_torch_finds_our_gradients_right(
    scheme: Scheme, named: dict[str, Any], has_bias: bool
) -> None:
    q, k, v = random(4, 3, 2), random(2, 4, 2, seed=1), random(2, 4, 3, seed=2)
    bias = random(1, 3, 4, seed=3) if has_bias else None
    assert torch.autograd.gradcheck(
        lambda q, k, v, b: Attend.apply(q, k, v, b, {"scheme": scheme, **named}), (q, k, v, bias)
    )


def test_torch_finds_the_gradients_of_empty_rows_zero() -> None:
    mask = MASK.copy()
    mask[1] = False
    q, k, v = random(2, 3, 2), random(2, 4, 2, seed=1), random(2, 4, 3, seed=2)
    assert torch.autograd.gradcheck(
        lambda q, k, v: Attend.apply(q, k, v, None, {"mask": mask})[0], (q, k, v)
    )


@pytest.mark.parametrize("is_causal", [False, True])
def test_torch_attends_the_same(is_causal: bool) -> None:
    q, k, v = (random(2, 3, 130, 16, seed=s) for s in range(3))
    right = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=is_causal)
    right.sum().backward()
    arrays: Any = [array.detach().numpy() for array in (q, k, v)]
    scheme: Any = Causal() if is_causal else Full()
    a, b, c = arrays
    made = attend(a, b, c, scheme)
    np.testing.assert_allclose(made.output, right.detach().numpy(), rtol=0, atol=1e-13)
    found = attend_backward(np.ones_like(made.output), a, b, c, made, scheme)
    for ours, theirs in zip((found.q, found.k, found.v), (q, k, v), strict=True):
        np.testing.assert_allclose(ours, theirs.grad.numpy(), rtol=0, atol=1e-12)
