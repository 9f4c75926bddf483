"""The number: declared once, confirmed by a second source, or disputed between two until the chief decides."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import State
from tables.play.violations import violation
from tables.roulette.announcements import announce_result
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import colour


def declare_number(state: State, command: c.DeclareNumber, rulebook: Rulebook, at: datetime) -> Decision:
    """Records where the ball rests.

    A number reported while none was expected is the second report of the last coup if another source gave the
    first; from the same source that already gave it, it is a coup that went unheard.
    """
    _check_on_wheel(state, command.number, rulebook)
    if state.phase in ("betting", "launched", "bets_closed"):
        yield from _fall(state, command, rulebook, at, state.coup)
    elif _is_second_report(state, command):
        yield from _compare(state, command, at)
    elif command.source == "reader":
        yield Dated(e.BetsOpened(coup=state.coup + 1, source=command.source), at)
        yield from _fall(state, command, rulebook, at, state.coup + 1)
    else:
        raise Refused("no coup is running: a number is declared after faites vos jeux")


def _check_on_wheel(state: State, number: int, rulebook: Rulebook) -> None:
    wheel = rulebook.wheels[state.wheel]
    if number not in wheel.order:
        raise Refused(
            f"{number} is not on this wheel; its numbers are 0 to {max(wheel.order)}",
            clause=wheel.clause,
            value=number,
        )


def _is_second_report(state: State, command: c.DeclareNumber) -> bool:
    if state.number_source is None:
        return False
    if command.source == "staff" or command.corrects:
        return True
    return state.number_source == "staff" and not state.number_confirmed


def _fall(state: State, command: c.DeclareNumber, rulebook: Rulebook, at: datetime, coup: int) -> Decision:
    yield Dated(
        e.NumberFell(
            coup=coup,
            number=command.number,
            colour=colour(command.number),
            source=command.source,
            announcement=announce_result(rulebook, command.number),
            recovered=command.recovered,
            doubts=command.doubts,
        ),
        at,
    )
    clause = rulebook.launch.alternate
    running = state.rotor_direction if coup == state.coup else None
    if clause and running is not None and running == state.last_direction:
        # Judged here and not at the launch: of several launches in a coup only the last one counted.
        yield violation(
            state,
            "launches-do-not-alternate",
            clause,
            f"the wheel ran {running} in this coup and in the one before",
            at,
            coup=coup,
        )


def _compare(state: State, command: c.DeclareNumber, at: datetime) -> Decision:
    """Two sources, one coup: the same number confirms it, another one stops payment."""
    if command.number == state.number:
        if not state.number_confirmed and command.source != state.number_source:
            yield Dated(e.NumberConfirmed(coup=state.coup, number=command.number, source=command.source), at)
    elif state.number is not None and not any(each.coup == state.coup for each in state.discrepancies):
        yield Dated(
            e.DiscrepancyFound(
                coup=state.coup, recorded=state.number, other=command.number, source=command.source
            ),
            at,
        )


def resolve_discrepancy(
    state: State, command: c.ResolveDiscrepancy, rulebook: Rulebook, at: datetime
) -> Decision:
    """The chief decides between the two numbers of the oldest open case, and only between these, with a reason."""
    disputed = state.discrepancy
    if disputed is None:
        raise Refused("no two numbers stand against each other")
    if command.number not in (disputed.recorded, disputed.other):
        raise Refused(
            f"{command.number} was not reported by anybody for coup {disputed.coup}; "
            f"{disputed.recorded} and {disputed.other} were",
            value=command.number,
        )
    if not command.reason.strip():
        raise Refused("the decision needs its reason")
    yield Dated(
        e.DiscrepancyResolved(
            coup=disputed.coup,
            number=command.number,
            colour=colour(command.number),
            announcement=announce_result(rulebook, command.number),
            reason=command.reason,
        ),
        at,
    )


def miss_results(state: State, command: c.MissResults, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that results fell of which nothing but their count is known."""
    yield Dated(e.ResultsMissing(count=command.count, after_coup=state.coup), at)
