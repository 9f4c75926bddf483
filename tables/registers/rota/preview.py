"""Preview of a command to a plan: the plan after it, and the warnings that it would cause."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from tables.registers.rota.plan import Rota, RotaRules, evolve
from tables.registers.rota.planning import RotaCommand, decide
from tables.registers.rota.warnings import RotaWarning


def planned_after(rota: Rota, command: RotaCommand, rules: RotaRules) -> Rota:
    """Return the plan after `command`. Raises Refused if the command would be refused."""
    for event in decide(rota, command, rules):
        rota = evolve(rota, event, rota.version + 1)
    return rota


def caused(before: Iterable[RotaWarning], after: Iterable[RotaWarning]) -> tuple[RotaWarning, ...]:
    """Return the warnings after a change that it causes, in their order. One that was there before is not caused, also
    at another time, unless it lasts longer now.
    """
    known: dict[Any, list[timedelta]] = {}
    for warning in before:
        known.setdefault(_likeness(warning), []).append(_lasts(warning))
    found = []
    for warning in after:
        alike = known.get(_likeness(warning), [])
        as_long = min((each for each in alike if each >= _lasts(warning)), default=None)
        if as_long is None:
            found.append(warning)
        else:
            alike.remove(as_long)
    return tuple(found)


def fingerprint(found: Iterable[RotaWarning]) -> str:
    """Names these warnings: who confirms a change sends the name of those that they have seen."""
    seen = "\n".join(f"{each.at.isoformat()} {_lasts(each)} {_likeness(each)}" for each in found)
    return sha256(seen.encode()).hexdigest()[:16]


def _likeness(warning: RotaWarning) -> tuple[Any, ...]:
    """Return the content of a warning without its times."""
    parameters = tuple(
        (name, repr(value)) for name, value in warning.parameters.items() if not isinstance(value, datetime)
    )
    return (warning.kind, warning.code, warning.clause, warning.table, warning.entries, parameters)


def _lasts(warning: RotaWarning) -> timedelta:
    begins, ends = (warning.parameters.get(name) for name in ("begins", "ends"))
    if isinstance(begins, datetime) and isinstance(ends, datetime):
        return ends - begins
    return timedelta()
