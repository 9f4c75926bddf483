"""The chips of a colour come back: counted, accepted by their owner, and redeemed, in time or late.

A player is in play from the first chips until all are exchanged (pt-americana/12). Handing back chips is a fact, at
any number; payment for them is a request, and judged.
"""

from datetime import datetime

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.chips_out import chips_in_hand, chips_on_cloth, chips_out
from tables.play.colours.questions import colour_in_play, colours_rule
from tables.play.colours.state import ColourInPlay, Presented
from tables.play.payment.questions import confirmed_with_nothing_due, nothing_due
from tables.play.pending import Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.references import number_in
from tables.play.state import State
from tables.play.violations import violation
from tables.refusal import Refused
from tables.roulette.rulebook import ColoursRule, Rulebook


def present_chips(state: State, command: c.PresentChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Record chips that were handed back and counted, with their value. More chips than can be out are a violation.

    Late chips are worth the minimum in force when they are presented (pt-americana/16), or nothing if the rulebook
    has no rule for them.
    """
    rule = colours_rule(state, rulebook)
    if command.count < 0 or (command.late and not command.count):
        raise Refused("presented-without-count", rule.exchange_clause, value=command.count)
    if command.late:
        check_name(command.player, rule.clause_on_late)
        outstanding = _late(state, command.colour, rule)
        assert state.limits is not None, "the table is open"
        player, value = command.player, rule.late_worth(state.limits.minimum)
    else:
        colour = colour_in_play(state, command.colour, rule)
        outstanding = chips_in_hand(state, colour, rulebook)
        player, value = colour.player, colour.value
    yield PendingEvent(
        e.ColourChipsPresented(
            colour=command.colour,
            player=player,
            count=command.count,
            value=value,
            amount=command.count * value,
            outstanding=outstanding,
            late=command.late,
        ),
        at,
    )
    if command.count > outstanding:
        yield violation(
            state,
            at,
            rule="more-chips-than-outstanding",
            code="more-late-chips-than-outstanding" if command.late else "more-chips-than-outstanding",
            clause=rule.clause_on_late,
            parameters={"count": command.count, "colour": command.colour, "outstanding": outstanding},
        )


def redeem_colour(state: State, command: c.RedeemColour, rulebook: Rulebook, at: datetime) -> Decision:
    """Pay a player for the counted and accepted chips, and free the colour (pt-americana/12, 14).

    Chips that were not handed back are out late from then on. Raises Refused while chips of the colour are on the
    cloth or being paid, and for more chips than are out. A coup with nothing due counts as paid, as it does when the
    next one opens: it keeps nobody at the table.
    """
    rule = colours_rule(state, rulebook)
    colour = colour_in_play(state, command.colour, rule)
    if lying := chips_on_cloth(state, colour):
        raise Refused("colour-on-cloth", rule.in_play_clause, count=lying, colour=colour.colour)
    being_paid = _is_being_paid(state, colour)
    if being_paid and not nothing_due(state, rulebook):
        raise Refused(
            "colour-being-paid",
            rule.in_play_clause,
            colour=colour.colour,
            coup=state.payments_open[-1],
        )
    out = chips_out(state, colour, rulebook)
    counted = state.colours.counted(colour.colour, late=False)
    _check_received(counted, command, out, rule, rulebook)
    if being_paid:
        yield from confirmed_with_nothing_due(state, rulebook, at)
    yield PendingEvent(
        e.ColourRedeemed(
            colour=colour.colour,
            player=colour.player,
            count=command.count,
            value=colour.value,
            amount=command.count * colour.value,
            still_out=out - command.count,
        ),
        at,
    )


def redeem_late_chips(state: State, command: c.RedeemLateChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Pay out late chips at the minimum in force when they were presented, at most as many as are out late
    (pt-americana/16).
    """
    rule = colours_rule(state, rulebook)
    late = _late(state, command.colour, rule)
    counted = state.colours.counted(command.colour, late=True)
    _check_received(counted, command, late, rule, rulebook)
    assert counted is not None, "it is checked"
    yield PendingEvent(
        e.LateChipsRedeemed(
            colour=command.colour,
            player=counted.player,
            count=command.count,
            value=counted.value,
            amount=counted.amount,
            still_out=late - command.count,
        ),
        at,
    )


def _late(state: State, colour: str, rule: ColoursRule) -> int:
    """Return the number of chips of the colour that are out late. Raises Refused for a colour that the table never
    had.
    """
    if colour not in state.colours.late and colour not in state.colours.registered:
        known = tuple(dict.fromkeys((*state.colours.registered, *state.colours.late)))
        if not colour:
            raise Refused("late-colour-not-named", rule.clause_on_late, colours=known)
        raise Refused("colour-never-here", rule.clause_on_late, colour=colour, colours=known)
    return state.colours.late.get(colour, 0)


def _is_being_paid(state: State, colour: ColourInPlay) -> bool:
    last = state.last_coup
    return (
        last is not None
        and last.coup in state.payments_open
        and any(
            bet.colour == colour.colour and number_in(bet.ref) > colour.bets_before
            for bet in state.settled_bets
        )
    )


def _check_received(
    counted: Presented | None,
    command: c.RedeemColour | c.RedeemLateChips,
    out: int,
    rule: ColoursRule,
    rulebook: Rulebook,
) -> None:
    """Raise Refused unless the paid chips were counted, are out, and were checked by their receiver. Nobody receives
    money for no chips.
    """
    colour, count = command.colour, command.count
    if counted is None or counted.count != count:
        if counted is None:
            raise Refused("colour-not-counted", rule.exchange_clause, colour=colour, value=count)
        raise Refused(
            "other-count-of-colour", rule.exchange_clause, colour=colour, value=count, counted=counted.count
        )
    if count > out:
        raise Refused("more-chips-than-out", rule.clause_on_late, colour=colour, limit=out, value=count)
    if count and not command.accepted:
        raise Refused(
            "redeemed-before-accepted",
            rule.exchange_clause,
            count=count,
            colour=colour,
            each=Money(counted.value, rulebook.currency),
            amount=Money(counted.amount, rulebook.currency),
        )
