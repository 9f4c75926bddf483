"""What is said of the house's gaming day at the cash desk, from its forms."""

from collections.abc import Callable

from casino.kit.forms.fields import Form, text
from tables.registers.casino_day import commands as c

STEPS: dict[str, Callable[[Form], c.AnyOfTheHouse]] = {
    "close": lambda form: c.CloseHouseDay(),
    "force-close": lambda form: c.CloseHouseDay(forced=True, reason=text(form, "reason")),
    "explain": lambda form: c.ExplainHouseClose(reason=text(form, "reason")),
}
PERMISSIONS = {
    "close": "house_day.close",
    "force-close": "house_day.force_close",
    "explain": "house_day.close",
}
"""What somebody must be allowed to make each of them."""
