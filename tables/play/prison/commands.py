"""The choice about an imprisoned stake."""

from tables.play.command import Request
from tables.play.events import Choice


class ChoosePrison(Request, frozen=True, kw_only=True, tag="choose-prison"):
    """Decide about an imprisoned stake: `stay`, `partage` or `move:<even chance>`."""

    ref: str
    choice: Choice
