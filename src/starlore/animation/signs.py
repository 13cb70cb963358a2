"""The six signs as drawings: the three words of the first lesson, and query, key and value.

No font holds them all. The pages' sprite and the frames that stand alone draw the same shapes.
"""

from collections.abc import Mapping

_STROKE = 'fill="none" stroke="currentColor"'
_FILL = 'fill="currentColor"'

SHAPES: Mapping[str, str] = {
    "sun": f'<circle cx="10" cy="10" r="7.6" {_STROKE} stroke-width="1.7"/>'
    f'<circle cx="10" cy="10" r="2.3" {_FILL}/>',
    "moon": f'<path d="M13.2 2.2a8 8 0 1 0 4.3 12.2A6.9 6.9 0 0 1 13.2 2.2z" {_STROKE} '
    'stroke-width="1.7" stroke-linejoin="round"/>',
    "comet": f'<circle cx="6.2" cy="13.8" r="3.7" {_FILL}/><path d="M9.4 9.2 15.5 1.8M11.2 11.4 '
    f'18.4 5.6M6.2 7.6 9.6 2.6" {_STROKE} stroke-width="1.6" stroke-linecap="round"/>',
    "query": f'<path d="M10 2.2 17.8 10 10 17.8 2.2 10z" {_FILL}/>',
    "key": f'<path d="M10 2.6 18 17H2z" {_FILL}/>',
    "value": f'<circle cx="10" cy="10" r="7" {_FILL}/>',
}
"""By name, in a box of twenty by twenty, in the colour that is current."""

CHARACTERS: Mapping[str, str] = {
    "☉": "sun",
    "☾": "moon",
    "☄": "comet",
    "◆": "query",
    "▲": "key",
    "●": "value",
}
"""Characters typed in lessons that stand for a drawn sign."""
