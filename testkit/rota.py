"""A rota without a database, for tests: a house in Lisbon with a table of each of the rulebooks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tables.codec import encode
from tables.play.events import Person
from tables.registers.rota.plan import ROTA_EVENTS, Rota, RotaRules, TableRules, evolve
from tables.registers.rota.planning import PlanEntry, RotaCommand, decide
from tables.registers.rota.warnings import RotaWarning, warnings
from tables.roulette.loader import get_rulebook

LISBON = ZoneInfo("Europe/Lisbon")
EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)
TABLES = {
    "RF1": "pt-francesa",
    "RA1": "pt-americana",
    "CA1": "it-campione",
    "VE1": "it-venezia",
    "LV1": "it-live",
}


def person(number: int) -> Person:
    """Return the person of a number, for example Croupier 3."""
    return Person(id=f"croupier-{number}", name=f"Croupier {number}")


def minutes(count: float) -> datetime:
    """Return the time so many minutes after eight in the evening."""
    return EVENING + timedelta(minutes=count)


def house(*, double: bool = False, break_after_s: int | None = None) -> RotaRules:
    """Return the casino's tables, and its rules for breaks."""
    tables = {
        code: TableRules(code=code, rulebook=get_rulebook(rulebook), double=double and code == "RA1")
        for code, rulebook in TABLES.items()
    }
    return RotaRules(tables=tables, zone=LISBON, break_after_s=break_after_s)


def spell(
    number: int,
    begins: float,
    ends: float,
    table: str = "RA1",
    position: str = "payer",
    *,
    layout: int = 1,
    spins: bool = False,
) -> PlanEntry:
    """Croupier `number` from minute to minute; on a break where the table is empty."""
    return PlanEntry(
        person=person(number),
        begins=minutes(begins),
        ends=minutes(ends),
        table=table,
        position=position if table else "",
        layout=layout,
        spins=spins,
    )


class RotaInHand:
    """A rota to plan with `do`; every event goes to the record's form and back."""

    def __init__(self, rules: RotaRules | None = None) -> None:
        self.rules = rules or house()
        self.rota = Rota()

    def do(self, *commands: RotaCommand) -> None:
        """Asks for these one after the other. Raises Refused."""
        for command in commands:
            for event in decide(self.rota, command, self.rules):
                again = ROTA_EVENTS.decode(*encode(event))
                assert again == event
                self.rota = evolve(self.rota, again, self.rota.version + 1)

    def warned(self, kind: str | None = None) -> list[RotaWarning]:
        """Return the warnings of the rota, or those of one kind."""
        return [each for each in warnings(self.rota, self.rules) if kind in (None, each.kind)]
