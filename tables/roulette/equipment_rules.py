"""The rules of a table's equipment: the materials and sizes of wheel and ball, and the turns of the balls.

A property without a rule may have any value. Lengths are in millimetres, weights in grams.
"""

from __future__ import annotations

from typing import Literal, get_args

from tables.roulette.rule import Grams, Millimetres, Positive, Rule

WheelMaterial = Literal["wood", "plastic", "metal", "other"]
"""Material of a cylinder, of its plate or of the walls between its pockets."""
PlateShape = Literal["slightly-concave", "deeply-concave", "flat", "convex"]
"""The upper side of the plate, the moving part in the middle with the pockets."""
Bearing = Literal["pivot", "ball-bearing", "other"]
"""Bearing on which the plate turns."""
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
    """The properties of a legal wheel (pt-francesa/3-7, pt-americana/3-6, it-venezia/cylinder). A property that the
    rulebook leaves out may have any value.
    """

    clause: str
    diameter_mm: tuple[Positive, Positive] | None = None
    """The smallest and the largest width of the cylinder; a table opens with no other."""
    diameter_at_least_mm: Positive | None = None
    """The smallest width, if the rulebook names no largest."""
    materials: tuple[WheelMaterial, ...] = ()
    """The materials that the cylinder may be made of."""
    deflectors_at_least: Positive | None = None
    """Obstacles on the slope between the ball's track and the plate, at least so many."""
    plate_materials: tuple[WheelMaterial, ...] = ()
    """The allowed materials of the plate, the moving part with the pockets."""
    plates: tuple[PlateShape, ...] = ()
    """The shapes that the plate's upper side may have."""
    plate_smooth: bool | None = None
    """True if that side is smooth."""
    bearings: tuple[Bearing, ...] = ()
    """The bearings that the plate may turn on."""
    walls: tuple[WheelMaterial, ...] = ()
    """The materials that the walls between the pockets may be made of."""
    even_pockets: bool | None = None
    """True if the walls must be at equal distances."""
    turned_by_hand: bool | None = None
    """True if the plate is set in motion by hand."""

    @property
    def bounds_mm(self) -> tuple[int, int | None] | None:
        """The smallest and the largest width of the cylinder; None for the largest, or for both, if any is allowed."""
        if self.diameter_at_least_mm is not None:
            return self.diameter_at_least_mm, None
        return self.diameter_mm


class BallChangeRule(Rule, frozen=True, kw_only=True):
    """The balls of a table, their properties, and the change from one ball to the next."""

    every_s: Positive
    """The time for which a ball is in play."""
    warn_before_s: Positive
    """The time before the change at which the screens announce it."""
    alternate: bool
    """The balls take turns: the same one is not put back."""
    announced: bool
    """The change is announced to the players."""
    balls: Positive
    """The number of balls of a table."""
    diameter_mm: tuple[Millimetres, Millimetres]
    """The smallest and the largest diameter of a ball."""
    materials: tuple[BallMaterial, ...] = ()
    """The materials that a ball may be made of; every material if left out."""
    colours: tuple[BallColour, ...] = ()
    """The allowed colours of a ball; any if left out."""
    weight_g: tuple[Grams, Grams] | None = None
    """The smallest and the largest weight of a ball."""
    balanced: bool | None = None
    """True if a ball is balanced; not asked where it is left out."""
    early: Literal["new-hour"] | None = None
    """A change before the time is over: it is allowed, and the time of the new ball begins with it, as where it is left
    out."""
    clause: str
    replacement_clause: str
    """The clause by which a ball is replaced for good, by one of identical diameter."""
    replacement_reasons: dict[str, str] = {}
    """The only reasons for that, each with its label in the rulebook's language; any where it is left out."""
