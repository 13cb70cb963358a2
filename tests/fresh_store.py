"""A new database as Starlore makes it: migrated once, then copied, for most tests need one.

That a new file is migrated is what `tests/store` looks at; to do it for each test would take longer
than the test.
"""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlore.store import Database, open_store
from starlore.store.inspection import MARK


def fresh_store(path: Path, *given: Any, **named: Any) -> Database:
    """Open a database that holds nothing yet; what follows the path is `open_store`'s."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_migrated())
    return open_store(path, *given, **named)


@cache
def _migrated() -> bytes:
    """The bytes of a database of the newest schema that has no mark of its own yet."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "starlore.db"
        open_store(path).close()
        with closing(sqlite3.connect(path)) as made:
            made.execute(f"{MARK}=0")
            made.commit()
            return made.serialize()
