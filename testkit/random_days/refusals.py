"""Refusals that need no clause, and facts that cannot have happened: short lists, each with the reason.

Every other refusal comes from a rule: a clause of the table's rulebook refuses a request, and a fact is recorded with
its breach.
"""

import re
from collections.abc import Mapping

from tables.play import commands as c
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook

NO_CLAUSE: Mapping[str, tuple[str, ...]] = {
    "there is no open day to say it of": (
        "table-not-open",
        "table-closed",
        "chips-wait-for-opening",
        "table-already-opened",
    ),
    "the rulebook says nothing of it, so nothing can be done by it": (
        "no-rule-on-.+",
        "no-colours-by-rulebook",
        "table-without-seats",
        "no-longer-time-at-ball",
    ),
    "it names what is not there": (
        "warning-not-given|warning-known-already",
        "bet-not-on-cloth",
        "no-bets-(to-(lift|double)|of-last-coup)|bets-lie-as-before",
        "no-such-ball|ball-not-named",
        "ball-not-of-table",
        "ball-named-twice",
        "wheel-not-of-rulebook",
        "gaming-day-malformed",
        "no-number-disputed",
        "no-number-waits",
        "number-not-reported",
        "number-decided-without-reason",
        "dispute-decided-without-reason",
    ),
    "the day's books cannot be closed on it, under whatever rules": (
        "two-numbers-reported|payments-open|bets-on-cloth|closed-while-coup-runs",
    ),
    "fills and credits are the house's own": (
        "slip-(number-malformed|is-no-(fill|credit)|asked-for-before|voided-without-reason)",
        "slips-open|slip-not-open|slip-without-number-not-open",
        "closing-(fill|credit)-before-closing-count",
    ),
    "who signs for what is the house's own": (
        "signature-(missing|in-charge-missing|not-allowed|of-one-missing)",
        "countersignature-missing|second-signature-missing",
        "croupier-without-position",
    ),
    "how chips are counted is the house's own": (
        "chips-not-counted",
        "series-(not-counted|unknown|without-name|none-here|do-not-add-up)",
        "held-chips-of-other-worth",
    ),
    "cash, drop boxes and tips are the house's own": (
        "no-cash-taken-in-event|cash-(corrected-.+|reason-too-long)",
        "told-in-no-whole-pieces|pieces-do-not-come-to-total",
        "box-(in-place|removed-without-serial|removal-reason-unknown|replaced-by-itself|serial-malformed)",
        "(no|another)-box-in-place|no-box-to-remove|box-not-removed|cash-without-box",
        "tips-(without-shift|counted-already|reason-too-long)",
    ),
    "a close under pressure is the house's own": (
        "nothing-left-open",
        "(no-)?forced-close-.+",
    ),
    "a closing undone is the house's own": (
        "reopened-while-open",
        "reopening-.+",
    ),
    "what was paid otherwise than worked out is the house's own": (
        "payment-difference-(unknown|not-named)",
        "difference-(decided-without-reason|decision-reason-too-long)",
        "nothing-to-(make-good|give-back)",
        "payment-differences-undecided",
    ),
    "the count of the float is the house's own": (
        "float-(not-counted.*|has-(more|less|other-chips))",
        "float-difference-explained-without-words|no-float-difference-to-explain",
        "(opening|closing)-count-.+",
    ),
}
"""Refusals of a request without a clause."""

SILENT: Mapping[str, tuple[type[c.Command], ...]] = {
    "suspension": (
        c.SuspendTable,
        c.NotifyControl,
        c.PlaceBet,
        c.RepeatBets,
        c.DoubleBets,
        c.AnnounceBetsOpen,
        c.AcceptLateBet,
        c.MoveBet,
        c.ConfirmBets,
        c.ReplayBet,
        c.ChoosePrison,
        c.ChangeLimits,
        c.AnnounceLastCoup,
    ),
    "last_coup": (
        c.AnnounceLastCoup,
        c.RevokeLastCoup,
        c.AnnounceBetsOpen,
        c.PlaceBet,
        c.RepeatBets,
        c.DoubleBets,
        c.MoveBet,
        c.WithdrawBet,
        c.ReplayBet,
    ),
    "disputes": (c.DecideDispute, c.CloseTable, c.OpenTable),
    "ball_change": (c.ReplaceBall,),
    "held": (c.CountHeld, c.ClaimHeld, c.PayIn, c.EndHeld),
}
"""Sections of a rulebook, and what is the house's own where there is no such section: refused without a clause."""

CANNOT_BE: Mapping[str, tuple[str, ...]] = {
    "there is no open day to say it of": NO_CLAUSE["there is no open day to say it of"],
    "the table has no such thing": (
        "cash-comes-with-seat",
        "no-rule-on-.+",
        "no-colours-by-rulebook",
        "no-colours-(at-face-value-table|registered)",
        "number-not-on-wheel(-with-00)?",
        "ball-stopped-and-fell",
        "no-such-ball|ball-not-named",
        "position-unknown",
        "layout-unknown",
        "not-the-one-layout|no-layout-of-two",
        "deadline-unknown",
        "colour-never-here|late-colour-not-named",
        "advance-not-open",
        "receipt-(unknown|missing)",
        "(unnamed-)?series-not-ended",
        "null-coup-reason-unknown",
        "basis-unknown",
        "chips-not-foreign|foreign-chips-without-symbol",
    ),
    "it was not so in that coup": (
        "no-number-of-coup",
        "coup-not-played-today",
        "payments-not-open",
        "unclaimed-win-(not-to-be-paid|of-earlier-coup|was-replayed|was-paid|not-one-line|not-in-time)",
        "payment-difference-(of-earlier-coup|not-one-line)",
        "bet-was-not-settled|prize-of-no-bet|displaced-bet-unknown",
        "nothing-to-claim|nothing-was-to-be-paid|win-is-held",
        "difference-after-ticking-off|no-payment-difference",
        "displaced-bet-(was-replayed|of-other-kind|in-prison)|displaced-bets-after-payment",
    ),
    "nothing is paid before it is certain on which number": (
        "numbers?-disputed",
        "number-not-certain",
    ),
    "it is not all of it, or no amount, or lacks its reason": (
        "prizes-not-ticked-off",
        "paid-amount-below-nothing",
        "payment-difference-(without-reason|reason-too-long)",
    ),
    "no ball ran, no coup did": (
        "no-ball-to-(hang|count-turns-of)",
        "no-ball-runs-of-launch",
        "no-coup-to-annul|null-coup-before-launch",
        "turns-below-nothing",
    ),
    "the person who decides on it has not signed": (
        "signature-(missing|not-allowed|of-one-missing)",
        "croupier-without-position",
    ),
    "it is another fact": (
        "chips-found-after-close|chips-found-for-a-seat",
        "no-chip-late-while-open|no-coup-to-be-late-for",
        "colour-not-in-play|no-colour-in-play-named",
    ),
    "more was repaid than was open": ("repaid-beyond-advance",),
    "it says nothing, or is nobody's": (
        "change-(of|into|paid-with)-nothing",
        "name-with-blanks",
        "change-without-player|claim-without-words|dispute-without-words",
        "cash-comes-with-seat|cash-of-nothing|told-in-no-whole-pieces|pieces-do-not-come-to-total",
        "refused-announcement-(not-named|too-long|below-nothing)|announcement-refused-without-reason",
        "late-bet-of-nothing|old-series-of-(nothing|nobody)",
        "foreign-chips-of-nobody|presented-without-count",
        "unclaimed-win-without-bets",
        r"-?\d+ results",
    ),
}
"""Refusals of a fact."""

WHERE_NO_CHIP_LIES = (c.FindExcess, c.ReconstituteBets)
"""Facts about chips on the cloth: their place is judged as that of laid chips, without limits."""


def check_refusal(command: c.Command, refusal: Refused, rulebook: Rulebook) -> None:
    """Fail unless the refusal names a clause of the rulebook or needs none.

    The refusal of a fact fails, unless the fact cannot have happened.
    """
    assert refusal.clause is None or refusal.clause in rulebook.clauses, (
        f"{rulebook.id} has no {refusal.clause}"
    )
    if isinstance(command, c.Fact):
        assert _found(refusal, CANNOT_BE) or _no_chip_lies_so(command, refusal), _said(command, refusal)
    elif refusal.clause is None:
        silent = any(
            getattr(rulebook, section) is None and isinstance(command, kinds)
            for section, kinds in SILENT.items()
        )
        assert silent or _found(refusal, NO_CLAUSE), _said(command, refusal)


def _no_chip_lies_so(command: c.Command, refusal: Refused) -> bool:
    return isinstance(command, WHERE_NO_CHIP_LIES) and refusal.clause is not None


def _found(refusal: Refused, patterns: Mapping[str, tuple[str, ...]]) -> bool:
    return any(re.fullmatch(each, refusal.code) for those in patterns.values() for each in those)


def _said(command: c.Command, refusal: Refused) -> str:
    return f"{type(command).__name__}: {refusal}"
