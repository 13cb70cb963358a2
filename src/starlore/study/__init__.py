"""The verbs: ask, answer, take back, look at the sky. Only here are pure rooms and the log joined.

Every verb takes a `Desk` (who, on which database, with which courses) and the moment it happens.
"""
