"""What a gateway goes on from when it begins to listen."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.wheels.drivers.driver import OptionsBroken
from tables.wheels.drivers.plain_result import PlainResult
from tables.wheels.drivers.slingshot2 import Slingshot2
from tables.wheels.listening import first_state, line_options
from testkit.wheels import FedDriver

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def test_a_reader_goes_on_from_what_was_kept() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    driver = fed.driver
    assert first_state(driver, driver.encode(fed.state), NOW) == fed.state


def test_numbers_given_before_a_spool_was_lost_are_not_given_again() -> None:
    driver = Slingshot2("wheel-1")
    before = first_state(driver, None, NOW)
    after = first_state(driver, None, NOW + timedelta(minutes=1))
    assert after.sequence - before.sequence == 60_000, (
        "a reader says far less than a thousand things a second"
    )
    assert after.epoch > before.epoch


def test_a_reader_that_changes_its_protocol_keeps_its_numbering() -> None:
    fed = FedDriver()
    fed.good_game(11, " 4", "22")
    plain = PlainResult("wheel-1")
    state = first_state(plain, fed.driver.encode(fed.state), NOW)
    assert (state.sequence, state.epoch, state.game) == (fed.state.sequence, fed.state.epoch + 1, 0)
    assert type(state) is type(plain.fresh())


def test_a_lines_own_options_are_not_its_drivers() -> None:
    line, driver = line_options({"baudrate": 19200, "speed": 20})
    assert (line.baudrate, driver) == (19200, {"speed": 20})
    for rate in ("fast", 0, -9600, 10**9):
        with pytest.raises(OptionsBroken, match="baudrate"):
            line_options({"baudrate": rate})
