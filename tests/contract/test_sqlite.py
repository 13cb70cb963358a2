"""SQLite passes the suite of every Store."""

from pathlib import Path

from starlore.store import open_store
from starlore.study.port import Store
from tests.contract.check_store import StoreContract


class TestSqlite(StoreContract):
    """The database on one's own machine."""

    @staticmethod
    def opened(folder: Path) -> Store:
        return open_store(folder / "starlore.db")
