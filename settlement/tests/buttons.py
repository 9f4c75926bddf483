"""Every button of the house beside those of a table, by the file that declares what it is pressed at."""

from collections.abc import Mapping

from settlement.tests.button import Button
from settlement.tests.cash_buttons import BANK, BOXES, DAYS, DESK_CLAIMS, SERIES, SLIPS
from settlement.tests.register_buttons import ALERTS, ENTRIES, EQUIPMENT, OLD_SPINS, ROTA, VIOLATIONS

AGGREGATES: Mapping[str, tuple[Button, ...]] = {
    "settlement/slip_aggregate.py": SLIPS,
    "settlement/box_aggregate.py": BOXES,
    "settlement/casino_day_aggregate.py": DAYS,
    "settlement/bank_aggregate.py": BANK,
    "settlement/desk_claim_aggregate.py": DESK_CLAIMS,
    "tables/handling/aggregates/chip_series.py": SERIES,
    "tables/handling/aggregates/equipment.py": EQUIPMENT,
    "tables/handling/aggregates/imported_spins.py": OLD_SPINS,
    "tables/handling/aggregates/register.py": ENTRIES,
    "tables/handling/aggregates/rota.py": ROTA,
    "tables/handling/aggregates/violation.py": VIOLATIONS,
    "tables/handling/alerts/aggregate.py": ALERTS,
}
"""The buttons of each. Those of a table, `tables/handling/aggregates/table.py`, are pressed in a test of their own."""
