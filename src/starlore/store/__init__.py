"""The Store on a database: SQLite behind the port that `study` declares (decisions/0006)."""

from starlore.store.database import Database
from starlore.store.opening import open_store

__all__ = ["Database", "open_store"]
