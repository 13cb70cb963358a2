"""Memory: FSRS, the study day, and the fold of the log into stars; the standard library alone."""
