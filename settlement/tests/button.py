"""A button of the house, as tests press it: how a house gets to where it can be pressed, and what it says."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from testkit.house import OpenHouse

Press = Callable[[OpenHouse, str | None], object]
"""Presses it, under that key."""


Second = Literal["refused", "done", "nothing new"]
"""Another's press of the same: it can be done once only; it is done too; it says what is so already."""


class Button(NamedTuple):
    """What it says, in words for a test's name, and how: in a house of that rulebook, once it was prepared."""

    command: type
    name: str
    prepare: Callable[[OpenHouse], object]
    press: Press
    second: Second = "refused"
    rulebook: str = "it-venezia"


def nothing(house: OpenHouse) -> None:
    """It can be pressed in any house."""
