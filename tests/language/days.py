"""A day that tests of dates share."""

from datetime import date

DAY = date(2027, 1, 12)
