"""Body of each command, made from the command's own type, so that the two cannot drift apart.

A body lacks the values that the casino adds itself: the observer (a client acts for the staff; a reader has an address
of its own), and the signatories, who prove themselves with PINs.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from tables.compliance.alerts.commands import AcknowledgeAlert
from tables.field_descriptions import field_descriptions
from tables.play import commands as c
from tables.play.commands import Command, Fact, Seen, Signed
from tables.registers.wheel_commands import RegisterWheel
from tables.roulette.wheel import entered

GIVEN_ELSEWHERE: dict[type[Command], str] = {
    c.RequestFill: "a fill is requested at /api/v1/fills",
    c.RequestCredit: "a credit is requested at /api/v1/fills",
    c.ReceiveFill: "a fill is received at the table, by those who sign there",
    c.HandOverCredit: "a credit is handed over at the table, by those who sign there",
    c.TellSlipVoided: "a slip is voided at /api/v1/fills",
    c.TellChipSeries: "the register of chip series tells its tables itself",
    c.FindUnfit: "the register of equipment tells its tables itself",
    c.LoseSpinner: "the other table tells it, as the dealer takes over there",
    c.PassDeadline: "the shift rules watch the clock themselves",
    c.SeeVoid: "a reader says it, as an observation",
    c.StartRotor: "a reader says it, as an observation",
    c.WarnWheel: "a reader says it, as an observation",
    c.ChangeReader: "a reader says it, as an observation",
    c.MissResults: "a reader says it, as an observation",
    c.ReportAsWitness: "a reader says it, as an observation",
}
"""Commands that nobody gives to a table over the network, and who gives them instead."""

LEFT_OUT: dict[type[Command], frozenset[str]] = {
    Seen: frozenset({"source", "game", "live"}),
    c.DeclareNumber: frozenset({"reader", "spin"}),
    Signed: frozenset({"signatures"}),
    c.ChangeSpinner: frozenset({"spins_at"}),
    c.OpenTable: frozenset({"table", "registered"}),
    AcknowledgeAlert: frozenset({"alert"}),
}
"""Fields that the casino fills in, or the address names."""

POCKETS: dict[type[Command], frozenset[str]] = {
    c.AnnulCoup: frozenset({"number"}),
    c.DeclareNumber: frozenset({"number"}),
    c.LaunchBall: frozenset({"pocket"}),
    c.ResolveDiscrepancy: frozenset({"number"}),
}
"""Fields that are a number of the wheel: written 0 to 36, or "00"."""

ORDERS: dict[type[Command], frozenset[str]] = {RegisterWheel: frozenset({"pockets"})}
"""Fields that are the pockets of a wheel, each written so."""

NO_LONGER_READ: dict[type[Command], dict[str, Any]] = {
    c.PayLines: {"ahead": tuple[str, ...]},
    c.PayDifferently: {"ahead": tuple[str, ...], "worked_out": int},
}
"""Fields that clients once had to fill in, and may go on sending: the table works them out by itself."""


SIGNED = "Everybody who signs, of the roles that the rules ask for"
NOT_SIGNED = "Not read any more: an officer confirms the request on a screen. Send no PINs"


class SignedBy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who signs: the name under which they sign in, and their PIN."""

    sign_in: str
    pin: str


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the bodies of commands."""


def _commands() -> Iterator[tuple[str, type[Command]]]:
    for cls in vars(c).values():
        # The base of several commands has no tag of its own, but the name of its class.
        if isinstance(cls, type) and issubclass(cls, Command) and cls not in GIVEN_ELSEWHERE:
            tag = str(cls.__struct_config__.tag)
            if tag != cls.__name__:
                yield tag, cls


COMMANDS: dict[str, type[Command]] = dict(sorted(_commands()))
"""Every command to a table over the network, by its name in the address."""


def body_type(command: type[Command], *, waits: bool = False) -> type[Body]:
    """Return the struct of a command's body: its fields, the time of a fact, and the signatures.

    Nobody signs a command that `waits` for an officer.
    """
    left_out = {name for of, names in LEFT_OUT.items() if issubclass(command, of) for name in names}
    words = field_descriptions(command)
    fields: list[Any] = [
        _field(
            field,
            words.get(field.name, ""),
            type_=_type_of(command, field),
            optional=command is c.OpenTable,
        )
        for field in msgspec.structs.fields(command)
        if field.name not in left_out
    ]
    ignored = msgspec.Meta(description="Not read any more: the table works it out by itself")
    for name, type_ in NO_LONGER_READ.get(command, {}).items():
        fields.append((name, Annotated[type_, ignored] | msgspec.UnsetType, msgspec.UNSET))
    if issubclass(command, Fact):
        when = msgspec.Meta(description="When it happened, where that was not just now: never later than now")
        fields.append(("occurred_at", Annotated[datetime | None, when], None))
    if issubclass(command, Signed):
        who = msgspec.Meta(description=NOT_SIGNED if waits else SIGNED)
        fields.append(("signatures", Annotated[tuple[SignedBy, ...], who], ()))
    body = msgspec.defstruct(
        f"{command.__name__}Body",
        fields,
        bases=(Body,),
        namespace={"__doc__": command.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    assert issubclass(body, Body)
    return body


def _type_of(command: type[Command], field: msgspec.structs.FieldInfo) -> Any:
    """Return the field's type as clients write it."""
    if field.name in ORDERS.get(command, ()):
        return tuple[int | Literal["00"], ...]
    return field.type | Literal["00"] if field.name in POCKETS.get(command, ()) else field.type


def _field(field: msgspec.structs.FieldInfo, words: str, *, type_: Any, optional: bool) -> tuple[Any, ...]:
    type_ = Annotated[type_, msgspec.Meta(description=words)] if words else type_
    default: dict[str, Any] = {"default": field.default, "default_factory": field.default_factory}
    if optional:
        type_, default = type_ | msgspec.UnsetType, {"default": msgspec.UNSET}
    given = {name: value for name, value in default.items() if value is not msgspec.NODEFAULT}
    wire_name: Any = msgspec.field(name=field.encode_name, **given)
    return field.name, type_, wire_name


def command_values(body: Body, command: type[Command]) -> dict[str, Any]:
    """Return the values of the command's own fields, as far as the body has them."""
    own = set(command.__struct_fields__) - {"signatures"}
    values = {name: getattr(body, name) for name in body.__struct_fields__ if name in own}
    for name in POCKETS.get(command, ()):
        if values[name] is not None:
            values[name] = entered(values[name])
    for name in ORDERS.get(command, ()):
        values[name] = tuple(map(entered, values[name]))
    return {name: value for name, value in values.items() if value is not msgspec.UNSET}
