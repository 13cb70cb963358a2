"""Starlore: lessons that compute, on an attention engine that stands on its own."""

__version__ = "0.1.0"
