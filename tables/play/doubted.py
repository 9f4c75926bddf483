"""A reader's number that is in doubt while bets lie: it is recorded and waits, and a person says what it is.

Until then the coup goes on. Nothing is settled on the number, and no bet comes or goes: who lays now may know it.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.payments import check_certain
from tables.play.state import RUNNING, DoubtedNumber, State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

FROZEN = (
    c.PlaceBet,
    c.ConfirmBets,
    c.AcceptLateBet,
    c.MoveBet,
    c.WithdrawBet,
    c.ReplayBet,
    c.ChoosePrison,
)
"""What is not done while a number waits."""
WAITS = "number_waits"
"""The doubt about a number that came while another one of the same coup waits for a person."""
LATE = "late"
"""The doubt about a number of an unknown time, and not of the game that runs."""
CORRECTED = "result_changed"


def bets_lie(state: State) -> bool:
    """Whether money lies on the coup that runs, or that comes next: on the cloth, or staked from a seat."""
    coup = state.coup_of_new_bets
    return bool(state.bets) or any(seat.bets and seat.staked == coup for seat in state.live.seats.values())


def check_no_number_waits(state: State, command: c.Command, rulebook: Rulebook) -> None:
    """Raises Refused for what would add a bet, take one or move one while a number of the coup waits."""
    if state.doubted and isinstance(command, FROZEN):
        check_certain(state, state.coup_of_new_bets, rulebook)


def meant_of_waiting(state: State, told: c.DeclareNumber) -> bool:
    """Whether staff speaks of the coup whose number waits: by its name, or without one while that coup runs."""
    if not state.doubted or told.source != "staff":
        return False
    if told.coup is not None:
        return told.coup == state.coup_of_new_bets
    return state.phase in RUNNING


def waiting_with(state: State, number: int) -> DoubtedNumber | None:
    """The waiting number that a person names; None where none of them is that number."""
    return next((each for each in state.doubted if each.number == number), None)


def is_of_waiting_game(state: State, told: c.DeclareNumber) -> bool:
    """Whether the reader speaks once more of a game whose number waits."""
    of_game = told.game is not None and any(each.game == told.game for each in state.doubted)
    return told.source == "reader" and of_game


def doubts_while_waiting(state: State, told: c.DeclareNumber) -> tuple[str, ...]:
    """Why a reader's number is in doubt because others wait before it.

    The game that ran when the doubt arose is no other: its number settles the coup, and what was doubted is nothing.
    """
    if is_of_waiting_game(state, told):
        return (CORRECTED,)
    own = all(told.game is not None and told.game == each.running for each in state.doubted)
    return () if own else (WAITS,)


def doubt_number(state: State, told: c.DeclareNumber, doubts: tuple[str, ...], at: datetime) -> Decision:
    """Records a number that waits; the same one of the same game once."""
    if any((each.number, each.game) == (told.number, told.game) for each in state.doubted):
        return
    yield Dated(
        e.NumberDoubted(
            coup=state.coup_of_new_bets,
            number=told.number,
            source=told.source,
            game=told.game,
            running=state.game if state.phase in RUNNING else None,
            doubts=doubts,
        ),
        at,
    )


def dismiss_doubt(state: State, command: c.DismissDoubt, rulebook: Rulebook, at: datetime) -> Decision:
    """A person has looked: no number has fallen in this coup yet, and it goes on."""
    if not state.doubted or command.coup != state.coup_of_new_bets:
        raise Refused(f"no number of coup {command.coup} waits to be confirmed")
    numbers = tuple(each.number for each in state.doubted)
    yield Dated(e.DoubtDismissed(coup=command.coup, numbers=numbers), at)
