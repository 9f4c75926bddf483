"""Which values of chips a casino has for a table: what its bank has and what its float has."""

import msgspec

from settlement.models import ChipStock
from tables.play.float.questions import values_in_float
from tables.play.state import State


class ChipsOwned(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces by value (minor units). Without any value nothing is known, and every usual value is offered."""

    bank: dict[int, int] = {}
    in_float: frozenset[int] = frozenset()

    @property
    def values(self) -> frozenset[int]:
        """The values that there are chips of."""
        return self.in_float | {value for value, pieces in self.bank.items() if pieces > 0}


def chips_owned(casino_id: int, state: State) -> ChipsOwned:
    """The chips of the series in play, in the table's currency, as far as the record knows. One query."""
    stock = ChipStock.objects.filter(casino_id=casino_id, currency=state.currency)
    if state.chip_series.in_play:
        stock = stock.filter(series__in=("", *state.chip_series.in_play))
    bank: dict[int, int] = {}
    for value, pieces in stock.values_list("value", "pieces"):
        bank[value] = bank.get(value, 0) + pieces
    return ChipsOwned(bank=bank, in_float=frozenset(values_in_float(state)))
