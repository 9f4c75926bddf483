"""A reader on a line that a gateway keeps: its head, the line, and the gateways that take it from one another."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random

from tables.wheels.drivers import driver_for
from testkit.spins.gateways import GatewayInHand
from testkit.spins.heads import Message
from testkit.spins.setup import GatewayFaults, ReaderSetup
from testkit.spins.true_wheel import TrueWheel
from testkit.spins.truth import Truth
from testkit.spins.wires import Wire, WireFaults

LEAPS_S = (-4, 4, -30, 30, -250, 250, -3600, 3600, -86400 * 30, 86400 * 30)
"""Leaps of a gateway's clock, in seconds."""


class DialledReader:
    """One reader with the gateway that listens to it now."""

    def __init__(self, setup: ReaderSetup, truth: Truth, chance: Random, planted: Counter[str]) -> None:
        self._setup = setup
        self._faults = setup.gateway
        self._misread = setup.misread
        self._record = truth.record
        self._truth = truth
        self._chance = chance
        self._planted = planted
        self._head = setup.head(Random(chance.random()))
        self._wire = Wire(setup.wire, Random(chance.random()), planted)
        self._driver = driver_for(setup.protocol, setup.code, setup.options)
        self._stopped_until: datetime | None = None
        self._to_do: list[tuple[datetime, Callable[[], None]]] = []
        self._gateway = self._new_gateway()
        self._gateway.connected()

    @property
    def is_well(self) -> bool:
        """True if its numbers reach the record at once."""
        gateway = self._gateway
        return (
            not self._wire.is_down
            and gateway.reaches_record
            and not gateway.offset
            and not self._stopped_until
        )

    @property
    def is_quiet(self) -> bool:
        """True if earlier faults have no more effect."""
        return not self._to_do

    def end_faults(self) -> None:
        """Let nothing more go wrong."""
        self._wire.faults, self._faults, self._misread = WireFaults(), GatewayFaults(), 0.0
        self._gateway.reaches_record = True
        self._later(1, partial(self._set_clock_right, self._gateway))

    def spurious(self, number: int) -> None:
        """Send a number that has not fallen."""
        self._wire.plant(self._head.spurious(number), self._record.clock)

    def tick(self, lines: list[bytes], fallen: int, wheel: TrueWheel, *, may_misread: bool) -> None:
        """Let half a second go by, before which so many balls had fallen."""
        now = self._record.clock
        self._go_wrong(now)
        messages = self._head.messages(lines, fallen, wheel)
        self._wire.send([self._as_read(each, may_misread=may_misread) for each in messages], now)
        for due in [each for each in self._to_do if each[0] <= now]:
            self._to_do.remove(due)
            due[1]()
        if self._wire.comes_up(now):
            self._gateway.connected()
        if self._stopped_until is None or now >= self._stopped_until:
            self._stopped_until = None
            for arrival in self._wire.due(now):
                self._gateway.arrived(arrival.data, arrival.coup)
            self._gateway.watch_silence()
            self._gateway.deliver()

    def _as_read(self, message: Message, *, may_misread: bool) -> Message:
        once = message.coup and message.coup not in self._truth.misread
        if not once or not may_misread or self._chance.random() >= self._misread:
            return message
        assert message.coup is not None
        self._planted["misread"] += 1
        self._truth.misread.add(message.coup)
        number = int(message.data.split()[0])
        other = self._head.spurious((number + self._chance.randint(1, 36)) % 37)
        return Message(other.data, message.coup)

    # ---- what goes wrong

    def _happens(self, fault: str) -> bool:
        happens: bool = self._chance.random() < getattr(self._faults, fault)
        if happens:
            self._planted[f"gateway {fault}"] += 1
        return happens

    def _later(self, seconds: float, what: Callable[[], None]) -> None:
        self._to_do.append((self._record.clock + timedelta(seconds=seconds), what))

    def _go_wrong(self, now: datetime) -> None:
        chance = self._chance
        if self._wire.is_down:
            return
        if self._wire.breaks():
            self._gateway.lost()
            self._wire.go_down(now + timedelta(seconds=chance.choice((0, 0.5, 1, 4, 12, 50))))
        elif self._happens("killed"):
            self._wire.go_down(now + timedelta(seconds=chance.choice((1, 3, 10, 60))))
            self._gateway.restart()
        elif self._happens("taken_over"):
            self._take_over(now)
        elif self._happens("held_up"):
            self._stopped_until = now + timedelta(seconds=chance.uniform(0.5, 2.9))
        if self._gateway.reaches_record and not self._gateway.offset:
            self._cut_off_or_leap()
        if self._happens("again"):
            self._gateway.deliver_again(chance.randint(1, 10))

    def _cut_off_or_leap(self) -> None:
        chance = self._chance
        if self._happens("cut_off"):
            self._gateway.reaches_record = False
            self._later(chance.choice((2, 10, 40, 300)), self._reach)
        elif self._happens("wrong_clock"):
            self._gateway.offset = timedelta(seconds=chance.choice(LEAPS_S))
            self._later(chance.choice((5, 60, 300)), partial(self._set_clock_right, self._gateway))
        elif self._happens("cut_off_ahead"):
            self._cut_off_ahead()
            self._later(310, partial(self._set_clock_right, self._gateway))
        elif self._happens("set_right_late"):
            self._cut_off_ahead()
            self._later(299, partial(setattr, self._gateway, "offset", timedelta(0)))

    def _cut_off_ahead(self) -> None:
        self._gateway.reaches_record = False
        self._gateway.offset = timedelta(seconds=250)
        self._later(300, self._reach)

    def _take_over(self, now: datetime) -> None:
        """Another gateway listens some seconds later. The former one may go on, and deliver what it has."""
        former = self._gateway
        self._wire.go_down(now + timedelta(seconds=self._chance.uniform(3, 6)))
        self._gateway = self._new_gateway()
        if self._chance.random() < 0.5:
            heard_late = self._head.spurious(self._chance.randrange(37))

            def go_on() -> None:
                former.reaches_record = True
                former.arrived(*heard_late)
                former.deliver()
                former.deliver_again(10)

            self._later(self._chance.uniform(4, 60), go_on)

    def _new_gateway(self) -> GatewayInHand:
        code = self._setup.code
        lease, known = self._record.next_lease(code), self._record.known_game(code)
        return GatewayInHand(self._driver, self._record, lease, known, self._truth.told)

    def _reach(self) -> None:
        self._gateway.reaches_record = True

    def _set_clock_right(self, gateway: GatewayInHand) -> None:
        """Set the clock right once all that it stamped is delivered; before, it would be the fault `set_right_late`."""
        if gateway is self._gateway and gateway.waits:
            self._later(1, partial(self._set_clock_right, gateway))
        else:
            gateway.offset = timedelta(0)
