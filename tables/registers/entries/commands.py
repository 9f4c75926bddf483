"""Requests about a casino's registers: declare an entry, withdraw it, issue a new secret."""

from typing import Any

import msgspec

from tables.play.events import Signature


class RegisterCommand(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """The base of all requests about an entry: a kind such as `pit`, and the entry's code within it."""

    kind: str
    code: str
    signatures: tuple[Signature, ...] = ()


class DeclareEntry(RegisterCommand, frozen=True, kw_only=True, tag="declare-entry"):
    """Declare a whole entry: a field that is not named has its default.

    It registers the entry, changes it, brings a withdrawn one back, or changes nothing if all values are the same.
    """

    values: dict[str, Any]


class WithdrawEntry(RegisterCommand, frozen=True, kw_only=True, tag="withdraw-entry"):
    """Take an entry out of use. It stays in the record, and is brought back when it is declared again."""

    reason: str = ""


class IssueSecret(RegisterCommand, frozen=True, kw_only=True, tag="issue-secret"):
    """Give an entry a new secret. The secret itself is kept outside the record; `fingerprint` names it there."""

    fingerprint: str


AnyRegisterCommand = DeclareEntry | WithdrawEntry | IssueSecret
