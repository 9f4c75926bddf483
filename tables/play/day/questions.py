"""Questions about the day from other packages."""

from collections.abc import Callable, Iterable

import msgspec

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.cash.questions import check_advances_settled, check_boxes_removed
from tables.play.change.questions import check_change_done
from tables.play.colours.chips_out import chips_out
from tables.play.colours.questions import check_colours_exchanged
from tables.play.direction.questions import check_control_notified, check_last_coup_played
from tables.play.dispute.questions import check_disputes_decided
from tables.play.float.questions import (
    boxes_that_differ,
    check_float_counted,
    check_variance_explained,
    differs_in_boxes_alone,
    unexplained_variance,
)
from tables.play.payment.questions import check_differences_decided
from tables.play.prison.questions import check_chosen
from tables.play.slips.questions import check_slips_done
from tables.play.state import State
from tables.refusal import Refusal, Refused, recorded
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import as_data


def inherit(last: State) -> State:
    """Return a day not yet opened, with the matters that the closed day `last` left: numbers, direction and stakes in
    prison.
    """
    return State(
        table=last.table,
        previous_day=last.day,
        number=last.number,
        last_direction=last.last_direction,
        last_ball_direction=last.last_ball_direction,
        numbers=last.numbers,
        carried=last.carried,
        direction=last.direction,
        live=last.live,
        advances=last.advances,
        colours=last.colours,
        held=last.held,
        slips=last.slips,
        cash=last.cash,
        corrections=last.corrections,
    )


class Blocker(msgspec.Struct, frozen=True):
    """Matter that blocks an ordinary closing and may stay open in an emergency close.

    `check` raises Refused while the matter is open; `named` lists it thing by thing.
    """

    kind: str
    check: Callable[[State, c.CloseTable, Rulebook], None]
    named: Callable[[State, Rulebook], Iterable[Refused]]


def _difference(state: State, rulebook: Rulebook) -> Iterable[Refused]:
    variance = unexplained_variance(state)
    assert variance is not None, "it was not explained"
    if differs_in_boxes_alone(variance):
        yield Refused("colour-boxes-left-different", colours=boxes_that_differ(variance.colours))
        return
    if not variance.difference:
        yield Refused("float-left-with-other-chips")
        return
    yield Refused(
        "float-left-with-more" if variance.difference > 0 else "float-left-with-less",
        difference=Money(abs(variance.difference), state.currency),
    )


def _closing_count(state: State, rulebook: Rulebook) -> Iterable[Refused]:
    yield Refused("closing-count-left-open")


def _slips(state: State, rulebook: Rulebook) -> Iterable[Refused]:
    return (Refused("slip-left-open", slip=each.slip) for each in state.slips.open)


def _box(state: State, rulebook: Rulebook) -> Iterable[Refused]:
    if state.cash.box is not None:
        yield Refused("box-left-open", serial=state.cash.box.serial)
    else:
        # Without the amount: whoever counts a box reads this.
        yield Refused("notes-in-no-box")


def _colours(state: State, rulebook: Rulebook) -> Iterable[Refused]:
    for each in state.colours.in_play:
        count = chips_out(state, each, rulebook)
        if count:
            yield Refused("colour-chips-left-open", count=count, colour=each.colour, player=each.player)


def check_played(state: State, rulebook: Rulebook) -> None:
    """Raise Refused while something is to be played or to be paid, also for an emergency close."""
    if state.discrepancy is not None:
        raise Refused("two-numbers-reported", coup=state.discrepancy.coup)
    if state.doubted:
        raise Refused(
            "number-to-confirm",
            rulebook.phases.result.clause,
            number=as_data(state.doubted[0].number),
            coup=state.coup_of_new_bets,
        )
    if state.payments_open:
        raise Refused("payments-open", coups=tuple(state.payments_open))
    free = [bet.ref for bet in state.bets if bet.level == 0 and bet.stays_of is None]
    if free:
        raise Refused("bets-on-cloth", count=len(free))
    if state.phase not in ("idle", "betting"):
        raise Refused("closed-while-coup-runs", coup=state.coup)


MUST_BE_DONE: tuple[Callable[[State, Rulebook], None], ...] = (
    check_played,
    check_last_coup_played,
    check_control_notified,
    check_disputes_decided,
    lambda state, _: check_differences_decided(state),
    check_change_done,
    check_advances_settled,
    check_chosen,
    lambda state, _: check_forced_close_explained(state, "closing"),
)
"""Matters to be played, paid or decided, and demands of clauses, in the order of the refusals."""


BLOCKERS: tuple[Blocker, ...] = (
    Blocker("difference", lambda state, _, __: check_variance_explained(state, "closing"), _difference),
    Blocker("count", lambda state, _, __: check_float_counted(state, "closing"), _closing_count),
    Blocker("slip", lambda state, _, __: check_slips_done(state), _slips),
    Blocker("box", lambda state, _, __: check_boxes_removed(state), _box),
    Blocker("colour", check_colours_exchanged, _colours),
)
"""Matters that block a closing and may stay open in an emergency close. A new blocker is one entry here."""


def keeps_open(state: State, rulebook: Rulebook) -> tuple[Refusal, ...]:
    """Return the reasons that block closing the table; empty if it can close."""
    return (
        *to_be_done(state, rulebook),
        *left_open(state, c.CloseTable(), rulebook),
    )


def to_be_done(state: State, rulebook: Rulebook) -> tuple[Refusal, ...]:
    """Return the matters that must be played, paid or decided before the table closes, even in an emergency close."""
    refused = []
    for check in MUST_BE_DONE:
        try:
            check(state, rulebook)
        except Refused as refusal:
            refused.append(refusal.refusal)
    return tuple(refused)


def left_open(state: State, command: c.CloseTable, rulebook: Rulebook) -> tuple[e.LeftOpen, ...]:
    """Return all open closing blockers that an emergency close by `command` would leave now."""
    return tuple(
        e.LeftOpen(kind=blocker.kind, code=named.code, parameters=recorded(named.parameters))
        for blocker in BLOCKERS
        if _stands(blocker, state, command, rulebook)
        for named in blocker.named(state, rulebook)
    )


def _stands(blocker: Blocker, state: State, command: c.CloseTable, rulebook: Rulebook) -> bool:
    try:
        blocker.check(state, command, rulebook)
    except Refused:
        return True
    return False


def check_forced_close_explained(state: State, before: e.Moment) -> None:
    """Raise Refused while nobody has explained the last day's emergency close."""
    forced = state.direction.forced_close
    if forced is not None:
        raise Refused("forced-close-not-explained", day=forced.day, left=forced.left, before=before)
