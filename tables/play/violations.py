"""How a breach is written down: beside the fact that broke the clause, with a name of its own within the day."""

from datetime import datetime

from tables.play.dated import Dated
from tables.play.events import ViolationRaised
from tables.play.state import State


def violation(
    state: State,
    rule: str,
    clause: str,
    detail: str,
    at: datetime,
    *,
    coup: int | None = None,
    due_at: datetime | None = None,
) -> Dated:
    """The event that raises a violation of `clause`; `due_at` is given where a deadline was missed.

    What is judged on one `state` breaks a rule once, so its version and the rule name the violation.
    """
    return Dated(
        ViolationRaised(
            violation=f"{state.version}-{rule}",
            rule=rule,
            clause=clause,
            detail=detail,
            coup=coup,
            due_at=due_at,
        ),
        at,
    )
