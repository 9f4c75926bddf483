"""Every button of the house beside those of a table, by the file that declares what it is pressed at."""

from collections.abc import Mapping

from settlement.tests.button import Button
from settlement.tests.cash_buttons import BANK, BOXES, DAYS, SERIES, SLIPS
from settlement.tests.register_buttons import EQUIPMENT, ROTA, VIOLATIONS

AGGREGATES: Mapping[str, tuple[Button, ...]] = {
    "settlement/slip_aggregate.py": SLIPS,
    "settlement/box_aggregate.py": BOXES,
    "settlement/house_day_aggregate.py": DAYS,
    "settlement/bank_aggregate.py": BANK,
    "tables/house/series.py": SERIES,
    "tables/house/register.py": EQUIPMENT,
    "tables/house/rota.py": ROTA,
    "tables/house/violations.py": VIOLATIONS,
}
"""The buttons of each. Those of a table, `tables/house/table_aggregate.py`, are pressed in a test of their own."""
