"""What is kept of a released lesson as one value: JSON from path to base64, compressed."""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping


def pack(files: Mapping[str, bytes]) -> bytes:
    """One value for some files; equal files give equal values on one machine.

    Example:
        >>> unpack(pack({"lesson.md": b"# Read"}))
        {'lesson.md': b'# Read'}
    """
    texts = {path: b64encode(files[path]).decode() for path in sorted(files)}
    return zlib.compress(json.dumps(texts).encode())


def unpack(packed: bytes) -> dict[str, bytes]:
    """The files again."""
    texts: dict[str, str] = json.loads(zlib.decompress(packed))
    return {path: b64decode(text, validate=True) for path, text in texts.items()}
