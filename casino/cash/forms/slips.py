"""What the cash desk says to a slip, from its forms."""

from collections.abc import Callable

from casino.kit.forms.chip_counts import pieces
from casino.kit.forms.fields import Form, text
from settlement.slips import commands as c

STEPS: dict[str, Callable[[Form], c.AnyOnSlip]] = {
    "issue": lambda form: c.IssueSlip(
        carrier=text(form, "carrier"), pieces=pieces(form, "pieces"), reason=text(form, "reason")
    ),
    "carry": lambda form: c.CarrySlip(carrier=text(form, "carrier")),
    "receive": lambda form: c.ReceiveSlip(pieces=pieces(form, "pieces"), reason=text(form, "reason")),
    "void": lambda form: c.VoidSlip(reason=text(form, "reason")),
    "reprint": lambda form: c.ReprintSlip(),
}
"""The steps that are made at the cash desk."""
PERMISSIONS = dict.fromkeys(STEPS, "slip.issue") | {"reprint": "slip.reprint"}
"""What somebody must be allowed to make each of them."""
