"""Equipment of a table, and the probabilities of its faults."""

from collections.abc import Callable
from random import Random
from typing import Any, Literal

import msgspec

from tables.handling.models import WheelReader
from testkit.spins.heads import Head, Slingshot2Head
from testkit.spins.integrators import HttpFaults
from testkit.spins.staff import Habits
from testkit.spins.wires import WireFaults


class GatewayFaults(msgspec.Struct, frozen=True, kw_only=True):
    """Probabilities of a half second."""

    killed: float = 0.0
    """kill -9; it starts again with its spool, some seconds later."""
    taken_over: float = 0.0
    """It is killed or stopped, and another gateway has its reader some seconds later."""
    held_up: float = 0.0
    """It is stopped for less than its lease lasts."""
    cut_off: float = 0.0
    """It does not reach the database for a while; people do."""
    wrong_clock: float = 0.0
    """A leap of its clock, corrected later."""
    again: float = 0.0
    """It delivers its last observations again."""
    cut_off_ahead: float = 0.0
    """It is cut off for 300 s with a clock that is 250 s ahead: its numbers come late, and claim to be new."""
    set_right_late: float = 0.0
    """The same with a clock that is corrected before it delivers: nothing shows that its times are wrong."""


class ReaderSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A reader with its faults."""

    code: str = "W-1"
    role: Literal["primary", "witness"] = "primary"
    protocol: str
    options: dict[str, Any] = {}
    launch: str = "entered"
    head: Callable[[Random], Head] = lambda chance: Slingshot2Head()
    wire: WireFaults = WireFaults()
    gateway: GatewayFaults = GatewayFaults()
    http: HttpFaults = HttpFaults()
    spurious: float = 0.0
    """Probability, in each half second in which no ball runs, of a message with a number of no spin."""
    misread: float = 0.0
    """Probability that a number is another one, on a line without any other fault."""

    def registered(self) -> WheelReader:
        """Return the reader as the register has it. It is in no database."""
        return WheelReader(
            code=self.code,
            role=self.role,
            protocol=self.protocol,
            options=self.options,
            launch=self.launch,
            table="T1",
        )


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A table with its wheel, its people and its readers, of which the first is the primary one."""

    name: str
    habits: Habits
    readers: tuple[ReaderSetup, ...]
    takes_over: bool = False
    unknowable: bool = False
    """True if its faults make messages that no rule can distinguish from true ones. People correct the numbers."""
    by_hand: bool = True
    wheel_faults: tuple[str | None, ...] = (None,)
