"""Many spins through real gateways, which are killed, stopped and ended as they listen: each number is one coup."""

import signal
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from tables.play import commands as c
from tables.wheels.models import GatewayReport
from tables.wheels.tests.gateways import Gateways, TurningWheel
from testkit.house import OpenHouse
from testkit.stream import wait_until

SPEED = 40.0
SPINS, THOROUGH_SPINS = 12, 200
ENDS = (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM)
MOMENTS = ("betting", "bets_closed", "fallen")
"""When the holder gets its signal."""


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    return OpenHouse(casino_id, "it-venezia", now=timezone.now() - timedelta(minutes=1))


@pytest.fixture
def wheel() -> Iterator[TurningWheel]:
    with TurningWheel(speed=SPEED) as wheel:
        yield wheel


class ManySpins:
    """Plays spins with a bet on each, while one of two gateways listens and the other one stands by."""

    def __init__(self, house: OpenHouse, wheel: TurningWheel, gateways: Gateways) -> None:
        self.takeovers = 0
        self._house = house
        self._wheel = wheel
        self._gateways = gateways
        self._holder, self._standby = "one", "two"
        gateways.start("one")
        gateways.wait_for_holder("one", 1)
        gateways.start("two")
        wait_until(lambda: GatewayReport.objects.count() == 2, "both gateways report")

    def spin(self, end: signal.Signals | None = None, at: str = "") -> None:
        """Play a spin. The holder gets the signal at that moment. The wheel does not wait for a gateway."""
        fallen = len(self._wheel.fallen)
        wait_until(lambda: self._wheel.waits_for_its_ball, "the next game")
        self._do(c.AnnounceBetsOpen())
        self._do(c.PlaceBet(player="P1", bet="rouge", amount=1000))
        if end is not None and at == "betting":
            self._take_over(end)
        self._wheel.spin()
        if end is not None and at == "bets_closed":
            wait_until(lambda: self._house.state.phase == "bets_closed", "bets are closed")
            self._take_over(end)
        wait_until(lambda: len(self._wheel.fallen) > fallen, "a number falls")
        if end is not None and at == "fallen":
            self._take_over(end)
        self._settle(fallen + 1)

    def _do(self, command: c.Command) -> None:
        self._house.do(command, now=timezone.now())

    def _settle(self, coup: int) -> None:
        """Confirm the number if it is in doubt, and pay."""
        wait_until(
            lambda: self._house.state.doubted or self._numbers() == coup, f"coup {coup} has its number"
        )
        if self._house.state.doubted:
            self._do(c.DeclareNumber(number=self._wheel.fallen[coup - 1], coup=coup))
        # The rotor may have confirmed a coup of which nothing was due.
        self._do(c.ConfirmPayments())

    def _numbers(self) -> int:
        past = self._house.state.past
        return past[-1].coup if past else 0

    def _take_over(self, end: signal.Signals, *, sent: bool = False) -> None:
        """Let the other gateway have the reader. The former holder goes on, or starts again, and stands by."""
        former, self._holder, self._standby = self._holder, self._standby, self._holder
        self.takeovers += 1
        if end == signal.SIGSTOP:
            if not sent:
                self._gateways.send(former, end)
            self._gateways.wait_for_holder(self._holder, self.takeovers + 1)
            self._gateways.send(former, signal.SIGCONT)
            return
        self._gateways.end(former, end)
        self._gateways.wait_for_holder(self._holder, self.takeovers + 1)
        self._gateways.start(former)


@pytest.mark.long_form
def test_many_spins_over_gateways_that_take_over_are_one_coup_each(
    house: OpenHouse, wheel: TurningWheel, tmp_path: Path, seed: int, thorough: bool
) -> None:
    chance = Random(seed)
    with Gateways(house, tmp_path, wheel) as gateways:
        spins = ManySpins(house, wheel, gateways)
        for turn in range(THOROUGH_SPINS if thorough else SPINS):
            if turn % 4 == 3:
                spins.spin(chance.choice(ENDS), MOMENTS[turn // 4 % 3])
            else:
                spins.spin()
        coups = [event.data for event in house.events() if event.type == "number_fell"]
        assert [(coup["coup"], coup["number"]) for coup in coups] == list(enumerate(wheel.fallen, start=1))
        assert (house.state.doubted, house.state.discrepancies, house.state.payments_open) == ((), (), ())
        assert spins.takeovers == len(wheel.fallen) // 4
