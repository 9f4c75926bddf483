"""The registration of a whole table in one step, for the API and for the setting up of a casino: its code and its
properties.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction

from tables.handling import Actor
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import GamingTable
from tables.handling.projections.register_entries import entry_named
from tables.handling.register_rows import PIT_CHARACTERS
from tables.handling.registers import NO_SIGNATURES, declare
from tables.play.events import Ball, Pieces, Signature
from tables.refusal import Refused
from tables.registers.entries.kinds import PitEntry, TableEntry
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook


class TableRegistration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as a casino registers it. Money in minor units of its rulebook's currency.

    Without `wheel` it has the rulebook's usual numbering, without `limits` the rulebook's usual sign. `cylinder_mm` and
    `balls` count where the casino keeps no register of equipment. `par` is the begin of each day of an imprest table,
    pieces by value; `theory_of_drop` is the theoretical part of the drop that the casino keeps, in hundredths of a per
    cent. A `pit` that is not registered is registered with it.
    """

    code: str
    name: str
    rulebook: str
    wheel: str | None = None
    cylinder_mm: int | None = None
    double: bool = False
    face_value_only: bool = False
    chip_symbol: str = ""
    chip_colours: dict[str, int] = {}
    counts_float: bool = True
    par: Pieces = {}
    pit: str = ""
    theory_of_drop: int | None = None
    limits: Limits | None = None
    balls: tuple[Ball, ...] = ()


def register_table(
    casino_id: int,
    wanted: TableRegistration,
    *,
    by: Actor,
    now: datetime,
    signatures: Sequence[Signature] = NO_SIGNATURES,
) -> GamingTable:
    """Register a table of the casino, which may then be opened. Raises Refused, and then nothing is registered."""
    get_rulebook(wanted.rulebook)
    values = msgspec.to_builtins(wanted, str_keys=True)
    del values["code"]
    values["pit"] = pit = wanted.pit.translate(PIT_CHARACTERS)
    with transaction.atomic():
        # The casino first, as the command handler holds it: two registrations wait for each other.
        hold_casino(casino_id)
        if GamingTable.objects.filter(casino_id=casino_id, code=wanted.code).exists():
            raise Refused("table-code-taken", table=wanted.code)
        if PitEntry.CODE.fullmatch(pit) and pit.isprintable():
            _register_pit(casino_id, pit, by, now)
        declare(casino_id, TableEntry.KIND, wanted.code, values, by=by, now=now, signatures=signatures)
    return GamingTable.objects.get(casino_id=casino_id, code=wanted.code)


def _register_pit(casino_id: int, pit: str, by: Actor, now: datetime) -> None:
    """Register the pit under its own name, unless it is registered already."""
    if not entry_named(casino_id, PitEntry.KIND, pit).in_use:
        declare(casino_id, PitEntry.KIND, pit, {"name": pit}, by=by, now=now)
