"""The one function that decides: a command on a table's state gives events, or a refusal that cites the clause.

It reads no clock and writes nothing. Each room decides its own commands: look the command up in `DECIDERS`.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play.betting import decide as betting
from tables.play.cash import decide as cash
from tables.play.change import decide as change
from tables.play.colours import decide as colours
from tables.play.coup import decide as coup
from tables.play.coup.questions import check_ball_not_hanging, follows_since
from tables.play.day import decide as day
from tables.play.direction import decide as direction
from tables.play.direction.questions import check_not_suspended
from tables.play.dispute import decide as dispute
from tables.play.equipment import decide as equipment
from tables.play.evolve import evolve_all
from tables.play.float import decide as float
from tables.play.held import decide as held
from tables.play.limits import decide as limits
from tables.play.live import decide as live
from tables.play.live.rounds import close_in_time
from tables.play.payment import decide as payment
from tables.play.pending import Deciders, PendingEvent
from tables.play.prison import decide as prison
from tables.play.reader import decide as reader
from tables.play.result import decide as result
from tables.play.result.decide.numbers import held_up_follow
from tables.play.result.questions import check_no_number_waits
from tables.play.signatures import check_authorised
from tables.play.slips import decide as slips
from tables.play.staff import decide as staff
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook

DECIDERS: Deciders = {
    **betting.DECIDERS,
    **cash.DECIDERS,
    **change.DECIDERS,
    **colours.DECIDERS,
    **coup.DECIDERS,
    **day.DECIDERS,
    **direction.DECIDERS,
    **dispute.DECIDERS,
    **equipment.DECIDERS,
    **float.DECIDERS,
    **held.DECIDERS,
    **limits.DECIDERS,
    **live.DECIDERS,
    **payment.DECIDERS,
    **prison.DECIDERS,
    **reader.DECIDERS,
    **result.DECIDERS,
    **slips.DECIDERS,
    **staff.DECIDERS,
}
"""The decider of each command, gathered from the rooms."""


AFTER_CLOSING = (c.OpenDispute, c.DecideDispute, c.TellSlipVoided, c.ReopenTable)
"""Commands that a closed day still takes, until the next opens: a player may come back to a coup, a slip that was
left open may be voided, and a day that was closed by mistake may be opened again."""


def decide(state: State, command: c.Command, rulebook: Rulebook, at: datetime) -> tuple[PendingEvent, ...]:
    """Return the events that follow from `command` at the table in `state`, in order; none if it changes nothing.

    The shift rules judge time and sequence above this function, and set the deadlines.

    `at` is when it happened or was requested, in UTC. A fact about a coup is dated no earlier than the event that it
    follows. Raises Refused with the clause, and with the limit and the value if there are such.
    """
    if not isinstance(command, c.OpenTable):
        if not state.version:
            raise Refused("table-not-open")
        if state.phase == "closed" and not isinstance(command, AFTER_CLOSING):
            if slips.moves_chips(command):
                raise Refused("chips-wait-for-opening", table=state.table, day=state.day)
            raise Refused("table-closed", table=state.table, day=state.day)
        check_authorised(command)
        check_not_suspended(state, command, rulebook)
        check_ball_not_hanging(state, command, rulebook)
        check_no_number_waits(state, command, rulebook)
    if isinstance(command, c.Seen):
        at = max(at, follows_since(state) or at)
    over = tuple(close_in_time(state, at))
    state = evolve_all(state, over, rulebook)
    decided = tuple(DECIDERS[type(command)](state, command, rulebook, at))
    if not state.doubted:
        return (*over, *decided)
    return (*over, *decided, *held_up_follow(evolve_all(state, decided, rulebook), rulebook, at))
