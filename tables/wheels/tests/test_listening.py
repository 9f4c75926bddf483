"""What a gateway goes on from when it begins to listen."""

from datetime import UTC, datetime

import msgspec
import pytest

from tables.wheels.drivers.driver import KnownGame, OptionsBroken
from tables.wheels.drivers.plain_result import PlainResult
from tables.wheels.drivers.slingshot2 import Slingshot2
from tables.wheels.listening import first_state, line_options
from testkit.wheels import FedDriver

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def test_a_reader_goes_on_from_what_was_kept() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    driver = fed.driver
    kept = msgspec.structs.replace(fed.state, lease=3)
    assert first_state(driver, driver.encode(kept), 3, KnownGame(epoch=1, game=9)) == kept


def test_new_lease_begins_its_numbers_at_one_in_the_game_of_the_record() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    known = KnownGame(epoch=7, game=12, number_before=5)
    for kept in (None, fed.driver.encode(fed.state)):
        state = first_state(fed.driver, kept, 4, known)
        assert (state.lease, state.sequence, state.epoch, state.game) == (4, 0, 7, 12)
    heard = fed.driver.feed(state, b"*X;4;012; 5;0;140;0\r\n", NOW)
    assert [(one.key, one.epoch, one.game) for one in heard.observations] == [("wheel-1:4.1", 7, 12)]


@pytest.mark.parametrize(
    ("known", "first_line", "told"),
    [
        (KnownGame(epoch=1, game=12, number=17), "*X;5;012;17;0;140;0", []),
        (KnownGame(epoch=1, game=12), "*X;5;012;17;0;140;0", [("result", 1, 12, 17, ())]),
        (
            KnownGame(epoch=1, game=12, number_before=5),
            "*X;2;013;17;0;140;0",
            [("result_recovered", 1, 12, 17, ())],
        ),
        (KnownGame(epoch=1, game=12, number=17), "*X;2;013;17;0;140;0", []),
        (
            KnownGame(epoch=1, game=12, number=17),
            "*X;2;013;16;0;140;0",
            [("result_recovered", 1, 12, 16, ("result_changed",))],
        ),
        (KnownGame(epoch=1, game=255, number=17), "*X;5;000;22;0;140;0", [("result", 2, 0, 22, ())]),
    ],
)
def test_wheel_that_is_taken_over_tells_each_number_once(
    known: KnownGame, first_line: str, told: list[tuple[object, ...]]
) -> None:
    driver = Slingshot2("wheel-1")
    fed = FedDriver(driver)
    fed.state = driver.connected(first_state(driver, None, 2, known))
    fed.lines(first_line, seconds=2)
    numbers = fed.of_kind("result", "result_recovered", "results_missing")
    assert [(one.kind, one.epoch, one.game, one.number, one.warnings) for one in numbers] == told


def test_plain_reader_that_is_taken_over_goes_on_counting() -> None:
    driver = PlainResult("wheel-1", {"terminator": "\n"})
    fed = FedDriver(driver)
    fed.state = first_state(driver, None, 2, KnownGame(epoch=3, game=40, number=5))
    (result,) = fed.bytes(b"22\n")
    assert (result.key, result.epoch, result.game) == ("wheel-1:2.1", 3, 41)


def test_a_reader_that_changes_its_protocol_keeps_its_numbering() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    plain = PlainResult("wheel-1")
    state = first_state(plain, fed.driver.encode(fed.state))
    assert (state.sequence, state.epoch, state.game) == (fed.state.sequence, fed.state.epoch + 1, 0)
    assert type(state) is type(plain.fresh())


def test_a_lines_own_options_are_not_its_drivers() -> None:
    line, driver = line_options({"baudrate": 19200, "speed": 20})
    assert (line.baudrate, driver) == (19200, {"speed": 20})
    for rate in ("fast", 0, -9600, 10**9):
        with pytest.raises(OptionsBroken, match="baudrate"):
            line_options({"baudrate": rate})
