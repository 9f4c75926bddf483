"""Chip values that a casino has for a table: those of its bank and of the float."""

from pathlib import Path

import msgspec

from tables.play.float.questions import values_in_float
from tables.play.state import State
from tables.stream.database import Statement, run

READ_CHIPS_IN_BANK = Statement(
    "read_chips_in_bank", (Path(__file__).parent / "sql" / "read_chips_in_bank.sql").read_text()
)


class ChipsOwned(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces by value (minor units). Without any value nothing is known, and every usual value is offered."""

    bank: dict[int, int] = {}
    in_float: frozenset[int] = frozenset()

    @property
    def values(self) -> frozenset[int]:
        """Return the values of the available chips."""
        return self.in_float | {value for value, pieces in self.bank.items() if pieces > 0}


def chips_owned(casino_id: int, state: State) -> ChipsOwned:
    """Return the chips of the series in play, in the table's currency, as far as the record knows. One statement."""
    series = list(state.chip_series.in_play)
    bank = run(READ_CHIPS_IN_BANK, casino_id=casino_id, currency=state.currency, series=series)
    return ChipsOwned(bank=dict(bank), in_float=frozenset(values_in_float(state)))
