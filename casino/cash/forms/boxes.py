"""What is said to a drop box at the cash desk, from its forms."""

from collections.abc import Callable

from casino.kit.forms.chip_counts import pieces
from casino.kit.forms.fields import Form, text, ticked
from settlement.boxes import commands as c

STEPS: dict[str, Callable[[Form], c.AnyOnBox]] = {
    "count": lambda form: c.CountBox(
        pieces=pieces(form, "notes"), empty=ticked(form, "empty"), reason=text(form, "reason")
    ),
    "accept": lambda form: c.AcceptBox(),
}
PERMISSIONS = {"count": "box.count", "accept": "box.accept"}
"""What somebody must be allowed to make each of them."""
