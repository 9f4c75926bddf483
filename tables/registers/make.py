"""Make of wheels and balls, and its judgement by a rulebook.

None is a value that nobody has measured or observed. A value is demanded only where the rulebook names the right
ones; a wrong one is refused wherever a thing is judged, an unknown one where the thing is to be played with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from tables.refusal import Refused
from tables.roulette.equipment_rules import (
    BallColour,
    BallMaterial,
    Bearing,
    PlateShape,
    WheelMaterial,
)
from tables.roulette.rulebook import CylinderRule, Rulebook

Kind = Literal["wheel", "ball"]
Part = Literal[
    "diameter",
    "material",
    "deflectors",
    "plate-material",
    "plate-shape",
    "plate-smooth",
    "bearing",
    "walls",
    "even-pockets",
    "turned-by-hand",
    "colour",
    "weight",
    "balanced",
]
"""Judged parts of a thing, as refusals name them."""
MOST_DEFLECTORS = 99
LARGEST_MM = 5000
LARGEST_G = 1000


class WheelMake(msgspec.Struct, frozen=True, kw_only=True):
    """Make of a wheel, as far as it is known.

    Deflectors are the obstacles on the slope; 0 means none. The plate is the moving part with the pockets. Its upper
    side has a shape and is smooth or not. The plate turns on a bearing, moved by hand or not. Walls part its pockets,
    at equal distances or not.
    """

    material: WheelMaterial | None = None
    """Material of the cylinder."""
    deflectors: int | None = None
    plate_material: WheelMaterial | None = None
    plate_shape: PlateShape | None = None
    plate_smooth: bool | None = None
    bearing: Bearing | None = None
    walls: WheelMaterial | None = None
    even_pockets: bool | None = None
    turned_by_hand: bool | None = None


class BallMake(msgspec.Struct, frozen=True, kw_only=True):
    """Make of a ball, as far as it is known: material, colour, weight in grams, and whether it is balanced."""

    material: BallMaterial | None = None
    colour: BallColour | None = None
    weight_g: float | None = None
    balanced: bool | None = None


Make = TypeVar("Make", WheelMake, BallMake)


def as_found(make: Make, found: Make) -> Make:
    """Return the make, with each known value of `found`."""
    known = {name: getattr(found, name) for name in found.__struct_fields__}
    return replace(make, **{name: value for name, value in known.items() if value is not None})


def is_all_known(make: WheelMake | BallMake) -> bool:
    """Return True if every part of it has been looked at."""
    return all(getattr(make, name) is not None for name in make.__struct_fields__)


def check_measures(
    make: WheelMake | BallMake, kind: Kind, serial: str, diameter_mm: float | None = None
) -> None:
    """Raise Refused for impossible measures."""
    if diameter_mm is not None and not 0 < diameter_mm <= LARGEST_MM:
        raise _no_measure(kind, serial, "diameter", diameter_mm)
    if isinstance(make, WheelMake):
        if make.deflectors is not None and not 0 <= make.deflectors <= MOST_DEFLECTORS:
            raise _no_measure(kind, serial, "deflectors", make.deflectors)
    elif make.weight_g is not None and not 0 < make.weight_g <= LARGEST_G:
        raise _no_measure(kind, serial, "weight", make.weight_g)


def wheel_faults(
    wheel: WheelMake, serial: str, diameter_mm: int | None, rulebook: Rulebook, *, in_use: bool
) -> Iterator[Refused]:
    """Yield the reasons why a wheel of this make does not fit this rulebook. `in_use`: an unknown value is a fault."""
    rule = rulebook.cylinder
    if rule is None:
        return
    judge = _Judge(what="wheel", serial=serial, clause=rule.clause, in_use=in_use)
    yield from _width_faults(rule, serial, diameter_mm, in_use=in_use)
    yield from judge.one_of("material", wheel.material, rule.materials)
    yield from _deflector_faults(wheel, serial, rule.clause, rule.deflectors_at_least, judge)
    yield from judge.one_of("plate-material", wheel.plate_material, rule.plate_materials)
    yield from judge.one_of("plate-shape", wheel.plate_shape, rule.plates)
    yield from judge.yes_or_no("plate-smooth", wheel.plate_smooth, rule.plate_smooth)
    yield from judge.one_of("bearing", wheel.bearing, rule.bearings)
    yield from judge.one_of("walls", wheel.walls, rule.walls)
    yield from judge.yes_or_no("even-pockets", wheel.even_pockets, rule.even_pockets)
    yield from judge.yes_or_no("turned-by-hand", wheel.turned_by_hand, rule.turned_by_hand)


def _width_faults(
    rule: CylinderRule, serial: str, diameter_mm: int | None, *, in_use: bool
) -> Iterator[Refused]:
    """Yield the reason why a wheel of this width does not fit; a width that nobody measured fits until it is in use."""
    if rule.bounds_mm is None or (diameter_mm is None and not in_use):
        return
    smallest, largest = rule.bounds_mm
    if largest is None:
        if diameter_mm is None:
            yield Refused("wheel-not-measured", rule.clause, serial=serial, smallest_mm=smallest)
        elif diameter_mm < smallest:
            yield Refused(
                "wheel-too-narrow",
                rule.clause,
                serial=serial,
                smallest_mm=smallest,
                limit=smallest,
                value=diameter_mm,
            )
    elif diameter_mm is None:
        yield Refused(
            "wheel-diameter-not-registered",
            rule.clause,
            serial=serial,
            smallest_mm=smallest,
            largest_mm=largest,
        )
    elif not smallest <= diameter_mm <= largest:
        yield Refused(
            "wheel-size-wrong",
            rule.clause,
            serial=serial,
            smallest_mm=smallest,
            largest_mm=largest,
            limit=smallest if diameter_mm < smallest else largest,
            value=diameter_mm,
        )


def ball_faults(
    ball: BallMake, serial: str, diameter_mm: float | None, rulebook: Rulebook, *, in_use: bool
) -> Iterator[Refused]:
    """Yield the reasons why a ball of this make does not fit this rulebook. `in_use`: an unknown value is a fault."""
    rule = rulebook.ball_change
    if rule is None:
        return
    judge = _Judge(what="ball", serial=serial, clause=rule.clause, in_use=in_use)
    smallest, largest = rule.diameter_mm
    if diameter_mm is not None and not smallest <= diameter_mm <= largest:
        yield Refused(
            "ball-size-wrong",
            rule.clause,
            serial=serial,
            diameter_mm=diameter_mm,
            smallest_mm=smallest,
            largest_mm=largest,
        )
    yield from judge.one_of("material", ball.material, rule.materials)
    yield from judge.one_of("colour", ball.colour, rule.colours)
    if rule.weight_g is not None:
        lightest, heaviest = rule.weight_g
        if ball.weight_g is None:
            yield from judge.unknown("weight")
        elif not lightest <= ball.weight_g <= heaviest:
            yield Refused(
                "ball-weight-wrong",
                rule.clause,
                serial=serial,
                weight_g=ball.weight_g,
                lightest_g=lightest,
                heaviest_g=heaviest,
            )
    yield from judge.yes_or_no("balanced", ball.balanced, rule.balanced)


def first_fault(faults: Iterable[Refused]) -> None:
    """Raise the first of these faults."""
    for refused in faults:
        raise refused


def check_fits_one(faults: Sequence[Iterator[Refused]]) -> None:
    """Raise the first fault if every one of these judgements, one for each rulebook, has a fault."""
    found = [next(each, None) for each in faults]
    if found and None not in found:
        first_fault(each for each in found if each is not None)


def _deflector_faults(
    wheel: WheelMake, serial: str, clause: str, at_least: int | None, judge: _Judge
) -> Iterator[Refused]:
    if at_least is None:
        return
    if wheel.deflectors is None:
        yield from judge.unknown("deflectors")
    elif wheel.deflectors < at_least:
        yield Refused(
            "wheel-deflectors-missing", clause, serial=serial, limit=at_least, value=wheel.deflectors
        )


def _no_measure(what: Kind, serial: str, part: Part, value: float) -> Refused:
    return Refused("equipment-measure-impossible", what=what, serial=serial, part=part, measure=value)


class _Judge(msgspec.Struct, frozen=True, kw_only=True):
    """Compares the known values of a thing with a clause."""

    what: Kind
    serial: str
    clause: str
    in_use: bool

    def unknown(self, part: Part) -> Iterator[Refused]:
        if self.in_use:
            yield Refused(
                "equipment-make-unknown", self.clause, what=self.what, serial=self.serial, part=part
            )

    def one_of(self, part: Part, found: str | None, right: Sequence[str]) -> Iterator[Refused]:
        if not right or found in right:
            return
        if found is None:
            yield from self.unknown(part)
            return
        yield Refused(
            "equipment-make-wrong",
            self.clause,
            what=self.what,
            serial=self.serial,
            part=part,
            found=found,
            right=tuple(right),
        )

    def yes_or_no(self, part: Part, found: bool | None, right: bool | None) -> Iterator[Refused]:
        words = {True: "yes", False: "no"}
        if right is not None:
            known = None if found is None else words[found]
            yield from self.one_of(part, known, (words[right],))
