"""Every case runs on every kernel this machine has."""

from collections.abc import Iterator

import pytest

from tests.attention.kernels import KERNELS, forced


@pytest.fixture(autouse=True, params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of the kernel that runs the case."""
    name: str = request.param
    with forced(name):
        yield name
