"""The demonstration house, as data: its people, tables and wheels. `open_house.py` makes it so."""

from typing import NamedTuple

CASINO_ID = 1
CASINO_NAME = "Demonstration house"
PASSWORD = "rien ne va plus"  # published on the sign-in page of the demonstration, and good for nothing else


class DemonstrationPerson(NamedTuple):
    """Somebody to try the house as: the name to sign in with, the role, and what the screens show."""

    sign_in: str
    role: str
    display_name: str


class DemonstrationTable(NamedTuple):
    """A table, its rulebook, its posted minimum in minor units, and its simulated wheel.

    The wheel listens on the first wheel port plus `place`.
    """

    code: str
    rulebook: str
    minimum: int
    currency: str
    reader: str
    place: int


PEOPLE = (
    DemonstrationPerson("pitboss", "pit_boss", "Pit boss (demo)"),
    DemonstrationPerson("chef", "chef_de_table", "Chef de table (demo)"),
    DemonstrationPerson("inspector", "games_inspector", "Games inspector (demo)"),
    DemonstrationPerson("controller", "public_controller", "Public controller (demo)"),
    DemonstrationPerson("cashdesk", "cash_desk", "Cash desk (demo)"),
    DemonstrationPerson("administrator", "administrator", "Administrator (demo)"),
)

TABLES = (
    DemonstrationTable("RF1", "pt-francesa", 250, "EUR", "wheel-RF1", 0),
    DemonstrationTable("CA1", "it-campione", 500, "CHF", "wheel-CA1", 1),
    DemonstrationTable("VE1", "it-venezia", 500, "EUR", "wheel-VE1", 2),
    DemonstrationTable("RA1", "pt-americana", 250, "EUR", "wheel-RA1", 3),
    DemonstrationTable("LV1", "it-live", 100, "EUR", "wheel-LV1", 4),
)
