"""Lessons: files that say what is taught, read into values; every number comes from the engine."""
