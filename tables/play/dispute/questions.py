"""Questions about disputes from other packages."""

from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook

DECIDED_BY = ("pit_boss",)
"""The casino's roles that decide for the management."""


def clause_on_disputes(rulebook: Rulebook) -> str | None:
    return rulebook.disputes.clause if rulebook.disputes else None


def check_last_day_undisputed(state: State, rulebook: Rulebook) -> None:
    """Raise Refused while a coup of the day that was closed last is disputed: it is decided where it was played."""
    waiting = waiting_disputes(state)
    if waiting:
        raise Refused(
            "last-day-disputed", clause_on_disputes(rulebook), disputes=waiting, day=state.previous_day
        )


def check_disputes_decided(state: State, rulebook: Rulebook) -> None:
    waiting = waiting_disputes(state)
    if waiting:
        raise Refused("disputes-open", clause_on_disputes(rulebook), disputes=waiting)


def waiting_disputes(state: State) -> tuple[str, ...]:
    return tuple(each.dispute for each in state.corrections.disputes)
