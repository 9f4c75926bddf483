"""The limits in force, and the players for whose sum they hold."""

from datetime import datetime

import msgspec

from tables.play.event import Event
from tables.roulette.rulebook import Limits


class Derogation(msgspec.Struct, frozen=True, kw_only=True):
    """The reason why the sign may exceed the rulebook's maximums: the authorisers, and the notice to the authority."""

    authorisers: tuple[str, ...] = ()
    """The people who signed; on older days the typed names."""
    notice: str


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """With whom of the `body` that a rulebook names a decision was agreed, when (UTC), and on what ground."""

    person: str
    at: datetime
    ground: str
    body: str = ""
    """Filled in from the rulebook."""


class LimitsChanged(Event, frozen=True, kw_only=True, tag="limits_changed"):
    """The limits in force changed: the players were notified and the sign shows the new ones."""

    limits: Limits
    previous: Limits
    derogation: Derogation | None = None
    agreement: Agreement | None = None
    reopened: bool = False
    """True if the table was closed and opened again for it: its closing float was counted, and is counted again at
    the end."""


class LimitsAnnounced(Event, frozen=True, kw_only=True, tag="limits_announced"):
    """Other limits were announced to the players; they are in force once the sign is confirmed changed."""

    limits: Limits
    derogation: Derogation | None = None
    agreement: Agreement | None = None


class GroupDeclared(Event, frozen=True, kw_only=True, tag="company_declared"):
    """These players play in a group: limits hold for their sum from now on."""

    players: tuple[str, ...]


class GroupEnded(Event, frozen=True, kw_only=True, tag="company_ended"):
    """These players play each for themselves again."""

    players: tuple[str, ...]


LimitsEvent = LimitsChanged | LimitsAnnounced | GroupDeclared | GroupEnded
