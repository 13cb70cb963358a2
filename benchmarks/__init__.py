"""Measured, not promised: speed, size, and what a crash may cost. Each table is made by a command.

`python -m benchmarks` measures; `python -m benchmarks.crash` kills the server while it works.
"""
