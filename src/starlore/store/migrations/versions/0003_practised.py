"""What an answer practises is read by the fold, and a star remembers what practised it.

The answers have held `practised_json` from the first; now the index that the fold reads holds it
too. Stars kept so far were practised by nothing, which their checksums already say.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ORDER = ["learner", "corrected_at_ms", "device", "device_seq", "id"]
FOLDED = ["study_day", "star", "gave_up", "hints_shown", "form", "option_count", "try_no"]


def upgrade() -> None:
    """Widen the index of the fold; give stars their two columns."""
    op.drop_index("answer_as_folded", "answer")
    op.create_index("answer_as_folded", "answer", [*ORDER, *FOLDED, "practised_json"])
    times = sa.Column("practised_times", sa.Integer, nullable=False, server_default="0")
    op.add_column("star", times)
    op.add_column("star", sa.Column("practised_on", sa.Text))
