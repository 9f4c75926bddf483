"""Refusals of requests, with the clause that forbids the request.

A refusal is data: a code, the clause, and parameters. The sentence is made where it is shown
(`casino.kit.sentences`), in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from tables.money import Money

Parameters = Mapping[str, Any]
"""Parameters by name: text, whole numbers, `Money`, moments (aware), refusals, and sequences of these."""
NO_PARAMETERS: Parameters = MappingProxyType({})


def recorded(parameters: Parameters) -> dict[str, Any]:
    """Return the parameters as the record keeps them, in JSON's types."""
    as_kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dict(parameters)))
    return as_kept


class Refusal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Reason of a refusal. `clause` is a clause id (`pt-francesa/24`), None if no clause forbids the request."""

    code: str
    clause: str | None = None
    parameters: dict[str, Any] = {}

    def __str__(self) -> str:
        """Return the refusal as a log line has it: `bets-closed (pt-francesa/24) coup=3`."""
        clause = f" ({self.clause})" if self.clause else ""
        return self.code + clause + "".join(f" {name}={value}" for name, value in self.parameters.items())


class LineNote(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A note of a payout line beside its money: an amount that was rounded, returned or left over."""

    code: str
    parameters: dict[str, Any] = {}


class Refused(Exception):
    """A request that the rules do not allow."""

    def __init__(self, code: str, clause: str | None = None, **parameters: Any) -> None:
        self.refusal = Refusal(code=code, clause=clause, parameters=parameters)
        super().__init__(str(self.refusal))

    @classmethod
    def again(cls, refusal: Refusal) -> Refused:
        """Return the exception of a refusal that was decided elsewhere or earlier."""
        return cls(refusal.code, refusal.clause, **refusal.parameters)

    @property
    def code(self) -> str:
        """The code of the kind of refusal: `bets-closed`."""
        return self.refusal.code

    @property
    def clause(self) -> str | None:
        return self.refusal.clause

    @property
    def parameters(self) -> Parameters:
        return self.refusal.parameters

    @property
    def limit(self) -> int | None:
        """The exceeded limit, in minor units for money; None if the refusal is about no limit."""
        return _number(self.parameters.get("limit"))

    @property
    def value(self) -> int | None:
        """The value that exceeds the limit, in the limit's unit."""
        return _number(self.parameters.get("value"))


class BetRefused(Refused):
    """A bet that is not on the cloth, not allowed here, or that does not divide into its chips."""


class LimitRefused(Refused):
    """Refusal of a stake, or of a sign, outside the limits of the rulebook or of the table's sign."""


class RulebookBroken(Exception):
    """A rulebook file that cannot be used. The message reads `<file>: <key>: <reason>`."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason


class UnknownRulebook(Refused):
    """A rulebook, or a version of one, that there is not."""


def _number(value: Any) -> int | None:
    if isinstance(value, Mapping):
        # Money as the record keeps it.
        return msgspec.convert(value, Money).amount
    return value.amount if isinstance(value, Money) else value
