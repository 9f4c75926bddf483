"""Make of a wheel or a ball on the screen: its known parts, and the entries of its forms."""

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext

from casino.kit.money import reader_figures
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from tables.registers.make import BallMake, WheelMake
from tables.roulette.equipment_rules import (
    BALL_COLOURS,
    BALL_MATERIALS,
    BEARINGS,
    PLATE_SHAPES,
    WHEEL_MATERIALS,
)

YES_OR_NO = ("yes", "no")
NOT_KNOWN = _("not known")


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    value: str
    words: str
    chosen: bool


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a form: one of `choices`, or a number where there are none."""

    name: str
    label: str
    value: str
    choices: tuple[Choice, ...] = ()


class _Part(msgspec.Struct, frozen=True):
    """A field of a make: the key of its words, and its choices; empty for a number."""

    name: str
    key: str
    choices: Sequence[str] = ()


WHEEL_PARTS = (
    _Part("material", "material", WHEEL_MATERIALS),
    _Part("deflectors", "deflectors"),
    _Part("plate_material", "plate-material", WHEEL_MATERIALS),
    _Part("plate_shape", "plate-shape", PLATE_SHAPES),
    _Part("plate_smooth", "plate-smooth", YES_OR_NO),
    _Part("bearing", "bearing", BEARINGS),
    _Part("walls", "walls", WHEEL_MATERIALS),
    _Part("even_pockets", "even-pockets", YES_OR_NO),
    _Part("turned_by_hand", "turned-by-hand", YES_OR_NO),
)
BALL_PARTS = (
    _Part("material", "material", BALL_MATERIALS),
    _Part("colour", "colour", BALL_COLOURS),
    _Part("weight_g", "weight"),
    _Part("balanced", "balanced", YES_OR_NO),
)


def make_facts(make: WheelMake | BallMake) -> dict[str, str]:
    """Return the make of each part by its label, or that it is unknown."""
    return {_label(part): _known(part, getattr(make, part.name)) for part in _parts(type(make))}


def make_entries(kind: type[WheelMake | BallMake], entered: Mapping[str, str]) -> tuple[Entry, ...]:
    """The entries of a form, as they were filled in."""
    return tuple(
        Entry(
            name=part.name,
            label=_label(part),
            value=entered.get(part.name, ""),
            choices=tuple(
                Choice(value=each, words=word("made", each), chosen=entered.get(part.name) == each)
                for each in part.choices
            ),
        )
        for part in _parts(kind)
    )


def _parts(kind: type[WheelMake | BallMake]) -> tuple[_Part, ...]:
    return WHEEL_PARTS if kind is WheelMake else BALL_PARTS


def _label(part: _Part) -> str:
    label = word("equipment_part", part.key)
    return f"{label[:1].upper()}{label[1:]}" + (", g" if part.name == "weight_g" else "")


def _known(part: _Part, value: str | float | bool | None) -> str:
    if value is None:
        return gettext(NOT_KNOWN)
    if isinstance(value, bool):
        return word("made", "yes" if value else "no")
    return word("made", value) if isinstance(value, str) else reader_figures().decimal(f"{value:g}")
