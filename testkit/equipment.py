"""Wheels and balls that any rulebook of the project allows."""

from tables.registers.make import BallMake, WheelMake

WHEEL_MAKE = WheelMake(
    material="wood",
    deflectors=8,
    plate_material="metal",
    plate_shape="slightly-concave",
    plate_smooth=True,
    bearing="pivot",
    walls="metal",
    even_pockets=True,
    turned_by_hand=True,
)
BALL_MAKE = BallMake(material="ivorine", colour="white", weight_g=8, balanced=True)
