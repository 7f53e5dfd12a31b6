"""Decimal numbers of any length, which Python's usual context rounds to 28 digits or can't take."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, Context, Decimal, InvalidOperation

_WIDE = Context(prec=1000, Emax=MAX_EMAX, Emin=MIN_EMIN)
_BEFORE_POINT = 29
_BEHIND_POINT = 9


def fits_numeric(number: Decimal) -> bool:
    """Tell whether GoogleSQL's NUMERIC holds a number as it is."""
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int):
        return False  # NaN or infinite
    if not number:
        return True
    written = len(digits)
    while digits[written - 1] == 0:
        written -= 1
        exponent += 1
    return number.adjusted() < _BEFORE_POINT and -exponent <= _BEHIND_POINT


def rounded(number: Decimal, digits: int, rounding: str = ROUND_HALF_UP) -> Decimal | None:
    """Round to digits behind the point; None for what is no number or has a thousand digits."""
    try:
        return number.quantize(Decimal(1).scaleb(-digits), rounding=rounding, context=_WIDE)
    except InvalidOperation:
        return None
