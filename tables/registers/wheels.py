"""Life of a wheel: registered, inspected, moved between tables and the store, withdrawn; and its state after that.

The register holds its serial number, its make, the order of its pockets as installed, and its inspections
(pt-francesa/3-7, pt-americana/3-6). The values that an inspection measured count from then on. A colour belongs to the
number. The register notes neighbouring pockets of the same colour, as in the American numbering.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from tables.codec import EventCodec
from tables.registers.equipment import STORE, EquipmentEvent, Inspected, Registered, last_inspection
from tables.registers.make import WheelMake, as_found
from tables.registers.older_registrations import wheel_from_words


class WheelRegistered(EquipmentEvent, frozen=True, kw_only=True, tag="wheel_registered"):
    """A wheel came into the casino. Its pockets are in their order clockwise, `side_by_side` those neighbours among
    them that have the same colour."""

    maker: str
    rulebook: str = ""
    """The id of the rulebook that it was registered for; empty where none was named."""
    diameter_mm: int | None
    """Diameter of the cylinder in millimetres; None if nobody has measured it."""
    make: WheelMake = WheelMake()
    remarks: str = ""
    numbering: str
    """Name of the order of the pockets; empty for an order without a name here."""
    pockets: tuple[int, ...]
    side_by_side: tuple[tuple[int, int], ...] = ()


class WheelInspected(Inspected, frozen=True, kw_only=True, tag="wheel_inspected"):
    """Inspection of a wheel, with its measured diameter and its make."""

    diameter_mm: int | None = None
    make: WheelMake = WheelMake()


class WheelMoved(EquipmentEvent, frozen=True, kw_only=True, tag="wheel_moved"):
    """Move of a wheel to a table, or to the store if `table` is empty.

    `found` means that the wheel was there already when the register was begun. Nobody has judged that move.
    """

    table: str
    previous: str
    found: bool = False


class WheelWithdrawn(EquipmentEvent, frozen=True, kw_only=True, tag="wheel_withdrawn"):
    """A wheel is played on no more."""

    reason: str
    previous: str


WheelEvent = WheelRegistered | WheelInspected | WheelMoved | WheelWithdrawn
WHEEL_EVENTS = EventCodec[WheelEvent](WheelEvent, {"wheel_registered": (wheel_from_words,)})
WHEEL_TYPES = WHEEL_EVENTS.types


class Wheel(Registered, frozen=True, kw_only=True):
    """Current state of a wheel."""

    maker: str = ""
    diameter_mm: int | None = None
    make: WheelMake = WheelMake()
    remarks: str = ""
    numbering: str = ""
    pockets: tuple[int, ...] = ()
    side_by_side: tuple[tuple[int, int], ...] = ()


def evolve_wheel(wheel: Wheel, event: WheelEvent, version: int, at: datetime) -> Wheel:
    moved = replace(wheel, version=version)
    match event:
        case WheelRegistered():
            return replace(
                moved,
                serial=event.serial,
                maker=event.maker,
                rulebook=event.rulebook,
                diameter_mm=event.diameter_mm,
                make=event.make,
                remarks=event.remarks,
                numbering=event.numbering,
                pockets=event.pockets,
                side_by_side=event.side_by_side,
                registered_at=at,
                since=at,
            )
        case WheelInspected():
            return replace(
                moved,
                inspected=last_inspection(event, at),
                diameter_mm=wheel.diameter_mm if event.diameter_mm is None else event.diameter_mm,
                make=as_found(wheel.make, event.make),
            )
        case WheelMoved():
            return replace(moved, table=event.table, since=at)
        case WheelWithdrawn():
            return replace(moved, table=STORE, since=at, withdrawn=event.reason)
