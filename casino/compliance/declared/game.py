"""The game: coups that did not go as usual, what was put right, what was disputed, what was broken."""

from casino.compliance.declared.entry import Entry, Told, clause_at, name_of, own_clause
from casino.compliance.declared.money import UNDONE
from casino.kit.sentences.violations import violation_sentence
from tables.play import events as e

AFTER_CLOSE = clause_at("phases", "after_bets_closed_clause")
RECONSTITUTED_ON = {
    "staff": "the staff's certainty",
    "technical": "technical means",
    "player": "the player's indication",
}
OUTCOMES = {"none": "nothing follows", "pay": "the house pays", "correct": "the settlement is corrected by"}


def _annulled(r: Told) -> str:
    rule = r.rulebook.null_coup
    reason = rule.reasons.get(r.event.reason, r.event.reason) if rule else r.event.reason
    return f"coup {r.event.coup} null: {reason}"


def _void(r: Told) -> str:
    return f"the reader {r.event.reader} holds the launch of coup {r.event.coup} for void: {', '.join(r.event.reasons)}"


def _reconstituted(r: Told) -> str:
    bets = "; ".join(f"{bet.ref} lay on {bet.before}, put back on {bet.after}" for bet in r.event.bets)
    basis = RECONSTITUTED_ON[r.event.basis]
    return f"{bets}; on {basis}, decided by {name_of(r.event.decided_by)}"


def _disputed(r: Told) -> str:
    return f"{r.event.dispute} of {r.event.player} on coup {r.event.coup}: “{r.event.words}”"


def _decided(r: Told) -> str:
    amount = f" {r.money(r.event.amount)}" if r.event.outcome != "none" else ""
    outcome = f"{OUTCOMES[r.event.outcome]}{amount}"
    desk = ", by the cash desk" if r.event.paid_by == "cash_desk" else ""
    return f"{r.event.dispute} of {r.event.player} decided, {outcome}{desk}: {r.event.reason}"


def _late_seen(r: Told) -> str:
    why = f"; {r.event.reason}" if r.event.reason else ""
    return (
        f"late bet of {r.event.player}, {r.money(r.event.amount)} on {r.event.bet}: no part of the coup{why}"
    )


def _late_taken(r: Told) -> str:
    by = name_of(r.event.accepted_by)
    return f"late bet of {r.event.player}, {r.money(r.event.amount)} on {r.event.bet}, accepted by {by}"


def _two_numbers(r: Told) -> str:
    return f"coup {r.event.coup}: {r.event.recorded} was recorded, the {r.event.source} says {r.event.other}"


def _number_stands(r: Told) -> str:
    return f"coup {r.event.coup}: {r.event.number} stands: {r.event.reason}"


def _raised(r: Told) -> str:
    return f"{r.event.violation}: {violation_sentence(r.event)}"


def _paid_otherwise(r: Told) -> str:
    differs = r.event
    return (
        f"{differs.difference}, {differs.player} on {differs.bet} in coup {differs.coup}: "
        f"{r.money(differs.paid)} paid, {r.money(differs.worked_out)} worked out; {differs.reason}"
    )


BECAME_OF_IT = {
    "stands": "it stands",
    "made_good": "the rest is paid",
    "given_back": "what was too much is given back",
}


def _difference_decided(r: Told) -> str:
    decided = r.event
    moved = f", {r.money(abs(decided.amount))}" if decided.amount else ""
    return f"{decided.difference} of coup {decided.coup}: {BECAME_OF_IT[decided.outcome]}{moved}; {decided.reason}"


def _difference_undone(r: Told) -> str:
    undone = r.event
    return f"{undone.difference} of coup {undone.coup} undone: {UNDONE[undone.because]}"


ENTRIES: dict[type[e.Event], Entry] = {
    e.CoupAnnulled: Entry(kind="Null coup", clause=own_clause, words=_annulled),
    e.VoidSeen: Entry(kind="Null coup", clause=clause_at("null_coup", "clause"), words=_void),
    e.BallHung: Entry(
        kind="Hanging ball",
        clause=clause_at("hanging_ball", "clause"),
        words=lambda r: f"the ball of coup {r.event.coup} hangs; no bet is added or taken",
    ),
    e.BallFreed: Entry(
        kind="Hanging ball",
        clause=clause_at("hanging_ball", "clause"),
        words=lambda r: f"the ball of coup {r.event.coup} runs again",
    ),
    e.BetPlaced: Entry(
        kind="Late bet",
        clause=clause_at("late_bets", "clause"),
        words=_late_taken,
        only=lambda r: r.event.late,
    ),
    e.LateBetSeen: Entry(kind="Late bet", clause=AFTER_CLOSE, words=_late_seen),
    e.DiscrepancyFound: Entry(kind="Two numbers", clause=lambda r: None, words=_two_numbers),
    e.DiscrepancyResolved: Entry(kind="Two numbers", clause=lambda r: None, words=_number_stands),
    e.BetsReconstituted: Entry(kind="Reconstitution", clause=own_clause, words=_reconstituted),
    e.DisputeOpened: Entry(kind="Dispute", clause=clause_at("disputes", "clause"), words=_disputed),
    e.DisputeDecided: Entry(kind="Dispute", clause=own_clause, words=_decided),
    e.PaymentDiffered: Entry(kind="Payment", clause=lambda r: None, words=_paid_otherwise),
    e.PaymentDifferenceDecided: Entry(kind="Payment", clause=lambda r: None, words=_difference_decided),
    e.PaymentDifferenceUndone: Entry(kind="Payment", clause=lambda r: None, words=_difference_undone),
    e.ViolationRaised: Entry(kind="Violation", clause=own_clause, words=_raised),
    e.ViolationResolved: Entry(
        kind="Violation", clause=own_clause, words=lambda r: f"{r.event.violation}: done at last"
    ),
}
