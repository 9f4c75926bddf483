"""Refusals: what a request gets instead of being carried out, with the clause that forbids it."""

from __future__ import annotations


class Refused(Exception):
    """A request that the rules do not allow.

    `detail` says it in words for a person; `clause` is the clause id (`pt-francesa/24`) or None where no
    clause speaks; `limit` and `value` are given where a number was exceeded (money in minor units).
    """

    def __init__(
        self, detail: str, clause: str | None = None, *, limit: int | None = None, value: int | None = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.clause = clause
        self.limit = limit
        self.value = value


class BetRefused(Refused):
    """A bet that is not on the cloth, not allowed here, or that does not divide into its chips."""


class LimitRefused(Refused):
    """A stake, or a sign of limits, outside what the rulebook or the table's sign allows."""


class RulebookBroken(Exception):
    """A rulebook file that cannot be used. The message reads `<file>: <key>: <reason>`."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason


class UnknownRulebook(Refused):
    """A rulebook, or a version of one, that there is not."""
