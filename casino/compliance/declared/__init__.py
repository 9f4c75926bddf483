"""How each type of event reads in the compliance report: declared here once, or left out by name with why.

A new type of event is one entry in the module of its matter; `test_every_event_is_declared.py` fails until it has one.
"""

from collections.abc import Mapping
from types import MappingProxyType

from casino.compliance.declared import cash, game, money, other_streams, table
from casino.compliance.declared.entry import DayEvent, Entry

LISTED: Mapping[str, Entry] = MappingProxyType(
    {
        str(event.__struct_config__.tag): entry
        for module in (table, game, money, cash, other_streams)
        for event, entry in module.ENTRIES.items()
    }
)
"""The entries by the type of event, as the record has it."""

LAUNCH = "the line of its launch has it"
GAME = "the coup as it should go; the table's record has it"
SHEET = "the payout sheet of its coup has it"
RECEIPT = "the receipt of the change has it; what is claimed of it is listed"
SEATS = "the movements of the seats' balances have it"
SLIP = "the line of the table's own event has it"
ACCESS = "the page of access has it; what was wrong there is listed"
PLACE = "before it is at any table; the register has it"

NOT_LISTED: dict[str, str] = {
    "bets_opened": GAME,
    "directions_seen": LAUNCH,
    "bets_closed": GAME,
    "turns_counted": LAUNCH,
    "losers_cleared": GAME,
    "rotor_started": GAME,
    "bet_withdrawn": SHEET,
    "bet_replayed": SHEET,
    "prison_chosen": SHEET,
    "prizes_paid": SHEET,
    "payments_confirmed": SHEET,
    "change_asked": RECEIPT,
    "change_begun": RECEIPT,
    "change_finished": RECEIPT,
    "change_given_back": RECEIPT,
    "cash_taken": "the ledger has it, and the box that it went into is listed",
    "bought_in": SEATS,
    "seat_staked": SEATS,
    "stakes_returned": SEATS,
    "wins_credited": SEATS,
    "seat_left": SEATS,
    "unclaimed_collected": SEATS,
    "slip_requested": SLIP,
    "slip_handed_over": SLIP,
    "slip_voided": SLIP,
    "deadline_warned": "a warning that came in time breaks nothing",
    "wheel_registered": PLACE,
    "ball_registered": PLACE,
    "signed_in": ACCESS,
    "signed_out": ACCESS,
    "session_locked": ACCESS,
    "session_unlocked": ACCESS,
}
"""The types of events that the report leaves out, all of the usual course, each with where they are read."""

__all__ = ["LISTED", "NOT_LISTED", "DayEvent", "Entry"]
