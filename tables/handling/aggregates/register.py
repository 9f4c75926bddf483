"""The casino's registers under the command handler: each entry with a stream of its own."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from tables.handling import Actor, Aggregate, Happened, How, record
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import Ball, Board, Wheel
from tables.handling.projections.register_entries import entries_of, entry_named
from tables.handling.reader_rules import reader_rules
from tables.handling.register_choices import choices, follower_of, options_fault, protocol_options
from tables.handling.register_rows import unregistered_rows
from tables.handling.reserved_codes import reserved_codes
from tables.handling.set_up import acts_at_machine, is_being_set_up
from tables.handling.streams import register_stream
from tables.play.events import Signature
from tables.play.pending import PendingEvent
from tables.refusal import Refused
from tables.registers.entries.commands import AnyRegisterCommand
from tables.registers.entries.decide import decide
from tables.registers.entries.events import REGISTER_EVENTS, AnyRegisterEvent, EntryRegistered
from tables.registers.entries.evolve import evolve
from tables.registers.entries.kinds import KINDS, kind_named
from tables.registers.entries.state import Entry, Surroundings
from tables.stream import Appended, RecordedEvent

BEGINNING = {"id": "register", "name": "Beginning of the register"}
"""The registrar of entries whose row is older than the registers."""


class RegisterAggregate(Aggregate[AnyRegisterCommand, Entry, AnyRegisterEvent]):
    """The entry that a command names by its kind and its code."""

    codec = REGISTER_EVENTS
    around: Surroundings
    older: dict[str, dict[str, dict[str, Any]]]

    def __init__(self, casino_id: int, kind: str, code: str) -> None:
        """Raise UnknownEntry for an unknown kind."""
        super().__init__(casino_id)
        self.kind, self.code = kind_named(kind), code

    @property
    def stream_id(self) -> str:
        return register_stream(self.kind.KIND, self.code)

    @property
    def name(self) -> str:
        return "the registers"

    def load(self, command: AnyRegisterCommand, now: datetime) -> Entry:
        """Lock the register, and return the entry. No table of the casino opens and nobody else changes a register
        meanwhile.
        """
        hold_casino(self.casino_id)
        self.around, self.older = surroundings_of(self.casino_id)
        return entry_named(self.casino_id, self.kind.KIND, self.code)

    def current(self, earlier: Appended) -> Entry:
        return entry_named(self.casino_id, self.kind.KIND, self.code)

    def overtaken(self, state: Entry) -> Refused:
        return Refused("entry-moved-on", entry=state.code, version=state.version)

    def prepare(self, state: Entry, command: AnyRegisterCommand, how: How) -> Entry:
        """Register an entry whose row is older than the registers, with the values of the row, before it is changed."""
        self.around = with_machine(self.around, how["by"])
        values = self.older.get(self.kind.KIND, {}).get(self.code)
        if state.version or values is None:
            return state
        return self.begin(state, values, how["now"])

    def begin(self, state: Entry, values: dict[str, Any], now: datetime) -> Entry:
        """Record the values that an entry had before there were registers."""
        begun: Any = EntryRegistered(kind=self.kind.KIND, code=self.code, values=values)
        return record(self, state, [(PendingEvent(begun, now), {"by": BEGINNING})], now)

    def decide(self, state: Entry, command: AnyRegisterCommand, at: datetime) -> Iterator[AnyRegisterEvent]:
        return decide(state, command, self.around)

    def evolve(self, state: Entry, happened: Happened[AnyRegisterEvent]) -> Entry:
        return evolve(state, happened.event, happened.version, happened.at)

    def signatures(self, command: AnyRegisterCommand) -> Sequence[Signature] | None:
        return command.signatures or None

    def after_append(
        self, command: AnyRegisterCommand, after: Entry, events: Sequence[RecordedEvent], how: How
    ) -> None:
        """Update the rows that other modules read in place of the register."""
        follower = follower_of(self.kind.KIND)
        if follower is not None and events:
            follower(self.casino_id, after, how["now"])


def surroundings_of(casino_id: int) -> tuple[Surroundings, dict[str, dict[str, dict[str, Any]]]]:
    """Return the facts about the casino that a decision about an entry needs, and the entries that exist as rows
    only, in no register yet.
    """
    stand = entries_of(casino_id)
    older = unregistered_rows(casino_id, {(entry.kind, entry.code) for entry in stand})
    entries: dict[str, dict[str, Any]] = {kind: dict(older.get(kind, {})) for kind in KINDS}
    for entry in stand:
        if entry.in_use:
            entries[entry.kind][entry.code] = entry.values
    codes = {kind: {*older.get(kind, {})} for kind in KINDS}
    for entry in stand:
        codes[entry.kind].add(entry.code)
    around = Surroundings(
        entries=entries,
        codes=codes,
        open_tables=_open_tables(casino_id),
        equipment=_equipment(casino_id),
        reserved_codes=reserved_codes(),
        choices=choices(),
        options=protocol_options(),
        options_fault=options_fault,
        reader_rules=reader_rules(),
        signed_by_nobody=is_being_set_up(casino_id),
    )
    return around, older


def with_machine(around: Surroundings, by: Actor) -> Surroundings:
    """Return the surroundings with the actor's rights: at the casino's own machine nobody signs."""
    return replace(around, signed_by_nobody=around.signed_by_nobody or acts_at_machine(by))


def _open_tables(casino_id: int) -> frozenset[str]:
    newest = Board.objects.filter(casino_id=casino_id).order_by("table", "-day").distinct("table")
    return frozenset(
        table for table, phase in newest.values_list("table", "state__phase") if phase != "closed"
    )


def _equipment(casino_id: int) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for model in (Wheel, Ball):
        standing = model.objects.filter(casino_id=casino_id).exclude(table="").order_by("serial")
        for table, serial in standing.values_list("table", "serial"):
            found[table] = (*found.get(table, ()), serial)
    return found
