"""The command line: one file per command; here alone the parts are put together."""

from starlore.cli.root import main

__all__ = ["main"]
