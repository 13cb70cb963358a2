"""How a database of any released schema becomes one of the newest. A release is never edited."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring a database up to a revision, within the transaction that is open."""
    command.upgrade(configuration(connection), to)


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings: the scripts lie beside this file, in the wheel too."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
