"""The stars that are asked: those of the lesson that comes with Starlore."""

STARS = tuple(
    f"lookup.{name}"
    for name in (
        "three-shares",
        "hardly-a-choice",
        "the-whole-head",
        "read-the-head",
        "who-can-see-it",
        "what-is-carried",
        "count-the-comparisons",
        "what-it-rules-out",
    )
)
