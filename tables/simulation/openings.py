"""Opening of a simulated table: with numbered croupiers, as its rulebook asks for it, and without any personal data."""

from msgspec.structs import replace

from tables.play import commands as c
from tables.play.events import Ball, Person
from tables.roulette.rulebook import Rulebook

COLOURS = dict.fromkeys(("yellow", "blue", "purple", "coral", "green", "white", "pink", "brown"), 400)
"""The chips of each colour that a simulated table has, where its rulebook has colours."""


def staff_of(rulebook: Rulebook) -> dict[str, Person]:
    """Somebody on every position of the rulebook."""
    return {
        position: Person(id=f"croupier-{number}", name=f"Croupier {number}")
        for number, position in enumerate(rulebook.staff.positions, start=1)
    }


def staffed(opening: c.OpenTable, rulebook: Rulebook) -> c.OpenTable:
    """Return the opening of a registered table, with numbered croupiers on every seat, and the float to be counted."""
    second = {
        position: Person(id=f"croupier-{number}", name=f"Croupier {number}")
        for number, position in enumerate(rulebook.staff.at_second_layout, start=21)
    }
    return replace(
        opening,
        staff=staff_of(rulebook),
        second_staff=second if opening.double else {},
        spinner=rulebook.staff.positions[-1],
        counts_float=True,
    )


def simulated_opening(rulebook: Rulebook, *, table: str, day: str) -> c.OpenTable:
    """Return the opening of an unregistered table: with the rulebook's first wheel and usual limits."""
    sizes = rulebook.ball_change.diameter_mm if rulebook.ball_change else (18, 22)
    bounds = rulebook.cylinder.bounds_mm if rulebook.cylinder else None
    width = bounds[0] if bounds else None
    return c.OpenTable(
        table=table,
        day=day,
        rulebook=rulebook.id,
        rulebook_version=rulebook.version,
        wheel=rulebook.first_wheel,
        cylinder_mm=width,
        limits=rulebook.default_limits,
        balls=(Ball(name="A", diameter_mm=sizes[0]), Ball(name="B", diameter_mm=sizes[0])),
        ball="A",
        staff=staff_of(rulebook),
        spinner=rulebook.staff.positions[-1],
        counts_float=True,
        chip_symbol="●" if rulebook.colour_chips else "",
        chip_colours=COLOURS if rulebook.colour_chips else {},
    )
