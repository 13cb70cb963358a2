"""Whether an answer stands on the study day it belongs to."""

from datetime import UTC, datetime, timedelta

from starlore.errors import Refused
from starlore.memory.study_day import study_day
from starlore.study.records import AnswerRecord


def is_own_day(record: AnswerRecord) -> bool:
    """Say whether the stored study day is that of the answer's instant, zone and rollover hour.

    The rules of a zone may have changed since; then it is that of the offset kept beside it.
    """
    at_ms, hour = record.stamp.corrected_at_ms, record.rollover_hour
    try:
        if study_day(at_ms, record.zone, hour).isoformat() == record.study_day:
            return True
        shift = timedelta(minutes=record.offset_min)
        local = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=at_ms) + shift
        return (local.date() - timedelta(days=local.hour < hour)).isoformat() == record.study_day
    except (Refused, OverflowError):
        return False
