"""The recorded form of a breach: beside the fact that broke the clause, with a name of its own within the day."""

from datetime import datetime

from tables.play.events import ViolationRaised
from tables.play.pending import PendingEvent
from tables.play.state import State
from tables.refusal import NO_PARAMETERS, Parameters, recorded


def violation(
    state: State,
    at: datetime,
    *,
    rule: str,
    code: str,
    clause: str,
    parameters: Parameters = NO_PARAMETERS,
    coup: int | None = None,
    due_at: datetime | None = None,
) -> PendingEvent:
    """Return the event that raises a violation of `clause`; `due_at` is given where a deadline was missed.

    One `state` breaks a rule once, so its version and the rule name the violation.
    """
    return PendingEvent(
        ViolationRaised(
            violation=f"{state.version}-{rule}",
            rule=rule,
            code=code,
            clause=clause,
            parameters=recorded(parameters),
            coup=coup,
            due_at=due_at,
        ),
        at,
    )
