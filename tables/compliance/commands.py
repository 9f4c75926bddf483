"""Requests about a violation; all of them are judged and signed."""

from tables.play.command import Request, Signed


class ViolationCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a violation."""


class Acknowledge(ViolationCommand, frozen=True, kw_only=True, tag="acknowledge"):
    """Say that the staff knows of it."""


class Explain(ViolationCommand, frozen=True, kw_only=True, tag="explain"):
    """Say how it came about."""

    words: str


class Uphold(ViolationCommand, frozen=True, kw_only=True, tag="uphold"):
    """Decide that the clause was broken."""

    reason: str


class Dismiss(ViolationCommand, frozen=True, kw_only=True, tag="dismiss"):
    """Decide that nothing follows from it."""

    reason: str


class Reopen(ViolationCommand, frozen=True, kw_only=True, tag="reopen"):
    """Open an ended one again."""

    reason: str


AnyViolationCommand = Acknowledge | Explain | Uphold | Dismiss | Reopen
