"""The game: coups that did not go as usual, corrections, disputes, violations."""

from casino.compliance.declared import bets, coup
from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry, clause_at, own_clause
from casino.compliance.rule_labels import rule_label
from casino.kit.adjustments import UNDONE_BECAUSE, discrepancy_reason
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.violations import violation_sentence
from casino.kit.sentences.words import word
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
    "none": _("{dispute} of {player:player} decided, nothing follows{desk}: {reason}"),
    "pay": _("{dispute} of {player:player} decided, the casino pays {amount:money}{desk}: {reason}"),
    "correct": _(
        "{dispute} of {player:player} decided, the settlement is corrected by {amount:money}{desk}: {reason}"
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
        words += r.sentence(_("; the ball was stopped before it entered a number"))
    elif r.event.number_fell is not None:
        fell = _("; the ball fell into {number_fell} first, which is no result")
        words += r.sentence(fell, number_fell=written(r.event.number_fell))
    if r.event.declared_by is not None:
        words += r.sentence(_("; declared by {declared_by.person:person}"))
    return words


def _dismissed(r: DayEvent) -> str:
    words = r.sentence(_("none of the numbers fell in coup {coup}: {numbers:numbers}"))
    return words + r.sentence(_("; reason: {reason}")) if r.event.reason else words


def _reconstituted(r: DayEvent) -> str:
    moved = _("{bet.ref:stake} lay on {bet.before:bet}, put back on {bet.after:bet}")
    return r.sentence(
        _("{moved}; on {basis}, decided by {decided_by:person}"),
        moved="; ".join(r.sentence(moved, bet=bet) for bet in r.event.bets),
        basis=r.sentence(RECONSTITUTED_ON[r.event.basis]),
    )


def _dispute_decided(r: DayEvent) -> str:
    desk = r.sentence(_(", by the cash desk")) if r.event.paid_by == "cash_desk" else ""
    return r.sentence(OUTCOMES[r.event.outcome], desk=desk)


def _late_bet(r: DayEvent) -> str:
    words = r.sentence(_("late bet of {player:player}, {amount:money} on {bet:bet}: no part of the coup"))
    return f"{words}; {r.event.reason}" if r.event.reason else words


def _payment_differed(r: DayEvent) -> str:
    return r.sentence(
        _(
            "{difference}, {player:player} on {bet:bet} in coup {coup}: {paid:money} paid, "
            "{worked_out:money} calculated; {reason}"
        ),
        reason=discrepancy_reason(r.event, r.day.names),
    )


def _announcement_refused(r: DayEvent) -> str:
    reason = word("announcement_refusal", r.event.reason)
    if r.event.words:
        reason = r.event.words if r.event.reason == "other" else f"{reason} ({r.event.words})"
    with_amount = _("“{announcement:bet}” of {player:player}, {amount:money}, for coup {coup} refused: {why}")
    without = _("“{announcement:bet}” of {player:player}, without an amount, for coup {coup} refused: {why}")
    return r.sentence(with_amount if r.event.amount else without, why=reason)


def _difference_decided(r: DayEvent) -> str:
    outcome = r.sentence(DIFFERENCE_DECIDED[r.event.outcome])
    moved = f", {r.money(abs(r.event.amount))}" if r.event.amount else ""
    return r.sentence(
        _("{difference} of coup {coup}: {outcome}{moved}; {reason}"), outcome=outcome, moved=moved
    )


def _difference_undone(r: DayEvent) -> str:
    return r.sentence(
        _("{difference} of coup {coup} undone: {why}"), why=r.sentence(UNDONE_BECAUSE[r.event.because])
    )


def _launch_clause(r: DayEvent) -> str | None:
    """Return the first of the rulebook's clauses on the launch: on its direction, else its distance, else its time."""
    rule = r.rulebook.launch
    return rule.against_wheel or rule.alternate or rule.min_turns_clause or rule.payments_first


def _launched(r: DayEvent) -> str:
    seen = r.background.launch(r.event.coup, r.event.launch)
    words = [
        r.sentence(_("launch {launch} of coup {coup}")),
        r.sentence(_("wheel {direction}"), direction=_direction(seen.wheel)),
        r.sentence(_("ball {direction}"), direction=_direction(seen.ball)),
        r.sentence(_("full turns: {turns}"), turns=seen.turns)
        if seen.turns is not None
        else r.sentence(_("turns not counted")),
    ]
    return ", ".join(words)


def _direction(direction: str | None) -> str:
    return word("direction", direction or "unknown")


def _away(r: DayEvent) -> str:
    silent, fault = _("the reader {reader} is silent"), _("the reader {reader} has a fault")
    if r.event.role == "witness":
        silent, fault = _("the witness {reader} is silent"), _("the witness {reader} has a fault")
    words = r.sentence(silent if r.event.state == "silent" else fault)
    if r.event.detail:
        words += ": " + r.sentence("{codes:warnings}", codes=r.event.detail.split(", "))
    if r.event.since is not None:
        words += r.sentence(_("; so it was before the table opened"))
    return words if r.background.ended(r.version) else words + r.sentence(_("; it has not come back"))


def _warned(r: DayEvent) -> str:
    return r.sentence(
        _("the reader {reader} takes its warning back: {warnings:warnings}")
        if r.event.ended
        else _("the reader {reader} warns: {warnings:warnings}")
    )


def _unheard(r: DayEvent) -> str:
    if r.background.heard.unheard.get(r.event.coup) == "recovered":
        return r.sentence(
            _("the reader did not hear the number of coup {coup}: {number} was read off the wheel afterwards")
        )
    if r.background.heard.unheard.get(r.event.coup) == "by_witness":
        return r.sentence(
            _("the primary reader gave no number for coup {coup}: {number:number} is of the witness {reader}")
        )
    return r.sentence(_("the reader gave no number for coup {coup}: {number} was entered by hand"))


def _confirmed(r: DayEvent) -> str:
    if r.event.reader:
        return r.sentence(_("{number:number} is confirmed for coup {coup} by the reader {reader}"))
    return r.sentence(_("{number:number} is confirmed for coup {coup} by {source:source}"))


def _discrepancy(r: DayEvent) -> str:
    if r.event.reader:
        return r.sentence(
            _("coup {coup}: {recorded:number} was recorded, {other:number} comes from the reader {reader}")
        )
    return r.sentence(
        _("coup {coup}: {recorded:number} was recorded, {other:number} comes from {source:source}")
    )


def _doubted(r: DayEvent) -> str:
    if r.event.reader:
        return r.sentence(
            _("{number:number} of {reader} for coup {coup} waits to be confirmed: {doubts:doubts}")
        )
    return r.sentence(_("{number:number} for coup {coup} waits to be confirmed: {doubts:doubts}"))


def _resolved(r: DayEvent) -> str:
    return r.sentence(_("{violation}: done at last"), violation=rule_label(r.event.rule))


READER_AWAY = Entry(
    kind=_("Reader"),
    words=_away,
    only=lambda r: r.event.state != "live",
    otherwise=coup.READER_LIVE,
    since=lambda r: r.event.since,
    until=lambda r: r.background.ended(r.version),
)


ENTRIES: dict[type[e.Event], Entry] = {
    e.BallLaunched: Entry(kind=_("Launch"), clause=_launch_clause, words=_launched),
    e.LaunchFailed: Entry(
        kind=_("Launch"),
        clause=_launch_clause,
        words=_("the launch of coup {coup} came to nothing: {reason:warning}"),
    ),
    e.ReaderChanged: READER_AWAY,
    e.WheelWarned: Entry(kind=_("Reader"), words=_warned),
    e.NumberFell: Entry(
        kind=_("Unheard result"),
        words=_unheard,
        only=lambda r: r.event.coup in r.background.heard.unheard,
        otherwise=coup.NUMBER,
    ),
    e.ResultsMissing: Entry(
        kind=_("Unheard result"),
        words=_("after coup {after_coup} the reader missed numbers that fell, as its counter shows: {count}"),
    ),
    e.CoupAnnulled: Entry(kind=_("Null coup"), clause=own_clause, words=_annulled),
    e.VoidSeen: Entry(
        kind=_("Null coup"),
        clause=NULL_COUP,
        words=_("the reader {reader} holds the launch of coup {coup} for void: {reasons:warnings}"),
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
        words=_("late bet of {player:player}, {amount:money} on {bet:bet}, accepted by {accepted_by:person}"),
        only=lambda r: r.event.late,
        otherwise=bets.PLACED,
    ),
    e.AnnouncementRefused: Entry(
        kind=_("Refused announcement"), clause=own_clause, words=_announcement_refused
    ),
    e.LateBetSeen: Entry(kind=_("Late bet"), clause=AFTER_CLOSE, words=_late_bet),
    e.NumberDoubted: Entry(
        kind=_("Doubtful number"),
        words=_doubted,
    ),
    e.DoubtDismissed: Entry(kind=_("Doubtful number"), words=_dismissed),
    e.NumberConfirmed: Entry(kind=_("Confirmed number"), words=_confirmed),
    e.DiscrepancyFound: Entry(kind=_("Two numbers"), words=_discrepancy),
    e.WitnessReported: Entry(
        kind=_("Witness number"),
        words=_("the witness {reader} gives {number:number}, which fits no coup"),
        only=lambda r: r.event.coup is None,
        otherwise=coup.WITNESS_GAVE,
    ),
    e.DiscrepancyResolved: Entry(
        kind=_("Two numbers"), words=_("coup {coup}: {number:number} stands: {reason}")
    ),
    e.BetsReconstituted: Entry(kind=_("Reconstitution"), clause=own_clause, words=_reconstituted),
    e.DisputeOpened: Entry(
        kind=_("Dispute"),
        clause=clause_at("disputes", "clause"),
        words=_("{dispute} of {player:player} on coup {coup}: “{words}”"),
    ),
    e.PrisonEnded: Entry(
        kind=_("Prison"),
        clause=own_clause,
        words=_(
            "stake of {player:player} in prison after the last coup: {returned:money} of {amount:money} returned"
        ),
    ),
    e.DisputeDecided: Entry(kind=_("Dispute"), clause=own_clause, words=_dispute_decided),
    e.PaymentDiffered: Entry(
        kind=_("Payment"),
        words=_payment_differed,
    ),
    e.PaymentDifferenceDecided: Entry(kind=_("Payment"), words=_difference_decided),
    e.PaymentDifferenceUndone: Entry(kind=_("Payment"), words=_difference_undone),
    e.ViolationRaised: Entry(
        kind=VIOLATION,
        clause=own_clause,
        words=lambda r: f"{rule_label(r.event.rule)}: {violation_sentence(r.event)}",
    ),
    e.ViolationResolved: Entry(kind=VIOLATION, clause=own_clause, words=_resolved),
}
