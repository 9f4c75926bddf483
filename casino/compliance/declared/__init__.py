"""Wording of each type of event in the compliance report and on the record's page, declared here once.

A new type of event is one entry in the module of its matter; `test_every_event_is_declared.py` fails until it has one.
"""

from collections.abc import Mapping
from types import MappingProxyType

from casino.compliance.declared import (
    bets,
    cash,
    coup,
    course,
    draws,
    game,
    inspections,
    money,
    other_streams,
    table,
)
from casino.compliance.declared.day import Day, DayEvent
from casino.compliance.declared.entry import Entry

LISTED: Mapping[str, Entry] = MappingProxyType(
    {
        str(event.__struct_config__.tag): entry
        for module in (table, game, bets, coup, money, cash, course, draws, inspections, other_streams)
        for event, entry in module.ENTRIES.items()
    }
)
"""The entries by the type of event, as the record has it."""

KINDS = tuple(
    sorted({each.kind for entry in LISTED.values() for each in (entry, entry.otherwise) if each is not None})
)
"""The kinds of lines that there are, as they are marked for translation."""

__all__ = ["KINDS", "LISTED", "Day", "DayEvent", "Entry"]
