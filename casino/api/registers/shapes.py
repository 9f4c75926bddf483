"""Requests and answers of the registers' addresses."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from casino.api.commands.body import NOT_SIGNED, SignedBy
from tables.handling.registers import Done, Step
from tables.registers.entries.fields import Field
from tables.registers.entries.state import Entry

Unread = Annotated[tuple[SignedBy, ...], msgspec.Meta(description=NOT_SIGNED)]


class RegisterKind(msgspec.Struct, frozen=True, kw_only=True):
    """A register: the name of its entries in addresses, and the number of those in use."""

    kind: str
    entries: int


class RegisterKinds(msgspec.Struct, frozen=True, kw_only=True):
    """The casino's registers, those before that others name: in this order they are filled."""

    registers: tuple[RegisterKind, ...]


class RegisteredEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A registered entry. `values` are its fields as the register's `fields` declare them; money is in minor units.
    `fingerprint` names its secret where it has one: the secret itself was shown once."""

    kind: str
    code: str
    version: int
    withdrawn: bool
    values: dict[str, Any]
    since: datetime | None
    changed_at: datetime | None
    fingerprint: str
    secret_at: datetime | None


class RegisterContents(msgspec.Struct, frozen=True, kw_only=True):
    """A register: its declared fields, and its entries, those in use first, by code."""

    kind: str
    fields: tuple[Field, ...]
    entries: tuple[RegisteredEntry, ...]


class EntrySigner(msgspec.Struct, frozen=True, kw_only=True):
    """Signatory of a change, with role."""

    name: str
    role: str


class EntryStep(msgspec.Struct, frozen=True, kw_only=True):
    """Change of an entry. `before` and `after` have the changed fields alone."""

    version: int
    type: str
    at: datetime
    by: str
    signed: tuple[EntrySigner, ...]
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str


class EntryHistory(msgspec.Struct, frozen=True, kw_only=True):
    """Changes of an entry, the newest first."""

    kind: str
    code: str
    steps: tuple[EntryStep, ...]


class EntryDeclaration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole entry: a field that is not in `values` has its default."""

    values: dict[str, Any]
    signatures: Unread = ()


class EntryWithdrawal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reason for taking an entry out of use."""

    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""
    signatures: Unread = ()


class EntrySecretRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new secret; the one before ends."""

    signatures: Unread = ()


class EntryDone(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a confirmed request. `changed` is false where all was so already. `takes_force` is `next-day` where
    a gaming day that is open goes on as it began."""

    entry: RegisteredEntry
    changed: bool
    takes_force: Literal["", "now", "next-day"]


def entry_shape(entry: Entry) -> RegisteredEntry:
    return RegisteredEntry(**{name: getattr(entry, name) for name in RegisteredEntry.__struct_fields__})


def done_shape(done: Done) -> dict[str, Any]:
    return {
        "entry": entry_shape(done.entry),
        "changed": done.changed,
        "takes_force": done.takes_force,
    }


def step_shape(step: Step) -> EntryStep:
    values = {name: getattr(step, name) for name in EntryStep.__struct_fields__}
    return EntryStep(**{**values, "signed": tuple(EntrySigner(**each) for each in step.signed)})
