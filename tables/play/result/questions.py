"""What other rooms ask of result."""

from tables.play import commands as c
from tables.play.payment.questions import check_certain
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

FROZEN = (
    c.PlaceBet,
    c.ConfirmBets,
    c.AcceptLateBet,
    c.MoveBet,
    c.WithdrawBet,
    c.LiftStakes,
    c.ReplayBet,
    c.ChoosePrison,
)
"""What is not done while a number waits."""


WAITS = "number_waits"
"""The doubt about a number of a later game, that came while another one waits for a person."""


def check_no_number_waits(state: State, command: c.Command, rulebook: Rulebook) -> None:
    """Raises Refused for what would add a bet, take one or move one while a number of the coup waits."""
    if state.doubted and isinstance(command, FROZEN):
        check_certain(state, state.coup_of_new_bets, rulebook)
