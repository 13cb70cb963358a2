"""A sentence that is put together begins with a capital letter."""


def capitalised(text: str) -> str:
    """The text with its first letter large, in scripts that have large ones.

    Example:
        >>> capitalised("two stars grew brighter."), capitalised("")
        ('Two stars grew brighter.', '')
    """
    return text[:1].upper() + text[1:]
