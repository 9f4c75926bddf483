"""Slips between table and cash desk, drop boxes at the count, and the chip bank."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "slip-unknown": _("there is no slip {slip:number}"),
    "slip-changed-meanwhile": _("{slip} was {step:slip_step} meanwhile: look at it, and go on there"),
    "slip-of-another-day": _("{slip} is of {day}, and {table} is open for {open_for:opened_day}"),
    "slip-of-unknown-value": _("a {kind:slip}: the casino has no chips of {amount:money}"),
    "slip-request-unsigned": _(
        "a {kind:slip} is asked for at the pit: {roles:role} has to sign, and nobody did"
    ),
    "slip-departure-unsigned": _("{slip} leaves the bank: {roles:role} has to sign, and nobody did"),
    "slip-reprint-unsigned": _("{slip} is printed again: {roles:role} has to sign, and nobody did"),
    "slip-issue-unsigned": _("{slip} is {step:slip_step}: {roles:role} has to sign, and nobody did"),
    "slip-receipt-unsigned": _("{slip} is received at the bank: {roles:role} has to sign, and nobody did"),
    "slip-return-unsigned": _(
        "the chips of {slip} come back to the bank: {roles:role} has to sign, and nobody did"
    ),
    "slip-void-unsigned": _("{slip} is voided: {roles:role} has to sign, and nobody did"),
    "slip-not-issued-yet": _("{slip} is requested: it is printed once the cash desk has issued it"),
    "slip-issued-otherwise-without-reason": _(
        "{slip} is issued with other pieces than were requested: say why"
    ),
    "slip-without-carrier": _("{slip}: say who carries it"),
    "fill-with-other-pieces": _("{slip} brings other pieces than its slip says: void it, and ask again"),
    "credit-with-other-pieces": _("{slip} has other pieces than left the table: say what was found"),
    "slip-void-without-reason": _("{slip} is voided with a reason only"),
    "slip-of-a-kind-without-step": _("{slip} is a {kind:slip}, and is never {step:slip_status}"),
    "slip-step-out-of-order": _("{slip} is {status:slip_status}: next it is {following:slip_status}"),
    "slip-ended": _("{slip} was {step:slip_step}: nothing more comes of it"),
    "slip-of-several-series": _("{slip} is of several series: count each"),
    "carrier-too-long": _("who carries it: {limit} characters at most are right"),
    "fill-received-at-the-table": _(
        "fill {slip} is received at the table, by a croupier and the chief who sign there"
    ),
    "box-unknown": _("no box {serial:serial} has left {table} on {day}"),
    "box-changed-meanwhile": _("box {serial} was {status:box_status} meanwhile: look at it, and go on there"),
    "box-placed-uncounted": _(
        "box {serial} left {table} on {day} and is not counted yet: it is counted first"
    ),
    "box-count-accepted": _("the count of box {serial} was accepted: nothing more comes of it"),
    "box-not-counted-yet": _("box {serial} is not counted yet: a count is accepted once there is one"),
    "box-acceptance-unsigned": _("the count of box {serial} is accepted by {roles:role}"),
    "own-box-count": _("{name} counted box {serial}: somebody else accepts the count"),
    "empty-box-with-notes": _("box {serial} is said to be empty, and to have notes: it is one of the two"),
    "box-recounted-without-reason": _("box {serial} was counted before: say why it is counted again"),
    "box-notes-missing": _("box {serial}: say how many notes of each value, or that it is empty"),
    "box-counted-by-its-remover": _("{name} removed box {serial} from {table}: others count it"),
    "box-count-unsigned": _("box {serial} is counted by two: {roles:role} has to sign, and nobody did"),
    "box-counted-alone": _("box {serial} is counted by two people: nobody has countersigned"),
    "no-chips-named": _("nothing is {deed:deed}: say how many pieces of each value, all above nothing"),
    "bank-count-differs-without-reason": _(
        "the bank has {counted:money} by the count and {recorded:money} by the record, "
        "or not the same pieces: say what is known of it"
    ),
    "bank-series-not-dealt-in": _("chips of series {series:name} are not {deed:deed} here; right is {known}"),
    "series-not-told-apart": _("series {series}: this casino does not tell its series of chips apart"),
    "no-chips-of-value": _("the casino has no chips of {amount:money}"),
    "bank-lacks-chips": _("{value} pieces of {amount:money}: the bank has {limit}"),
    "bank-lacks-chips-of-series": _(
        "{value} pieces of {amount:money} of series {series}: the bank has {limit}"
    ),
    "no-currency-yet": _("chips in {currency:currency}: the casino's tables play in none yet"),
    "currency-not-played-in": _("chips in {currency:currency}: the casino's tables play in {currencies}"),
    "desk-receipt-unknown": _(
        "The cash desk has no receipt {receipt}. Choose a sale or a redemption in the list of the chip bank"
    ),
    "no-prize-for-bet": _("no line of the payout sheet of coup {coup} has a prize for {ref:stake}"),
    "no-prize-without-bet": _("no line of the payout sheet of coup {coup} has a prize for bet none"),
}

SUBJECTS = {
    "slip-by-number": _("{slip}"),
    "slip-chips-back-at-table": _("the chips of {slip} come back to the table"),
    "box-counted": _("box {serial}"),
    "chips-sold": _("chips are sold"),
    "chips-redeemed": _("chips are redeemed"),
    "bank-counted": _("the bank is counted"),
    "count-of-bank": _("the count of the bank"),
    "desk-claim": _("a claim at the cash desk"),
    "desk-claim-answer": _("the answer to a claim at the cash desk"),
}
