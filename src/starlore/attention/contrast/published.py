"""Numbers that others have published, quoted with their source; none of them was measured here."""

MQAR_WIDTHS = (64, 128, 256, 512)
MQAR_MODELS = ("Hyena", "RWKV", "H3", "BaseConv")
MQAR = {
    (64, 4): (
        *((0.52, 0.75, 0.85, 0.87), (0.76, 0.94, 0.97, 1.0)),
        *((0.93, 1.0, 0.98, 0.99), (0.70, 0.94, 0.97, 1.0)),
    ),
    (128, 8): (
        *((0.18, 0.64, 0.75, 0.84), (0.18, 0.50, 0.76, 0.93)),
        *((0.25, 0.74, 0.91, 0.77), (0.38, 0.62, 0.85, 0.97)),
    ),
    (256, 16): (
        *((0.05, 0.13, 0.54, 0.69), (0.05, 0.06, 0.68, 0.80)),
        *((0.08, 0.65, 0.62, 0.67), (0.14, 0.34, 0.82, 0.94)),
    ),
    (512, 64): (
        *((0.01, 0.02, 0.09, 0.17), (0.01, 0.03, 0.15, 0.37)),
        *((0.01, 0.01, 0.03, 0.09), (0.01, 0.02, 0.03, 0.72)),
    ),
}
"""Arora et al. 2024 (Zoology), figure 2, read off to about .01: by length and pairs, for each
model, accuracy at each width."""

MQAR_WORDS = 8192
"""Tokens of the texts of figure 2."""

KIN = {
    "attention": ("attention",),
    "convolution": ("BaseConv", "Hyena", "H3"),
    "product": ("RWKV",),
}
"""Which published models are nearest to a way of ours; none of them is the same.

BaseConv and Hyena convolve over the whole text between two gates. H3 multiplies a shifted key with
a value and carries the products in a state; as configured for such texts by its publishers, that
has as many numbers for each channel as a text has places, so it is a long convolution too. RWKV
alone carries little, whatever the length: sums of values, weighed by powers of their keys, that
fade, over sums of the weights.
"""


def published_of(way: str, n: int, pairs: int) -> dict[str, float]:
    """What was published of the kin of a way of reading, at width 64.

    Args:
        way: of reading. n: places of a text. pairs: that were said in it.

    Returns:
        Accuracy by model; nothing where none was published with as many places and pairs.

    Example:
        >>> published_of("convolution", 128, 8), published_of("rnn", 128, 8)
        ({'BaseConv': 0.38, 'Hyena': 0.18, 'H3': 0.25}, {})
    """
    cells = MQAR.get((n, pairs))
    if cells is None:
        return {}
    first = {name: cell[0] for name, cell in zip(MQAR_MODELS, cells, strict=True)}
    first["attention"] = 1.0
    return {name: first[name] for name in KIN.get(way, ())}


MAD_MODELS = ("Transformer", "Hyena", "multihead Hyena", "Mamba", "GLA", "DeltaNet")
MAD = {
    "compress": (51.6, 45.2, 44.8, 52.7, 38.8, 42.2),
    "fuzzy recall": (29.8, 7.9, 14.4, 6.7, 6.9, 35.7),
    "in-context recall": (94.1, 81.7, 99.0, 90.4, 80.8, 100.0),
    "memorise": (85.2, 89.5, 89.4, 89.5, 63.3, 52.8),
    "noisy recall": (86.8, 78.8, 98.6, 90.1, 81.6, 100.0),
    "selective copy": (99.6, 93.1, 93.0, 86.3, 88.6, 100.0),
}
"""Poli et al. 2024 (MAD), as quoted by Yang et al. 2024 (DeltaNet), in per cent."""
