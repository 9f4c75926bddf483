"""The game: coups that did not go as usual, corrections, disputes, violations."""

from casino.compliance.declared.entry import DayEvent, Entry, clause_at, own_clause
from casino.compliance.declared.money import UNDONE
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.violations import violation_sentence
from tables.play import events as e
from tables.roulette.wheel import written

VIOLATION = _("Violation")
AFTER_CLOSE = clause_at("phases", "after_bets_closed_clause")
NULL_COUP = clause_at("null_coup", "clause")
HANGING_BALL = clause_at("hanging_ball", "clause")
RECONSTITUTED_ON = {
    "staff": _("the staff's certainty"),
    "technical": _("technical means"),
    "player": _("the player's indication"),
}
OUTCOMES = {
    "none": _("{dispute} of {player} decided, nothing follows{desk}: {reason}"),
    "pay": _("{dispute} of {player} decided, the house pays {amount:money}{desk}: {reason}"),
    "correct": _(
        "{dispute} of {player} decided, the settlement is corrected by {amount:money}{desk}: {reason}"
    ),
}
DIFFERENCE_DECIDED = {
    "stands": _("it stands"),
    "made_good": _("the rest is paid"),
    "given_back": _("what was too much is given back"),
}


def _annulled(r: DayEvent) -> str:
    rule = r.rulebook.null_coup
    reason = rule.reasons.get(r.event.reason, r.event.reason) if rule else r.event.reason
    words = r.sentence(_("coup {coup} null: {reason}"), reason=reason)
    if r.event.stopped:
        return words + r.sentence(_("; the ball was stopped before it entered a number"))
    if r.event.number_fell is not None:
        fell = _("; the ball fell into {number_fell} first, which is no result")
        return words + r.sentence(fell, number_fell=written(r.event.number_fell))
    return words


def _reconstituted(r: DayEvent) -> str:
    moved = _("{bet.ref} lay on {bet.before}, put back on {bet.after}")
    return r.sentence(
        _("{moved}; on {basis}, decided by {decided_by:person}"),
        moved="; ".join(r.sentence(moved, bet=bet) for bet in r.event.bets),
        basis=r.sentence(RECONSTITUTED_ON[r.event.basis]),
    )


def _dispute_decided(r: DayEvent) -> str:
    desk = r.sentence(_(", by the cash desk")) if r.event.paid_by == "cash_desk" else ""
    return r.sentence(OUTCOMES[r.event.outcome], desk=desk)


def _late_bet(r: DayEvent) -> str:
    words = r.sentence(_("late bet of {player}, {amount:money} on {bet}: no part of the coup"))
    return f"{words}; {r.event.reason}" if r.event.reason else words


def _difference_decided(r: DayEvent) -> str:
    outcome = r.sentence(DIFFERENCE_DECIDED[r.event.outcome])
    moved = f", {r.money(abs(r.event.amount))}" if r.event.amount else ""
    return r.sentence(
        _("{difference} of coup {coup}: {outcome}{moved}; {reason}"), outcome=outcome, moved=moved
    )


def _difference_undone(r: DayEvent) -> str:
    return r.sentence(_("{difference} of coup {coup} undone: {why}"), why=r.sentence(UNDONE[r.event.because]))


ENTRIES: dict[type[e.Event], Entry] = {
    e.CoupAnnulled: Entry(kind=_("Null coup"), clause=own_clause, words=_annulled),
    e.VoidSeen: Entry(
        kind=_("Null coup"),
        clause=NULL_COUP,
        words=_("the reader {reader} holds the launch of coup {coup} for void: {reasons:names}"),
    ),
    e.BallHung: Entry(
        kind=_("Hanging ball"),
        clause=HANGING_BALL,
        words=_("the ball of coup {coup} hangs; no bet is added or taken"),
    ),
    e.BallFreed: Entry(
        kind=_("Hanging ball"), clause=HANGING_BALL, words=_("the ball of coup {coup} runs again")
    ),
    e.BetPlaced: Entry(
        kind=_("Late bet"),
        clause=clause_at("late_bets", "clause"),
        words=_("late bet of {player}, {amount:money} on {bet}, accepted by {accepted_by:person}"),
        only=lambda r: r.event.late,
    ),
    e.LateBetSeen: Entry(kind=_("Late bet"), clause=AFTER_CLOSE, words=_late_bet),
    e.DiscrepancyFound: Entry(
        kind=_("Two numbers"),
        words=lambda r: r.sentence(
            _("coup {coup}: {recorded} was recorded, the {source} says {other}"),
            recorded=written(r.event.recorded),
            other=written(r.event.other),
        ),
    ),
    e.DiscrepancyResolved: Entry(
        kind=_("Two numbers"),
        words=lambda r: r.sentence(
            _("coup {coup}: {number} stands: {reason}"), number=written(r.event.number)
        ),
    ),
    e.BetsReconstituted: Entry(kind=_("Reconstitution"), clause=own_clause, words=_reconstituted),
    e.DisputeOpened: Entry(
        kind=_("Dispute"),
        clause=clause_at("disputes", "clause"),
        words=_("{dispute} of {player} on coup {coup}: “{words}”"),
    ),
    e.DisputeDecided: Entry(kind=_("Dispute"), clause=own_clause, words=_dispute_decided),
    e.PaymentDiffered: Entry(
        kind=_("Payment"),
        words=_(
            "{difference}, {player} on {bet} in coup {coup}: {paid:money} paid, {worked_out:money} worked out; "
            "{reason}"
        ),
    ),
    e.PaymentDifferenceDecided: Entry(kind=_("Payment"), words=_difference_decided),
    e.PaymentDifferenceUndone: Entry(kind=_("Payment"), words=_difference_undone),
    e.ViolationRaised: Entry(
        kind=VIOLATION,
        clause=own_clause,
        words=lambda r: f"{r.event.violation}: {violation_sentence(r.event)}",
    ),
    e.ViolationResolved: Entry(kind=VIOLATION, clause=own_clause, words=_("{violation}: done at last")),
}
