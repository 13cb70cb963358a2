"""What is folded: a key head with all queries that read it, whole or in pieces of its keys."""

from dataclasses import dataclass

from starlore.attention.compiled.visits import Spans


@dataclass(frozen=True)
class Stream:
    """One key head of one batch item, and what is known of it before any key is read."""

    at: tuple[int, ...]
    head: int
    length: int
    spans: Spans | None


@dataclass(frozen=True)
class Piece:
    """Packed tiles of a stream, from `first` up to `stop`; addresses 0 if packed when read."""

    stream: Stream
    first: int
    stop: int
    keys: int
    values: int
