"""Events of the chip bank, in its stream; the metadata has their author and signatories."""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec
from tables.play.events import Pieces


class BankEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of the bank's events: the gaming day of the casino, and chips by series and value, worth `total` minor
    units.

    Chips without an entered series are under an empty name.
    """

    day: str
    currency: str
    by_series: dict[str, Pieces]
    total: int


class BankCounted(BankEvent, frozen=True, kw_only=True, tag="bank_counted"):
    """The bank's stock was counted by one person and verified by another.

    `expected` is the recorded stock. `first` is true for the first count, before which the record had only movements.
    """

    expected: dict[str, Pieces]
    first: bool = False
    reason: str = ""
    """Known reason for a difference from the expected chips."""


class ChipsSold(BankEvent, frozen=True, kw_only=True, tag="chips_sold"):
    """Chips went to players at the cash desk, for money."""


class ChipsRedeemed(BankEvent, frozen=True, kw_only=True, tag="chips_redeemed"):
    """Players gave chips back at the cash desk, for money."""


AnyBankEvent = BankCounted | ChipsSold | ChipsRedeemed
BANK_EVENTS = EventCodec[AnyBankEvent](AnyBankEvent)
TYPES = BANK_EVENTS.types
"""The types of all events of the bank's stream, as the record has them."""
BANK_STREAM = "bank"
"""The stream of the chip bank; a casino has one."""
