"""The rules of a table's equipment: what a wheel and a ball are made of, how large they are, how balls take turns.

What a rule does not name is not asked of any wheel or ball. Lengths are in millimetres, weights in grams.
"""

from __future__ import annotations

from typing import Literal, get_args

from tables.roulette.rule import Positive, Rule

WheelMaterial = Literal["wood", "plastic", "metal", "other"]
"""What a cylinder, its plate or the walls between its pockets are made of."""
PlateShape = Literal["slightly-concave", "deeply-concave", "flat", "convex"]
"""The upper side of the plate, the moving part in the middle with the pockets."""
Bearing = Literal["pivot", "ball-bearing", "other"]
"""What the plate turns on."""
BallMaterial = Literal[
    "ivory", "ivorine", "resin", "acetal", "nylon", "teflon", "bone", "wood", "glass", "steel", "other"
]
BallColour = Literal["white", "yellow", "red", "green", "blue", "grey", "black", "other"]

WHEEL_MATERIALS: tuple[WheelMaterial, ...] = get_args(WheelMaterial)
PLATE_SHAPES: tuple[PlateShape, ...] = get_args(PlateShape)
BEARINGS: tuple[Bearing, ...] = get_args(Bearing)
BALL_MATERIALS: tuple[BallMaterial, ...] = get_args(BallMaterial)
BALL_COLOURS: tuple[BallColour, ...] = get_args(BallColour)


class CylinderRule(Rule, frozen=True, kw_only=True):
    """What a wheel is (pt-francesa/3-7, pt-americana/3-6, it-venezia/cylinder).

    diameter_mm          of the cylinder: the smallest and the largest
    materials            of the cylinder: any of these
    deflectors_at_least  obstacles on the slope between the ball's track and the plate
    plate_materials      of the plate: any of these
    plates               the shapes that the plate's upper side may have
    plate_smooth         whether that side is smooth
    bearings             what the plate may turn on
    walls                the materials that the walls between the pockets may be of
    even_pockets         whether the walls stand at equal distances
    turned_by_hand       whether the plate is set in motion by hand
    """

    clause: str
    diameter_mm: tuple[Positive, Positive] | None = None
    materials: tuple[WheelMaterial, ...] = ()
    deflectors_at_least: Positive | None = None
    plate_materials: tuple[WheelMaterial, ...] = ()
    plates: tuple[PlateShape, ...] = ()
    plate_smooth: bool | None = None
    bearings: tuple[Bearing, ...] = ()
    walls: tuple[WheelMaterial, ...] = ()
    even_pockets: bool | None = None
    turned_by_hand: bool | None = None


class BallChangeRule(Rule, frozen=True, kw_only=True):
    """The balls of a table, what they are, and the change from one to the other.

    A ball is replaced, by one of identical diameter, for the reasons in `replacement_reasons` only, each with its
    label in the rulebook's language, or for any where none is listed. `weight_g` is the smallest and the largest
    weight; `balanced`: whether a ball has to be balanced.
    """

    every_s: Positive
    warn_before_s: Positive
    alternate: bool
    announced: bool
    balls: Positive
    diameter_mm: tuple[Positive, Positive]
    materials: tuple[BallMaterial, ...] = ()
    colours: tuple[BallColour, ...] = ()
    weight_g: tuple[Positive, Positive] | None = None
    balanced: bool | None = None
    clause: str
    replacement_clause: str
    replacement_reasons: dict[str, str] = {}
