"""The rota of a gaming day under the command handler, and the rules for the casino's rotas."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings

from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import hour_of
from tables.handling.models import Casino
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshots
from tables.handling.streams import rota_stream
from tables.registers.rota.plan import ROTA_EVENTS, Rota, RotaEvent, RotaRules, TableRules, evolve
from tables.registers.rota.planning import RotaCommand, decide
from tables.roulette.loader import get_rulebook
from tables.stream import Appended, read_stream


class RotaAggregate(Aggregate[RotaCommand, Rota, RotaEvent]):
    """The rota of a gaming day. The rules that it is judged by are read before the casino is held: in a large one that
    takes a while."""

    codec = ROTA_EVENTS

    def __init__(self, casino_id: int, day: date) -> None:
        super().__init__(casino_id)
        self.day = day
        self.rules = rota_rules(casino_id, table_snapshots(casino_id))

    @property
    def stream_id(self) -> str:
        return rota_stream(self.day.isoformat())

    def load(self, command: RotaCommand, now: datetime) -> Rota:
        """Lock and load the rota: a second person with the same command waits here and sees the first one's result."""
        hold_casino(self.casino_id)
        return recorded_rota(self.casino_id, self.day)

    def current(self, earlier: Appended) -> Rota:
        return recorded_rota(self.casino_id, self.day)

    def decide(self, state: Rota, command: RotaCommand, at: datetime) -> tuple[RotaEvent, ...]:
        return decide(state, command, self.rules)

    def evolve(self, state: Rota, happened: Happened[RotaEvent]) -> Rota:
        return evolve(state, happened.event, happened.version)


def recorded_rota(casino_id: int, day: date) -> Rota:
    """Return the rota of a gaming day, evolved from its stream; the next command is decided on it."""
    rota = Rota()
    for record in read_stream(casino_id, rota_stream(day.isoformat())):
        rota = evolve(rota, ROTA_EVENTS.read(record), record.version)
    return rota


def rota_rules(casino_id: int, views: Sequence[TableSnapshot]) -> RotaRules:
    """Return the rules for the casino's rota.

    A table follows the rulebook of its open day, else its own newest rulebook. `views` are the casino's tables.
    """
    casino = Casino.objects.get(pk=casino_id)
    minutes = casino.rota_break_after_minutes
    if minutes is None:
        minutes = settings.ROTA_BREAK_AFTER_MINUTES
    return RotaRules(
        tables={view.table.code: _table_rules(view) for view in views},
        zone=ZoneInfo(casino.time_zone),
        break_after_s=minutes * 60 if minutes else None,
        day_begins_at=hour_of(casino),
    )


def _table_rules(view: TableSnapshot) -> TableRules:
    state = view.state
    if state is None or state.phase == "closed":
        return TableRules(
            code=view.table.code, rulebook=get_rulebook(view.table.rulebook), double=view.table.double
        )
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    return TableRules(code=view.table.code, rulebook=rulebook, double=state.double)
