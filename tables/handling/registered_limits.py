"""The signs that are registered for a table: its usual one, and the minimums that may be chosen as it opens."""

import msgspec

from tables.handling.models import GamingTable
from tables.roulette.limits import limits_for
from tables.roulette.rulebook import Limits, Rulebook


def registered_limits(table: GamingTable, rulebook: Rulebook) -> Limits:
    """Return the table's usual sign; the rulebook's own if none is registered."""
    return msgspec.convert(table.limits, Limits) if table.limits else rulebook.default_limits


def registered_signs(table: GamingTable, rulebook: Rulebook) -> tuple[Limits, ...]:
    """Return the signs with which the table opens without another decision: its usual one first, then one for each
    minimum that may be chosen."""
    usual = registered_limits(table, rulebook)
    return (usual, *(limits_from(minimum, usual, rulebook) for minimum in table.allowed_minimums))


def limits_from(minimum: int, usual: Limits, rulebook: Rulebook) -> Limits:
    """Return the usual sign with this minimum: its maximums follow by the rulebook's ratios, or stay as posted."""
    if minimum == usual.minimum:
        return usual
    if rulebook.limits.kind == "posted":
        return Limits(minimum=minimum, maximums=usual.maximums)
    return limits_for(rulebook, minimum)
