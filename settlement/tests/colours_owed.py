"""What the ledger owes for chips of colours is what the table itself says of them."""

from django.db.models import Q, Sum

from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry
from tables.house.testing import OpenHouse
from tables.play.chips_out import liability


def check_colours(house: OpenHouse) -> None:
    """Once all payments are made; of what was paid otherwise than worked out the table counts no chips."""
    state = house.state
    if state.payments_open or state.phase == "closed":
        return
    owed = LedgerEntry.objects.filter(
        casino_id=house.casino_id, table=house.table, account=Account.COLOURS
    ).order_by()
    otherwise = Q(reason__startswith="x") | Q(reason__startswith="decided about x")
    of_the_day = owed.filter(otherwise, day=house.day).aggregate(sum=Sum("amount"))["sum"] or 0
    assert (owed.aggregate(sum=Sum("amount"))["sum"] or 0) - of_the_day == -liability(state, house.rulebook)
