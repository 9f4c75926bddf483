"""The demonstration house, as data: its people, tables and wheels. `open_house.py` makes it so."""

from datetime import time
from typing import NamedTuple

CASINO_ID = 1
CASINO_NAME = "Demonstration casino"
PASSWORD = "rien ne va plus"  # shown on the demonstration's sign-in page, and good for nothing else

PIN = "2036"  # as good for nothing: each of them signs with it what the others do


class DemonstrationPerson(NamedTuple):
    """A person to try the house as: the name to sign in with, the role, and the name on the screens."""

    sign_in: str
    role: str
    display_name: str


class DemonstrationTable(NamedTuple):
    """A table: its name on the floor, its rulebook, its wheel's numbering, and its wheel's port after the first."""

    code: str
    name: str
    rulebook: str
    wheel: str
    place: int

    @property
    def wheel_serial(self) -> str:
        return f"W-{1041 + self.place}"

    def ball_serial(self, letter: str) -> str:
        return f"B-{101 + self.place}{letter}"

    @property
    def reader(self) -> str:
        return f"wheel-{self.code}"


PEOPLE = (
    DemonstrationPerson("pitboss", "pit_boss", "Pit boss (demo)"),
    DemonstrationPerson("chef", "chef_de_table", "Chef de table (demo)"),
    DemonstrationPerson("management", "direction", "Management (demo)"),
    DemonstrationPerson("inspector", "games_inspector", "Games inspector (demo)"),
    DemonstrationPerson("controller", "public_controller", "Public controller (demo)"),
    DemonstrationPerson("cashdesk", "cash_desk", "Cash desk (demo)"),
    DemonstrationPerson("administrator", "administrator", "Administrator (demo)"),
)

CROUPIERS = tuple(DemonstrationPerson(f"croupier-{n}", "croupier", f"Croupier {n}") for n in range(1, 26))
"""Five to a table, numbered through the house. None signs in: they sign with the PIN where they sit."""

TABLES = (
    DemonstrationTable("RF1", "Roleta francesa", "pt-francesa", "french", 0),
    DemonstrationTable("CA1", "Campione", "it-campione", "french", 1),
    DemonstrationTable("VE1", "Venezia", "it-venezia", "french", 2),
    DemonstrationTable("RA1", "Roleta americana", "pt-americana", "american", 3),
    DemonstrationTable("LV1", "Roulette italiana", "it-live", "french", 4),
)

VISITORS_TABLE = "RF1"
"""Left to the visitor; the living demonstration plays the others."""

CHIP_COLOURS = dict.fromkeys(("yellow", "blue", "purple", "coral", "green", "white", "pink", "brown"), 400)
"""Twenty stacks of each, at every table whose rulebook gives players a colour; their symbol is the table's own."""
CHIP_SYMBOLS = ("◆", "●", "▲", "■", "✚")
"""Chip symbols by the table's place."""

YESTERDAY_OPENED = time(15)
YESTERDAYS_COUPS = 150
"""Coups of each table on the day before the first one, which is simulated by the casino's clock."""

CYLINDER_MM = 560
"""Diameter of every wheel: within the limits of each rulebook."""
MAKER = "Demonstration wheels"
DEFLECTORS = 8

# One ball of ivory's size and one smaller, used by turns; both within what any of the rulebooks allows.
BALLS = (("A", 20.0), ("B", 22.0))
SPARES = (("S1", 20.0), ("S2", 20.0), ("S3", 22.0), ("S4", 22.0))
"""Balls in the store, to replace one that breaks or is lost."""
