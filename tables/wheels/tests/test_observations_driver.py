"""Readers that send observations as JSON: what comes again, what waited, and what is cut."""

import json
from typing import Any

import pytest

from tables.wheels.drivers.driver import OptionsBroken
from tables.wheels.drivers.observations import LONGEST_MESSAGE, Observations
from testkit.wheels import FedDriver, in_short


def reader(**options: Any) -> FedDriver:
    return FedDriver(Observations("wheel-1", options))


def sent(to: FedDriver, after_s: float = 30.0, **message: Any) -> list[str]:
    """What the driver tells of a message that comes so long after the one before."""
    to.silence(after_s)
    return in_short(to.bytes(json.dumps(message).encode() + b"\n"))


def connected(to: FedDriver) -> None:
    to.state = to.driver.connected(to.driver.decode(to.driver.encode(to.state)), to.now, whole=True)


def test_message_with_a_sequence_tells_nothing_when_it_comes_again() -> None:
    wheel = reader()
    assert sent(wheel, kind="result", number=17, sequence=5) == ["result 17"]
    assert sent(wheel, kind="result", number=22, sequence=6) == ["result 22"]
    assert sent(wheel, kind="result", number=17, sequence=5) == []
    assert sent(wheel, kind="result", number=17, sequence=7) == ["result 17"]


def test_sequence_of_a_device_that_restarted_hides_no_number() -> None:
    wheel = reader()
    assert sent(wheel, kind="result", number=17, sequence=1) == ["result 17"]
    assert sent(wheel, kind="result", number=22, sequence=1) == ["result 22"]


def test_same_number_without_a_sequence_is_two_numbers() -> None:
    wheel = reader()
    assert [sent(wheel, kind="result", number=17) for _ in range(2)] == [["result 17"], ["result 17"]]


def test_messages_that_come_again_at_once_on_a_new_connection_tell_nothing() -> None:
    wheel = reader()
    for number in (17, 22):
        sent(wheel, kind="result", number=number)
    connected(wheel)
    assert sent(wheel, 0.1, kind="result", number=17) == []
    assert sent(wheel, 0.1, kind="result", number=22) == []
    assert sent(wheel, kind="result", number=22) == ["result 22"]


def test_number_that_waited_for_the_connection_has_no_time_unless_its_own() -> None:
    wheel = reader()
    sent(wheel, kind="result", number=17)
    connected(wheel)
    assert sent(wheel, 0.1, kind="result", number=18) == ["result 18 after_reconnect"]
    assert wheel.observations[-1].observed_at is None
    own = "2026-03-01T19:59:00Z"
    assert sent(wheel, 0.1, kind="result", number=19, observed_at=own) == ["result 19"]
    assert wheel.observations[-1].observed_at is not None


def test_reader_that_sends_each_second_is_not_in_doubt_for_ever() -> None:
    wheel = reader()
    connected(wheel)
    told = [sent(wheel, 1.0, kind="warning", warnings=[f"w{turn}"]) for turn in range(12)]
    assert told[-1] == ["warning w11"]
    assert sent(wheel, 1.0, kind="result", number=17) == ["result 17"]


def test_half_a_message_and_the_one_behind_a_loss_are_left_out() -> None:
    wheel = reader()
    wheel.bytes(b'{"kind":"result","num')
    wheel.silence(2)
    assert wheel.bytes(b'ber":17}\n{"kind":"result","number":18}\n')[0].number == 18
    wheel.state = wheel.driver.connected(wheel.state, wheel.now)
    wheel.silence(3)
    assert wheel.bytes(b'{"kind":"result","number":19}\n') == [], "the end of another one, on a line of bytes"
    assert wheel.bytes(b"{" + b" " * 10_000_000 + b"}\n") == []
    assert len(wheel.state.rest) <= LONGEST_MESSAGE
    assert len(wheel.complaints) == 4


def test_double_zero_is_a_number_of_a_wheel_that_has_it() -> None:
    assert sent(reader(numbers=38), kind="result", number="00") == ["result 37"]
    assert sent(reader(), kind="result", number="00") == []


def test_sequence_numbers_and_leases_are_the_gateways() -> None:
    wheel = reader()
    sent(wheel, kind="ball_launched", sequence=900, game=3)
    sent(wheel, kind="result", number=17, sequence=901, game=3, epoch=2)
    assert [(one.sequence, one.epoch, one.game) for one in wheel.observations] == [(1, 1, 3), (2, 2, 3)]
    assert (
        wheel.observations[1].raw
        == '{"kind": "result", "number": 17, "sequence": 901, "game": 3, "epoch": 2}'
    )


def test_option_that_it_does_not_have_is_refused() -> None:
    with pytest.raises(OptionsBroken, match="terminator"):
        Observations("wheel-1", {"terminator": ";"})
