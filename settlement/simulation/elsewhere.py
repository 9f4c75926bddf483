"""What happened away from a simulated table, as it is to be recorded."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from tables.play.events import Signature
from tables.simulation.day_under_way import Teller

DESK = Teller("cash-desk", "Cash desk (simulated)")
INSPECTOR = Teller("inspector", "Games inspector (simulated)")
CONTROLLER = Teller("controller", "Public controller (simulated)")
CARRIER = "Carrier (simulated)"


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a slip's or a box's stream after `version` of it, at a moment (UTC), with who did and signed it."""

    stream: str
    version: int
    type: str
    data: Mapping[str, object]
    at: datetime
    by: Teller
    signatures: Sequence[Signature]
