"""The limits in force: changed during the day with notice to the players and a new sign, or by a derogation."""

from datetime import datetime

from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.day.questions import check_played
from tables.play.float.questions import check_float_counted, too_small_a_float
from tables.play.limits.agreeing import agreement_needed, bound_alike
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.signatures import check_decided
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.limits import Limits, check_posted, kinds_by_derogation, maximums_from
from tables.roulette.rulebook import Rulebook

Sign = tuple[Limits, e.Derogation | None]
"""The limits on a sign, with the derogation that allows them."""


def change_limits(state: State, command: c.ChangeLimits, rulebook: Rulebook, at: datetime) -> Decision:
    """Put other limits in force, after notice to the players and the change of the sign (it-venezia/general-10).

    If the rulebook gives the sign some minutes and the sign is not changed yet, the limits are announced.
    `confirm_sign` follows.

    A maximum that is not given follows from the minimum if the rulebook has ratios, and stays unchanged if it has
    amounts. A maximum by a derogation falls back to the rulebook's amount, unless the command brings a derogation. Bets
    on the cloth stay. Limits that are in force already, by the same derogation or by none as before, add no event.
    Limits that were announced last add none either, so a repeated announcement gives the sign no more time. A command
    with the limits in force cancels an announcement of others.

    Raises LimitRefused for limits that this sign may not post. Raises Refused for a missing signature of the decider,
    or a missing agreement with the rulebook's body for other maximums or for a derogation (it-campione/5-agreement).
    """
    clause = rulebook.limits.change_clause or rulebook.limits.clause
    deciders = check_decided(command, rulebook.limits.decided_by, clause, "limits")
    if state.phase in ("launched", "bets_closed"):
        raise Refused("limits-changed-while-ball-runs", clause, coup=state.coup)
    announced_only = not (command.players_told and command.sign_changed)
    sign_follows = command.players_told and rulebook.limits.sign_within_s is not None
    if announced_only and not sign_follows:
        if command.players_told:
            raise Refused("sign-not-changed", clause)
        if command.sign_changed:
            raise Refused("players-not-told", clause)
        raise Refused("players-not-told-nor-sign-changed", clause)
    assert state.limits is not None, "the table is open"
    limits = _completed(command, state.limits, rulebook)
    derogation = None
    if command.derogation is None:
        check_posted(rulebook, limits)
    else:
        _check_derogation(command.derogation, rulebook)
        check_posted(rulebook, limits, derogation=True)
        if not kinds_by_derogation(rulebook, limits):
            raise Refused("no-derogation-needed", rulebook.limits.derogation_clause)
        derogation = replace(command.derogation, authorisers=tuple(person.name for person in deciders))
    agreement = agreement_needed(
        command.agreement, state.limits, limits, rulebook, at, derogation=command.derogation is not None
    )
    _check_reopened(state, command, rulebook)
    announced = state.direction.announced_limits
    known = (announced.limits, announced.derogation) if announced else (state.limits, state.derogation)
    if (announced_only or not announced) and _say_the_same((limits, derogation), known, rulebook):
        return
    if announced_only:
        yield PendingEvent(e.LimitsAnnounced(limits=limits, derogation=derogation, agreement=agreement), at)
        return
    yield PendingEvent(
        e.LimitsChanged(
            limits=limits,
            previous=state.limits,
            derogation=derogation,
            agreement=agreement,
            reopened=command.reopened,
        ),
        at,
    )


def confirm_sign(state: State, command: c.ConfirmSign, rulebook: Rulebook, at: datetime) -> Decision:
    """Put the limits in force that were announced to the players, now that the sign shows them (it-campione/5)."""
    clause = rulebook.limits.change_clause or rulebook.limits.clause
    announced = state.direction.announced_limits
    if announced is None or state.limits is None:
        raise Refused("no-limits-announced", clause)
    if state.phase in ("launched", "bets_closed"):
        raise Refused("limits-changed-while-ball-runs", clause, coup=state.coup)
    yield PendingEvent(
        e.LimitsChanged(
            limits=announced.limits,
            previous=state.limits,
            derogation=announced.derogation,
            agreement=announced.agreement,
        ),
        at,
    )


def _completed(command: c.ChangeLimits, in_force: Limits, rulebook: Rulebook) -> Limits:
    named = command.limits
    others = maximums_from(rulebook.bets, named.minimum)
    if rulebook.limits.kind == "posted":
        lapsed = () if command.derogation else kinds_by_derogation(rulebook, in_force)
        others = {kind: others[kind] if kind in lapsed else each for kind, each in in_force.maximums.items()}
    return Limits(minimum=named.minimum, maximums={**others, **named.maximums})


def _check_reopened(state: State, command: c.ChangeLimits, rulebook: Rulebook) -> None:
    """Raise Refused unless the table was closed and opened again for another minimum, if the rulebook asks for that:
    nothing is to be played or paid, and the float was counted as for a closing and is enough for the new minimum.
    """
    clause, minimum = rulebook.limits.minimum_by_reopening_clause, command.limits.minimum
    assert state.limits is not None, "the table is open"
    if command.reopened and clause is None:
        raise Refused("no-reopening-for-limits", rulebook.limits.change_clause or rulebook.limits.clause)
    if clause is None or (minimum == state.limits.minimum and not command.reopened):
        return
    if not command.reopened:
        raise Refused("minimum-without-reopening", clause, minimum=Money(minimum, rulebook.currency))
    check_played(state, rulebook)
    if state.coup:
        check_float_counted(state, "closing")
    counted = state.direction.float_at_closing if state.coup else state.direction.float_at_opening
    refused = None if counted is None else too_small_a_float(counted, minimum, rulebook)
    if refused is not None:
        raise refused
    if not command.sign_changed:
        raise Refused("sign-not-changed", clause)


def _check_derogation(derogation: e.Derogation, rulebook: Rulebook) -> None:
    """Raise Refused unless the rulebook has derogations and the authority was notified of this one (it-campione/5)."""
    rule = rulebook.limits
    if rule.derogation_clause is None:
        raise Refused("no-derogation-here", rule.clause)
    if not derogation.notice.strip():
        raise Refused("derogation-without-notice", rule.derogation_clause)


def _say_the_same(one: Sign, other: Sign, rulebook: Rulebook) -> bool:
    """Return True if two signs bound every stake alike, by the same derogation."""
    (limits, derogation), (others, by) = one, other
    return derogation == by and bound_alike(limits, others, rulebook)


DECIDERS: Deciders = {
    c.ChangeLimits: change_limits,
    c.ConfirmSign: confirm_sign,
}
