"""What every driver promises the gateway, whatever protocol it speaks."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.wheels.drivers import DRIVERS, driver_for
from tables.wheels.drivers.driver import Driver, OptionsBroken
from tables.wheels.simulate import chosen_faults
from tables.wheels.simulated_wheel import SimulatedWheel

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def _simulated_traffic() -> bytes:
    wheel = SimulatedWheel(Random(7), faults=chosen_faults("all"), games=30)
    return b"".join(piece for _ in range(2600) for piece in wheel.tick())


TRAFFIC = {
    "slingshot2": _simulated_traffic(),
    "plain_result": b"17\r\n 6 0\r\n36;;\r\n99xx00 4",
    "observations": b'{"kind":"bets_closed","game":3}\n{"kind":"result","number":17,"game":3}\r\n{"kind":"resu\n'
    b'[]\n{"kind":"result","number":22,"sequence":9}\n{"kind":"result","number":22,"sequence":9}\n',
}
LONGEST_REST = {"slingshot2": 256, "plain_result": 256, "observations": 1024}

every_driver = pytest.mark.parametrize(
    "driver", [driver_for(name, "wheel-1") for name in DRIVERS], ids=list(DRIVERS)
)


def hear(driver: Driver[Any], reads: list[bytes]) -> tuple[list[Any], Any]:
    state = driver.fresh()
    observed: list[Any] = []
    for data in reads:
        heard = driver.feed(state, data, NOW)
        state = heard.state
        observed += heard.observations
    return observed, state


def cut_at(data: bytes, places: list[int]) -> list[bytes]:
    bounds = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[a:b] for a, b in pairwise(bounds)]


@every_driver
@settings(deadline=None)
@given(data=st.data())
def test_how_bytes_are_cut_into_reads_makes_no_difference(driver: Driver[Any], data: st.DataObject) -> None:
    traffic = TRAFFIC[driver_name(driver)]
    begin = data.draw(st.integers(0, len(traffic)))
    rubbish = data.draw(st.binary(max_size=90))
    whole = traffic[begin : begin + 3000] + rubbish + traffic[:200]
    reads = cut_at(whole, data.draw(st.lists(st.integers(0, len(whole)), max_size=40)))
    assert hear(driver, reads) == hear(driver, [whole])


@every_driver
def test_reading_byte_by_byte_makes_no_difference(driver: Driver[Any]) -> None:
    traffic = TRAFFIC[driver_name(driver)][:20_000]
    assert hear(driver, [traffic[at : at + 1] for at in range(len(traffic))]) == hear(driver, [traffic])


@every_driver
@settings(deadline=None)
@given(
    reads=st.lists(
        st.tuples(
            st.binary(max_size=80) | st.text("*X;0123456789 AF\r\n", max_size=60).map(str.encode),
            st.floats(-5, 600),
        ),
        max_size=25,
    )
)
def test_no_bytes_make_a_driver_raise_and_what_it_waits_for_stays_small(
    driver: Driver[Any], reads: list[Any]
) -> None:
    state, now, sequence = driver.fresh(), NOW, 0
    for data, seconds in reads:
        now += timedelta(seconds=seconds)
        heard = driver.feed(state, data, now)
        state = driver.decode(driver.encode(heard.state))
        assert state == heard.state
        assert len(state.rest) <= LONGEST_REST[driver_name(driver)]
        for observed in heard.observations:
            sequence += 1
            assert observed.sequence == sequence
            assert observed.number is None or 0 <= observed.number <= 36
    assert state.sequence == sequence


@every_driver
def test_a_new_connection_forgets_half_a_line(driver: Driver[Any]) -> None:
    half = driver.feed(driver.fresh(), b"*", NOW).state
    assert driver.connected(half).rest == b""


def driver_name(driver: Driver[Any]) -> str:
    [name] = [name for name, build in DRIVERS.items() if build is type(driver)]
    return name


def test_an_unknown_protocol_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        OptionsBroken, match="no driver speaks `telex`; there are: observations, plain_result, slingshot2"
    ):
        driver_for("telex", "wheel-1")


@pytest.mark.parametrize(
    ("protocol", "options", "why"),
    [
        ("slingshot2", {"numbers": 36}, "37 numbers"),
        ("slingshot2", {"speed": 0}, "above zero"),
        ("slingshot2", {"colour": "red"}, "colour"),
        ("plain_result", {"pattern": "("}, "pattern"),
        ("plain_result", {"pattern": r"\d+"}, "no group named `number`"),
        ("plain_result", {"length": 0}, "length"),
    ],
)
def test_options_that_cannot_be_used_are_named(protocol: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionsBroken, match=why):
        driver_for(protocol, "wheel-1", options)
