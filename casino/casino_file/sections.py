"""The parts of the file outside of the registers of entries: series of chips, wheels, balls, people."""

from datetime import datetime
from typing import Literal

import msgspec

from tables.registers.entries.kinds import KINDS
from tables.registers.make import BallMake, WheelMake

CASINO, TABLE, SERIES, WHEEL, BALL, PERSON = "casino", "table", "series", "wheel", "ball", "person"
AFTER_TABLES = (SERIES, WHEEL, BALL)
SECTIONS: tuple[str, ...] = (
    *(kind for kind in KINDS if kind in ("casino", "pit", "table")),
    *AFTER_TABLES,
    *(kind for kind in KINDS if kind not in ("casino", "pit", "table")),
    PERSON,
)
"""Order in which the file is written and loaded: an entry comes after those that it names."""


class SeriesInFile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A series of chips: how many pieces of each value (minor units) were issued, and whether it has ended."""

    issued: dict[int, int]
    ended: bool = False


class InspectionInFile(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The last inspection. Its signatory is in the record of the casino where it was made."""

    condition: Literal["fit", "unfit"]
    at: datetime
    remarks: str = ""
    next_due: str | None = None


class EquipmentInFile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Values of wheels and balls alike. `table` is empty in the store, `withdrawn` has the reason why it is out of
    play.
    """

    rulebook: str = ""
    remarks: str = ""
    table: str = ""
    withdrawn: str = ""
    inspected: InspectionInFile | None = None


class WheelInFile(EquipmentInFile, frozen=True, kw_only=True, omit_defaults=True):
    """A wheel; without `pockets` it has the pockets of its `numbering`."""

    maker: str = ""
    diameter_mm: int | None = None
    numbering: str = ""
    pockets: tuple[int | Literal["00"], ...] = ()
    make: WheelMake = WheelMake()


class BallInFile(EquipmentInFile, frozen=True, kw_only=True, omit_defaults=True):
    """A ball; `letter` is which of its table's it is, empty for a spare."""

    diameter_mm: float
    letter: str = ""
    make: BallMake = BallMake()


class PersonInFile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who works at the casino, by the name that they sign in with. Their secrets are their own."""

    name: str
    role: str
    language: str = ""
