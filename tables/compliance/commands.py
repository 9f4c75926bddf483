"""What is asked about a violation: all of it is judged, and signed by who acts."""

from tables.play.command import Request, Signed


class LifeCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of what is asked about a violation."""


class Acknowledge(LifeCommand, frozen=True, kw_only=True, tag="acknowledge"):
    """Say that the staff knows of it."""


class Explain(LifeCommand, frozen=True, kw_only=True, tag="explain"):
    """Say how it came about."""

    words: str


class Uphold(LifeCommand, frozen=True, kw_only=True, tag="uphold"):
    """Decide that the clause was broken."""

    reason: str


class Dismiss(LifeCommand, frozen=True, kw_only=True, tag="dismiss"):
    """Decide that nothing follows from it."""

    reason: str


class Reopen(LifeCommand, frozen=True, kw_only=True, tag="reopen"):
    """Open an ended one again."""

    reason: str


AnyLifeCommand = Acknowledge | Explain | Uphold | Dismiss | Reopen
