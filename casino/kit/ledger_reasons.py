"""Reasons for a movement of value, in words."""

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _
from settlement.ledger.reasons import Reason, read_reason

WORDS = {
    Reason.COUNTED_AT_OPENING: _("float counted at the opening"),
    Reason.COUNTED_AT_CLOSING: _("float counted at the closing"),
    Reason.FIRST_COUNT: _("first count of the float"),
    Reason.LATE_CHIPS: _("late chips at the minimum"),
    Reason.CHANGE_HANDED_IN: _("handed in for change"),
    Reason.CHANGE_MADE: _("change made"),
    Reason.CHANGE_PAID_OUT: _("change paid out"),
    Reason.CHANGE_GIVEN_BACK: _("change given back"),
    Reason.COLOUR_BOUGHT: _("chips of a colour bought"),
    Reason.COLOUR_GIVEN_OUT: _("chips of a colour given out"),
    Reason.COLOUR_HANDED_BACK: _("chips of a colour handed back"),
    Reason.COLOUR_REDEEMED: _("chips of a colour redeemed"),
    Reason.LATE_HANDED_BACK: _("late chips handed back"),
    Reason.LATE_REDEEMED: _("late chips redeemed"),
    Reason.ADVANCED: _("chips advanced"),
    Reason.ADVANCE_REPAID: _("advance repaid"),
    Reason.STAKE_SET_ASIDE: _("stake set aside"),
    Reason.PRIZE_SET_ASIDE: _("prize set aside"),
    Reason.PRIZE_CLAIMED: _("prize claimed"),
    Reason.HELD_CLAIMED: _("held and claimed"),
    Reason.HELD_UNCLAIMED: _("held and not claimed"),
    Reason.BOUGHT_IN: _("bought in"),
    Reason.CASHED_OUT: _("cashed out"),
    Reason.SEAT_STAKED: _("staked by a seat"),
    Reason.SEATS_RETURNED: _("stakes returned to seats"),
    Reason.SEATS_CREDITED: _("credited to seats"),
    Reason.SEATS_TAKEN_BACK: _("taken back from seats"),
    Reason.CASH_TAKEN: _("cash taken"),
    Reason.CHIPS_FOR_CASH: _("chips for cash"),
    Reason.STAKES_LOST: _("stakes lost"),
    Reason.PRIZES: _("prizes"),
    Reason.BANK_COUNTED: _("chip bank counted"),
    Reason.CHIPS_SOLD: _("chips sold at the cash desk"),
    Reason.CHIPS_REDEEMED: _("chips redeemed at the cash desk"),
    Reason.CHIPS_ISSUED: _("chips issued"),
    Reason.CHIPS_WITHDRAWN: _("chips withdrawn"),
    Reason.CHIPS_EXCHANGED: _("chips exchanged"),
    Reason.DISPUTE_DECIDED: _("dispute {about} decided"),
    Reason.DIFFERENCE_DECIDED: _("payment discrepancy {about} decided"),
    Reason.PAID_OTHERWISE: _("payment discrepancy {about}"),
    Reason.DIFFERENCE_UNDONE: _("payment discrepancy {about} undone"),
    Reason.FILL: _("fill {about}"),
    Reason.CREDIT: _("credit {about}"),
    Reason.CREDIT_COUNTED: _("credit {about} counted"),
    Reason.SLIP_VOIDED: _("slip {about} voided"),
    Reason.CASH_CORRECTED: _("cash of event {about} corrected"),
    Reason.CHIPS_FOR_CASH_CORRECTED: _("chips for the cash of event {about} corrected"),
    Reason.TIPS: _("tips of {about}"),
    Reason.BOX_DIFFERENCE: _("difference in box {about}"),
    Reason.BOX_COUNTED: _("box {about} counted"),
}


def reason_named(recorded: str) -> str:
    """Return the reason of a ledger entry in the reader's language: `fill F-000007`."""
    code, about = read_reason(recorded)
    return gettext(WORDS[code]).format(about=about)
