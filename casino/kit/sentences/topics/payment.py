"""Payments of a coup, disputes on one, and displaced bets put back after its number."""

from casino.kit.sentences.marks import Listing
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
    "no-payment-difference": _("{paid:money} is what was calculated for {ref:stake}: tick its line off"),
    "payment-difference-without-reason": _(
        "{ref:stake} is paid differently than calculated for a reason only: say why"
    ),
    "payment-difference-reason-too-long": _(
        "{ref:stake} is paid differently than calculated: a reason has {limit} letters at most"
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
        "{differences}: the management decides what was paid differently before the table closes"
    ),
    "payment-difference-of-earlier-coup": _(
        "coup {coup} is not the last that has its number: what is wrong of it is a dispute"
    ),
    "payment-difference-not-one-line": _(
        "what was paid differently is said of one line of the payout sheet: name its bets"
    ),
    "nothing-was-to-be-paid": _("{ref:stake} wins no prize on {number}: nothing was to be paid for it"),
    "coup-not-played-today": _("coup {coup} has not been played today; there are 1 to {last}"),
    "dispute-without-words": _("a dispute says what it is about"),
    "dispute-not-open": _("{dispute} is no dispute that waits; there are: {disputes}"),
    "dispute-decided-without-reason": _("the decision needs its reason"),
    "dispute-names-amount-for-nothing": _("nothing comes of it, but {value:money} are named"),
    "dispute-pays-nothing": _("the casino pays more than nothing, not {value:money}"),
    "dispute-corrects-nothing": _("a correction names what is paid, or below zero what is given back"),
    "disputes-open": _("{disputes}: the management decides what is disputed before the table closes"),
    "last-day-disputed": _(
        "{disputes} of {day}: the management decides what is disputed of that day before the next"
    ),
    "no-rule-on-displaced-bets": _("this rulebook puts no displaced bets back: open a dispute"),
    "displaced-bets-after-payment": _(
        "bets are put back while their coup is being paid: open a dispute about one that is paid"
    ),
    "basis-unknown": _("{basis} is no basis here; these are: {bases}"),
    "displaced-bet-unknown": Listing(_("{ref:stake} did not lie in coup {coup}"), _("; these did: {refs}")),
    "displaced-bet-was-replayed": _("{ref:stake} was played again from its payment: it is put right by hand"),
    "displaced-bet-of-other-kind": _(
        "{ref:stake}: an announced bet is put back as an announced bet, and another as another"
    ),
    "displaced-bet-in-prison": _(
        "{ref:stake} is in prison, and {bet:bet} is no even chance: only these are imprisoned"
    ),
    "paid-otherwise-on-number": _("paid differently on {number}, which stands again"),
    "paid-on-other-number": _("paid on {number}, which does not stand"),
    "paid-before-bets-put-back": _("its bets were put back after they were paid"),
    "rounded-down": _("does not divide evenly: rounded down, to the casino's side"),
    "replay-prize-rounded-down": _("the prize does not divide evenly: rounded down, to the casino's side"),
    "rounded-up": _("does not divide evenly: rounded up, to the player's side"),
    "excess-returned": _("over the maximum: the excess wins no prize and is returned"),
    "replay-prize-rounded-up": _("the prize does not divide evenly: rounded up, to the player's side"),
    "replay-rest-paid-out": _(
        "{all:money} makes {times} x {unit:money}; the rest, {rest:money}, is paid out"
    ),
    "replay-of-other-number": _("from the payment of {number}, which does not stand: put right by hand"),
}
SUBJECTS = {
    "payment-difference-decision": _("the decision of {difference}"),
    "reconstitute-bets": _("to put displaced bets back"),
    "dispute-decision": _("the decision of {dispute}"),
}
