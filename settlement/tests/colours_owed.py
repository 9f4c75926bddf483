"""What the ledger owes for chips of colours is what the table itself says of them."""

from django.db.models import Sum

from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry
from tables.play.colours.chips_out import liability
from testkit.house import OpenHouse


def check_colours(house: OpenHouse) -> None:
    """Once all payments are made."""
    state = house.state
    if state.payments_open or state.phase == "closed":
        return
    owed = LedgerEntry.objects.filter(
        casino_id=house.casino_id, table=house.table, account=Account.COLOURS
    ).aggregate(sum=Sum("amount"))
    assert (owed["sum"] or 0) == -liability(state, house.rulebook)
