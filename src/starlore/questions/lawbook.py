"""The laws of questions by name: what each asks, and what an author does who meets it.

The words stand in the catalogues, under `check.law.L1` and so on; the reference shows them.
"""

from starlore.message import Message

LAWS = ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10")
"""Their names, in order."""


def asks(law: str) -> Message:
    """What a law asks of a question."""
    return Message(f"check.law.{law}.asks")


def mends(law: str) -> Message:
    """What mends a question that breaks it."""
    return Message(f"check.law.{law}.remedy")
