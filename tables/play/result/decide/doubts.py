"""A reader's doubtful number while bets are on the cloth: it is recorded and waits, and a person decides.

Until then the coup goes on. Nothing is settled on the number, and no bet comes or goes: a player who bets now may
know it.

The wheel goes on meanwhile, and the numbers of later games wait behind, each for a coup of its own. A person
confirms one coup after the other. Stakes may stay when a coup has its number (in prison, or after a win), and nobody
let them stay knowing that the ball had fallen again: so the next number settles nothing by itself either. With an
empty cloth, a number that only waited and has no other doubt follows by itself (`held_up_follow` in `numbers.py`).
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.command import reason_of
from tables.play.evolve import evolve_all
from tables.play.pending import Decision, PendingEvent
from tables.play.result.decide.spins import says_nothing_new
from tables.play.result.questions import OF_WITNESS, WAITS
from tables.play.result.reports import is_witness
from tables.play.state import RUNNING, DoubtedNumber, State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import as_entered

LATE = "late"
"""The doubt about a number of an unknown time, and not of the game that runs."""


CORRECTED = "result_changed"
MOST_WAITING = 32
"""At most so many numbers wait at a table; the reader's own stream keeps every one."""


def of_witnesses(state: State) -> bool:
    """Return True if only witnesses gave the numbers that wait, all of the ball that runs."""
    here = (state.coup, state.launches)
    return all(
        OF_WITNESS in each.doubts and each.launch == here and each.coup == state.coup_of_new_bets
        for each in state.doubted
    )


def meant_of_waiting(state: State, report: c.DeclareNumber) -> bool:
    """Return True if staff mean the coup whose number waits: by its name, or without one while that coup runs."""
    if not state.doubted or report.source != "staff":
        return False
    if report.coup is not None:
        return report.coup == state.coup_of_new_bets
    return state.phase in RUNNING


def waiting_with(state: State, number: int) -> DoubtedNumber | None:
    """Return the number that a person names, of the coup to be confirmed next; None if none of them is that number,
    also where one of a later coup is.
    """
    return next((each for each in state.waiting if each.number == number), None)


def game_of_waiting(state: State) -> str | None:
    """Return the reader's name for the game of the coup to be confirmed next: the one that ran when the doubt arose. A
    number that waited behind others came under the name of its own game.
    """
    first = state.waiting[0]
    return first.game if WAITS in first.doubts else first.running or first.game


def is_of_waiting_game(state: State, report: c.DeclareNumber) -> bool:
    """Return True if the reader reports again on a game whose number waits."""
    return report.source == "reader" and _of_game(state, report) is not None


def _of_game(state: State, report: c.DeclareNumber) -> DoubtedNumber | None:
    """Return the waiting number of the game that the reader reports on."""
    return next(
        (each for each in state.doubted if report.game is not None and each.game == report.game), None
    )


def doubts_while_waiting(state: State, report: c.DeclareNumber) -> tuple[str, ...]:
    """Return the doubts about a reader's number because others wait before it.

    The game that ran when the doubt arose is the same one: its number settles the coup, and the doubted number is
    dropped. That is different for a number that waited behind others: it has a game of its own.
    """
    if is_of_waiting_game(state, report):
        return (CORRECTED,)
    if of_witnesses(state) and not is_witness(state, report.reader):
        # The primary reader is back, and gives its own number of that ball.
        return ()
    first = state.waiting[0]
    own = report.game is not None and report.game == first.running and WAITS not in first.doubts
    return () if own else (WAITS,)


def doubt_number(state: State, report: c.DeclareNumber, doubts: tuple[str, ...], at: datetime) -> Decision:
    """Record a number that waits; the same one of the same game once. Where the reader names no games, the same number
    may well have fallen again. Raises Refused if too many wait already.
    """
    if any((each.number, each.game) == (report.number, report.game or "") for each in state.doubted):
        return
    if says_nothing_new(state, report, doubts):
        return
    check_not_too_many_wait(state, report)
    yield PendingEvent(
        e.NumberDoubted(
            coup=_coup_of(state, report, doubts),
            number=report.number,
            source=report.source,
            game=report.game,
            running=state.game if state.phase in RUNNING else None,
            doubts=doubts,
            reader=report.reader,
        ),
        at,
    )


def check_not_too_many_wait(state: State, report: c.DeclareNumber) -> None:
    """Raise Refused if no more numbers can wait at the table."""
    if len(state.doubted) >= MOST_WAITING:
        raise Refused("too-many-numbers-wait", number=as_entered(report.number), limit=MOST_WAITING)


def _coup_of(state: State, report: c.DeclareNumber, doubts: tuple[str, ...]) -> int:
    """Return the coup of the number: the coup for which its game waits, one behind all that wait, or the next."""
    known = _of_game(state, report)
    if known is not None:
        return max(known.coup, state.coup_of_new_bets)
    if WAITS in doubts:
        return max(state.coup_of_new_bets, *(each.coup for each in state.doubted)) + 1
    return state.coup_of_new_bets


def dismiss_doubt(state: State, command: c.DismissDoubt, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that a person has looked: no number has fallen in this coup yet, and it goes on.

    The number that waits behind comes next; `with_later` dismisses it too, and each one behind it. Raises Refused, also
    without a reason.
    """
    if not state.doubted or command.coup != state.coup_of_new_bets:
        raise Refused("no-number-waits", coup=command.coup)
    reason = reason_of(command.reason)
    if command.with_later and not reason:
        raise Refused("numbers-dismissed-without-reason")
    left = True
    while left:
        numbers = tuple(each.number for each in state.waiting)
        dismissed = PendingEvent(e.DoubtDismissed(coup=command.coup, numbers=numbers, reason=reason), at)
        yield dismissed
        state = evolve_all(state, (dismissed,), rulebook)
        left = command.with_later and bool(state.doubted)
