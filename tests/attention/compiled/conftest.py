"""Every test here needs numba and a processor with fused multiply-adds."""

import pytest

from starlore.attention import compiled


@pytest.fixture(autouse=True)
def machine_code() -> None:
    """Skip where the compiled kernel cannot run."""
    if not compiled.is_available():
        pytest.skip("numba is not installed, or the processor has no fused multiply-add")
