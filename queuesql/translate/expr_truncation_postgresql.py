"""PostgreSQL's date_trunc and Spanner's date_bin in GoogleSQL."""

from __future__ import annotations

from queuesql.dialects import dateparts as dp
from queuesql.syntax import expression_nodes as x
from queuesql.translate.expr_templates import refuse_volatile
from queuesql.translate.expr_times_postgresql import check_zone, moment_text
from queuesql.translate.expr_values import string_value
from queuesql.translate.expressions_levels import ATOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.translate.expressions import Translation


# Years to round down by, and how many of them come after the first year of a period.
_PERIODS = {"decade": (10, 0), "century": (100, 1), "millennium": (1000, 1)}


def _date_trunc(t: Translation, call: x.Call) -> int:
    unit = (string_value(t, call.arguments[0]) or "").lower()
    unit = _PLURALS.get(unit, unit)
    part = dp.UNIT_PARTS.get(unit)
    if part is None and unit not in _PERIODS:
        raise t.refuse(call, "date-trunc", "the unit has no counterpart in GoogleSQL")
    value = call.arguments[1]
    if len(call.arguments) > 2:
        check_zone(t, call.arguments[2])
    text = moment_text(t, value)
    zone = t.text(call.arguments[2]) if len(call.arguments) > 2 else ""
    if part is None:
        t.rewrite(call, _period(t, unit, text, zone), "date-trunc")
        return ATOM
    zone = f", {zone}" if zone else ""
    t.rewrite(call, f"{t.keyword('TIMESTAMP_TRUNC')}({text}, {t.keyword(part)}{zone})", "date-trunc")
    return ATOM


_PLURALS = {
    "decades": "decade",
    "centuries": "century",
    "millennia": "millennium",
    "millenniums": "millennium",
}


def _period(t: Translation, unit: str, time: str, zone: str) -> str:
    """Write the first moment of a decade, century or millennium."""
    years, shift = _PERIODS[unit]
    at = f" {t.keyword('AT TIME ZONE')} {zone}" if zone else ""
    year = f"{t.keyword('EXTRACT')}({t.keyword('YEAR FROM')} {time}{at})"
    first = f"{t.keyword('DIV')}({year}{f' - {shift}' if shift else ''}, {years}) * {years}{f' + {shift}' if shift else ''}"
    date = f"{t.keyword('DATE')}({first}, 1, 1)"
    return f"{t.keyword('TIMESTAMP')}({date}{f', {zone}' if zone else ''})"


def _date_bin(t: Translation, call: x.Call) -> int:
    """`spanner.date_bin('15 minutes', t, origin)`: back to the last whole stride since the origin."""
    stride, value, origin = call.arguments
    text = string_value(t, stride)
    length = dp.parse_postgresql(text) if text is not None else None
    size = length.micros + length.days * dp.MICROSECONDS["DAY"] if length is not None else 0
    if length is None or length.months or size <= 0:
        raise t.refuse(stride, "date-bin", "only a literal stride of days or less has a counterpart")
    for node in (value, origin):
        refuse_volatile(t, node)
    time, micros = t.text(value), t.keyword("MICROSECOND")
    since = f"{t.keyword('TIMESTAMP_DIFF')}({time}, {t.text(origin)}, {micros})"
    mod = t.keyword("MOD")
    # The remainder has the sign of the difference; that of a time before the origin is counted from below.
    back = f"{mod}({mod}({since}, {size}) + {size}, {size})"
    text = f"{t.keyword('TIMESTAMP_SUB')}({time}, {t.keyword('INTERVAL')} {back} {micros})"
    t.rewrite(call, text, "date-bin")
    return ATOM


SPECIAL = {"date_trunc": _date_trunc, "date_bin": _date_bin}
