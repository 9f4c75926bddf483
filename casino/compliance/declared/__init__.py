"""How each type of event reads in the compliance report: declared here once, or left out by name with why.

A new type of event is one entry in the module of its matter; `test_every_event_is_declared.py` fails until it has one.
"""

from collections.abc import Mapping
from types import MappingProxyType

from casino.compliance.declared import cash, game, money, other_streams, slips, table
from casino.compliance.declared.entry import Entry, Told
from casino.compliance.declared.not_listed import NOT_LISTED

LISTED: Mapping[str, Entry] = MappingProxyType(
    {
        str(event.__struct_config__.tag): entry
        for entries in (
            table.ENTRIES,
            game.ENTRIES,
            money.ENTRIES,
            slips.ENTRIES,
            cash.ENTRIES,
            other_streams.ENTRIES,
        )
        for event, entry in entries.items()
    }
)
"""The entries by the type of event, as the record has it."""

__all__ = ["LISTED", "NOT_LISTED", "Entry", "Told"]
