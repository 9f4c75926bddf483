"""The declared fields of a kind, so that one generic form, one table and one description are made of them."""

from typing import Any, Literal

import msgspec
from msgspec import NODEFAULT, inspect

from tables.registers.entries.kinds import kind_named

Shape = Literal[
    "text",
    "number",
    "yes-no",
    "date",
    "time",
    "choice",
    "choices",
    "numbers",
    "counts",
    "rows",
    "limits",
    "options",
]
"""Content of a field: `choice` one of `choices`, `choices` several of them; `numbers` several whole numbers; `counts`
whole numbers by name or by amount; `rows` a list of structs with `columns`; `limits` a minimum and maximums by kind of
bet; `options` any values by name."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a kind, as somebody is asked for it."""

    name: str
    shape: Shape
    required: bool
    default: Any = None
    """Default in JSON's types; None without a default."""
    nullable: bool = False
    """True if it may be left empty, which is None."""
    unit: str = ""
    """`money` (minor units), `minutes`, `days`, `hour`, `mm`, `coups an hour`, `turns a minute`, `per cent`,
    `hundredths of a per cent`."""
    choices: tuple[str, ...] = ()
    """Permitted values, if the kind itself lists them."""
    choices_from: str = ""
    """Source of the choices: a kind of register (`table`), or a name in `Surroundings.choices` (`protocols`)."""
    least: int | None = None
    most: int | None = None
    columns: tuple["Field", ...] = ()


def fields_of(kind: str) -> tuple[Field, ...]:
    """Return the declared fields of a kind, in their order. Raises UnknownEntry."""
    return _fields_of(kind_named(kind))


def _fields_of(struct: type[msgspec.Struct]) -> tuple[Field, ...]:
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType)
    return tuple(_field(each) for each in described.fields)


def _field(field: inspect.Field) -> Field:
    type_, extra, nullable = _plain(field.type)
    default = _default(field)
    common: dict[str, Any] = {
        "name": field.name,
        "required": field.required,
        "default": default,
        "nullable": nullable,
        "unit": extra.get("unit", ""),
        "choices_from": extra.get("choices", ""),
    }
    shape, more = _shape(field.name, type_, extra)
    return Field(**{**common, **more, "shape": shape})


def _shape(name: str, type_: inspect.Type, extra: dict[str, Any]) -> tuple[Shape, dict[str, Any]]:
    """Return the shape of a field of this type, and the other facts that follow from the type."""
    more: dict[str, Any] = {}
    shape: Shape = "text"
    match type_:
        case inspect.BoolType():
            shape = "yes-no"
        case inspect.IntType():
            least = type_.ge if type_.ge is not None else None if type_.gt is None else type_.gt + 1
            shape, more = "number", {"least": least, "most": type_.le}
        case inspect.FloatType():
            shape = "number"
        case inspect.DateType():
            shape = "date"
        case inspect.LiteralType():
            shape, more = "choice", {"choices": _choices(type_)}
        case inspect.StrType() if "choices" in extra:
            shape = "choice"
        case inspect.StrType():
            shape = "time" if extra.get("type") == "time" else "text"
        case inspect.StructType():
            shape = "limits"
        case inspect.DictType():
            counted = isinstance(_plain(type_.value_type)[0], inspect.IntType)
            shape = "counts" if counted else "options"
        case inspect.VarTupleType():
            shape, more = _several(type_)
        case _:
            raise TypeError(f"{name}: a form has no shape for {type_}")
    return shape, more


def _several(type_: inspect.VarTupleType) -> tuple[Shape, dict[str, Any]]:
    item, extra, _ = _plain(type_.item_type)
    if isinstance(item, inspect.StructType):
        return "rows", {"columns": _fields_of(item.cls)}
    if isinstance(item, inspect.LiteralType):
        return "choices", {"choices": _choices(item)}
    if isinstance(item, inspect.IntType):
        return "numbers", {"unit": extra.get("unit", "")}
    return "choices", {"choices_from": extra.get("choices", "")}


def _choices(type_: inspect.LiteralType) -> tuple[str, ...]:
    return tuple(map(str, type_.values))


def _plain(type_: inspect.Type) -> tuple[inspect.Type, dict[str, Any], bool]:
    """Return the type below its annotations, their content, and True if None is one of its values."""
    extra: dict[str, Any] = {}
    nullable = False
    while True:
        if isinstance(type_, inspect.Metadata):
            extra |= type_.extra or {}
            type_ = type_.type
        elif isinstance(type_, inspect.UnionType):
            others = [each for each in type_.types if not isinstance(each, inspect.NoneType)]
            nullable, type_ = True, others[0]
        else:
            return type_, extra, nullable


def _default(field: inspect.Field) -> Any:
    if field.default is not NODEFAULT:
        return msgspec.to_builtins(field.default, str_keys=True)
    if field.default_factory is not NODEFAULT:
        return msgspec.to_builtins(field.default_factory(), str_keys=True)
    return None
