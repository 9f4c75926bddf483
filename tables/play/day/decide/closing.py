"""End of a table's gaming day: closing without blockers, or emergency close with open blockers.

Nobody can close a table while a rulebook's clause asks for something, or while something is to be played or paid. The
casino's own blockers (`BLOCKERS`) may stay open in an emergency close. The closing names these blockers and hands them
to the next day. Before bets open on that day, two people explain how the blockers were reconciled.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.staying import withdrawn
from tables.play.cash.questions import box_to_hand_on, to_hand_on
from tables.play.colours.chips_out import late_after_closing
from tables.play.day.decide.forced_close import signed_by_force
from tables.play.day.questions import BLOCKERS, MUST_BE_DONE, left_open
from tables.play.float.questions import float_to_hand_on
from tables.play.held.questions import held_to_hand_on, receipts_at_closing
from tables.play.live.handover import carried_seats
from tables.play.pending import Decision, PendingEvent
from tables.play.prison.questions import check_ended_before_count, ended, ending
from tables.play.signatures import check_decided
from tables.play.slips.questions import carried
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def close_table(state: State, command: c.CloseTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Close the day if no coup is running and nothing is left to pay or to decide.

    The last coup must be announced and played if the rulebook asks for it (it-campione/14). No change may be open, and
    no advance except one that may be carried to the next day (it-campione/16). No owner of an imprisoned stake may have
    an open choice (it-campione/3, it-venezia/prison). None of `BLOCKERS` may be left, except in an emergency close.

    Winning stakes that stay go back to their owners, because no coup is left for them (it-venezia/general-5).
    Imprisoned stakes end if the rulebook ends them with the last coup. An item in safekeeping without a receipt gets
    one.
    """
    for check in MUST_BE_DONE:
        check(state, rulebook)
    _check_ended(state, command, rulebook)
    forced = _forced(state, command, rulebook)
    check_ended_before_count(state, rulebook)
    counted = float_to_hand_on(state)
    played = state.coup if state.phase == "idle" else state.coup - 1
    yield from withdrawn(state, (bet for bet in state.bets if bet.stays_of), at)
    yield from ended(state, rulebook, at)
    yield from receipts_at_closing(state, at)
    yield PendingEvent(
        e.TableClosed(
            day=state.day,
            coups=played,
            ball=state.ball,
            last_number=state.number,
            last_direction=state.last_direction,
            last_ball_direction=state.last_ball_direction,
            numbers=state.numbers,
            float_counted=counted.total,
            float_pieces=counted.pieces,
            float_by_series=counted.by_series,
            seats=carried_seats(state.live),
            advances=to_hand_on(state),
            late_chips=late_after_closing(state, rulebook),
            held=held_to_hand_on(state, played),
            box=box_to_hand_on(state),
            bound=_bound(state, rulebook),
            slips_open=carried(state.slips.open),
            slips_left=carried(each for each in state.slips.left if each.slip not in state.slips.left_before),
            forced=forced,
        ),
        at,
    )


def _check_ended(state: State, command: c.CloseTable, rulebook: Rulebook) -> None:
    """Raise Refused unless a suspended table is closed by a role that the rulebook lets end play (it-campione/15)."""
    rule = rulebook.suspension
    if rule is not None and rule.decided_by is not None and state.direction.suspension is not None:
        check_decided(command, rule.decided_by, rule.clause, "early-close")


def _forced(state: State, command: c.CloseTable, rulebook: Rulebook) -> e.ForcedClose | None:
    """Return the open matters of an emergency close, with the people who answer for them; None for an ordinary closing.
    Raises Refused.
    """
    if not command.forced:
        for demand in BLOCKERS:
            demand.check(state, command, rulebook)
        return None
    ordered_by, signed_by = signed_by_force(command)
    left = left_open(state, command, rulebook)
    if not left:
        raise Refused("nothing-left-open")
    return e.ForcedClose(
        day=state.day, reason=command.reason.strip(), left=left, ordered_by=ordered_by, signed_by=signed_by
    )


def _bound(state: State, rulebook: Rulebook) -> tuple[Stake, ...]:
    """Return the stakes that are in prison on the next day."""
    if ending(state, rulebook):
        return ()
    return tuple(
        Stake(
            ref=bet.ref,
            player=bet.player,
            bet=bet.bet,
            amount=bet.amount,
            level=bet.level,
            layout=bet.layout,
            chip=bet.chip,
            colour=bet.colour,
            on_behalf_of=bet.on_behalf_of,
        )
        for bet in state.bets
        if bet.level
    )
