"""Every button of the house beside those of a table, by the door that it is pressed at."""

from collections.abc import Mapping

from settlement.tests.button import Button
from settlement.tests.cash_buttons import BANK, BOXES, DAYS, SERIES, SLIPS
from settlement.tests.register_buttons import EQUIPMENT, ROTA, VIOLATIONS

DOORS: Mapping[str, tuple[Button, ...]] = {
    "settlement/slip_door.py": SLIPS,
    "settlement/box_door.py": BOXES,
    "settlement/house_day_door.py": DAYS,
    "settlement/bank_door.py": BANK,
    "tables/house/series.py": SERIES,
    "tables/house/register.py": EQUIPMENT,
    "tables/house/rota.py": ROTA,
    "tables/house/violations.py": VIOLATIONS,
}
"""The buttons of each door. Those of a table, `tables/house/door.py`, are pressed in a test of their own."""
