"""Printed sheets: what stands on each, by its code, for good (decisions/0025)."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for sheets; those of before were none."""
    op.create_table(
        "sheet",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("lesson", sa.Text, nullable=False),
        sa.Column("content_hash", sa.Text, nullable=False),
        sa.Column("sheet_json", sa.Text, nullable=False),
        sa.Column("kept_at_ms", sa.Integer, nullable=False),
        sqlite_strict=True,
    )
