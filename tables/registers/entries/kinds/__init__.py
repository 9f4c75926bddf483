"""The kinds of entries. A kind that is added here is in the lists, the API and the file of the casino."""

from tables.refusal import Refused
from tables.registers.entries.kinds.casino import CASINO, CasinoEntry
from tables.registers.entries.kinds.kind import Fault, Faults, Kind
from tables.registers.entries.kinds.outward import ClientEntry, NoticeEntry, WebhookEntry, WitnessEntry
from tables.registers.entries.kinds.readers import ReaderEntry, SignEntry
from tables.registers.entries.kinds.tables import PitEntry, TableEntry

__all__ = [
    "CASINO",
    "KINDS",
    "CasinoEntry",
    "ClientEntry",
    "Fault",
    "Faults",
    "Kind",
    "NoticeEntry",
    "PitEntry",
    "ReaderEntry",
    "SignEntry",
    "TableEntry",
    "UnknownEntry",
    "WebhookEntry",
    "WitnessEntry",
    "kind_named",
]

KINDS: dict[str, type[Kind]] = {
    kind.KIND: kind
    for kind in (
        CasinoEntry,
        PitEntry,
        TableEntry,
        ReaderEntry,
        SignEntry,
        NoticeEntry,
        ClientEntry,
        WebhookEntry,
        WitnessEntry,
    )
}
"""Kinds by name, each before those that name it: in this order they are registered, and withdrawn in the other."""


class UnknownEntry(Refused):
    """A kind of register, or an entry of one, that there is not."""


def kind_named(name: str) -> type[Kind]:
    """Raise UnknownEntry naming the known kinds."""
    if name not in KINDS:
        raise UnknownEntry("register-unknown", kind=name[:60], kinds=tuple(KINDS))
    return KINDS[name]
