"""Payments of a coup: confirmed, ticked off, made otherwise than worked out."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "payments-not-open": _("coup {coup} has no payments open; open: {open}"),
    "prizes-not-ticked-off": _(
        "the prizes of {refs:ref} in coup {coup} are not ticked off: tick each of them, or all at once"
    ),
    "prize-of-no-bet": _("{ref:stake} did not lie on the cloth in coup {coup}"),
    "number-disputed": _(
        "{numbers:and} are both reported for coup {coup}: nothing is paid before the chief decides"
    ),
    "numbers-disputed": _(
        "{numbers:and} are all reported for coup {coup}: nothing is paid before the chief decides"
    ),
    "number-not-certain": _(
        "{number} in coup {coup} is not certain ({doubts}): "
        "nothing is paid, laid or taken off before a person confirms it"
    ),
    "difference-after-ticking-off": _(
        "{ref:stake} is ticked off as paid: what was wrong about it is a dispute"
    ),
    "paid-amount-below-nothing": _(
        "what was paid is an amount of nothing or more, for a line that has a prize"
    ),
    "no-payment-difference": _("{paid:money} is what was worked out for {ref:stake}: tick its line off"),
    "payment-difference-without-reason": _(
        "{ref:stake} is paid otherwise than worked out for a reason only: say why"
    ),
    "payment-difference-reason-too-long": _(
        "{ref:stake} is paid otherwise than worked out: a reason has {limit} letters at most"
    ),
    "payment-difference-not-named": _(
        "nothing is no difference in payments that waits; there are: {there_are}"
    ),
    "payment-difference-unknown": _(
        "{difference} is no difference in payments that waits; there are: {there_are}"
    ),
    "difference-decided-without-reason": _("{difference} is decided for a reason only: say why"),
    "difference-decision-reason-too-long": _("{difference} is decided: a reason has {limit} letters at most"),
    "nothing-to-make-good": _(
        "{difference}: {over:money} too much was paid, nothing is missing that could be paid"
    ),
    "nothing-to-give-back": _("{difference}: {under:money} too little was paid, nothing could be given back"),
    "payment-differences-undecided": _(
        "{differences}: the direction decides what was paid otherwise before the table closes"
    ),
    "payment-difference-of-earlier-coup": _(
        "coup {coup} is not the last that has its number: what is wrong of it is a dispute"
    ),
    "payment-difference-not-one-line": _(
        "what was paid otherwise is said of one line of the payout sheet: name its bets"
    ),
    "nothing-was-to-be-paid": _("{ref:stake} wins no prize on {number}: nothing was to be paid for it"),
}
SUBJECTS = {
    "payment-difference-decision": _("the decision of {difference}"),
}
