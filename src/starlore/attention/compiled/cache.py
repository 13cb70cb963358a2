"""Machine code kept from one process to the next.

numba's own cache looks at the file of the function it compiles. What is compiled here comes out of
the generator, so the key is a hash of all of its sources, with numba's version and the processor
beside it. A folder that cannot be written to means that every process compiles for itself.
"""

import hashlib
import logging
import os
import threading
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from platformdirs import user_cache_path

from starlore.attention.compiled.kernel import sources
from starlore.attention.compiled.named import named
from starlore.attention.compiled.shape import EVERY

PATIENCE_SECONDS = 1.0
"""How long loading or compiling may take before it is spoken of."""

LOADING = "loading attention for this processor from %s"
COMPILING = "compiling attention for this processor, once; kept in %s"

_log = logging.getLogger("starlore.attention")

compiling = threading.Lock()
"""Held while machine code is made or fetched: two threads that compile at once fail."""


def folder() -> Path:
    """Where machine code is kept; `STARLORE_KERNELS` names another place."""
    wanted = os.environ.get("STARLORE_KERNELS", "")
    return Path(wanted) if wanted else user_cache_path("starlore") / "kernels"


@cache
def stamp() -> str:
    """A hash of the generator's sources and numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:32]


def compiled(shape_name: str, reads: bool = False) -> dict[str, Callable[..., None]]:
    """The functions of a shape as machine code; from the disk if they are there.

    Those that read along are compiled apart, when a reading is first asked for.

    Threads that ask at the same time wait for the one that compiles. Loading, or a compilation,
    that takes longer than a second is announced once, as a warning of the log
    "starlore.attention".
    """
    with compiling:
        return _compiled(shape_name, reads)


@cache
def _compiled(shape_name: str, reads: bool) -> dict[str, Callable[..., None]]:
    name = shape_name + "-reading" * reads
    return build_all(name, sources(EVERY[shape_name], reads))


def build_all(
    name: str, functions: Mapping[str, tuple[Any, Any]]
) -> dict[str, Callable[..., None]]:
    """Functions as machine code, from the disk if they are there; told of if that takes long.

    Args:
        name: before the functions' own, unlike that of any other shape.
        functions: with numba's signatures of their arguments.
    """
    patience = Patience()
    patience.begin(LOADING)
    try:
        return {
            own: build(f"{name}-{own}", function, signature, lambda: patience.begin(COMPILING))
            for own, (function, signature) in functions.items()
        }
    finally:
        patience.end()


class Patience:
    """Tells what is being done, once, if it takes longer than a second."""

    def __init__(self) -> None:
        self.words, self._timer = "", threading.Timer(PATIENCE_SECONDS, _log.warning)

    def begin(self, words: str) -> None:
        """This is done from now on; what was done before is told of no more."""
        if words == self.words:
            return
        self.end()
        self.words = words
        self._timer = threading.Timer(PATIENCE_SECONDS, _log.warning, (words, folder()))
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """It is done."""
        self._timer.cancel()


def build(
    name: str,
    function: Any,
    signature: Any,
    is_missing: Callable[[], None] = lambda: None,
) -> Callable[..., None]:
    """One function as machine code; from the disk if it is there.

    Args:
        name: its own, unlike any other. function: to compile. signature: of numba.
        is_missing: called if it has to be compiled, before it is.
    """
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(named(function, name))
    dispatcher._cache = _kept(name, is_missing)(function)
    dispatcher.compile(signature.args)
    return dispatcher  # type: ignore[no-any-return]


def _kept(name: str, is_missing: Callable[[], None]) -> type[FunctionCache]:
    """A numba cache for one function, in our folder, under our key."""

    class Locator(_CacheLocator):
        def get_cache_path(self) -> str:
            return str(folder())

        def get_source_stamp(self) -> str:
            return stamp()

        def get_disambiguator(self) -> str:
            return f"{name}-{stamp()}"

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> "Locator":
            return cls()

    class Impl(CompileResultCacheImpl):
        _locator_classes = [Locator]  # type: ignore[list-item]  # noqa: RUF012

    class Kept(FunctionCache):
        _impl_class = Impl

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            found = None
            try:
                found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            except Exception as fault:
                _log.info("machine code in %s cannot be read: %s", folder(), fault)
            if found is None:
                is_missing()
            return found

        def save_overload(self, sig: Any, data: Any) -> None:
            try:
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]
            except Exception as fault:
                _log.info("machine code is not kept in %s: %s", folder(), fault)

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return sig, codegen.magic_tuple(), stamp()

    return Kept
