"""However a gateway is cut off from its wheel and killed, what the wheel sends is reported, in order, and once."""

from random import Random

import pytest
from hypothesis import settings

from tables.wheels.simulated_wheel import SimulatedWheel
from testkit.wheels import FedDriver, reported_numbers

HARMLESS = (
    None,
    None,
    None,
    "failed-launch",
    "launch-broken-off",
    "late-warnings",
    "misread-direction",
    "repeated-number",
    "same-direction",
    "lost-ball",
    "ball-not-detected",
    "long-phase",
    "runaway-rotor",
)
GAMES = 400
"""More than a counter holds."""
SEEDS = range(12 if settings.get_current_profile_name() == "thorough" else 4)


@pytest.mark.long_form
@pytest.mark.parametrize("seed", SEEDS)
def test_through_silences_and_kills_each_number_is_told_or_counted_as_missing(seed: int) -> None:
    chance = Random(seed)
    wheel = SimulatedWheel(
        Random(seed), faults=lambda random: random.choice(HARMLESS), games=GAMES, then_idle=True
    )
    fed = FedDriver()
    kept = fed.state
    deaf_ticks = 0
    while wheel.games_left or deaf_ticks:
        pieces = wheel.tick()
        fed.silence(0.5)
        if deaf_ticks:
            deaf_ticks -= 1
            continue
        for piece in pieces:
            heard = fed.driver.feed(fed.state, piece, fed.now)
            fed.state = heard.state
            fed.observations += heard.observations
            kept = heard.state if heard.worth_keeping else kept
        if chance.random() < 0.004:
            fed.state = fed.driver.connected(fed.driver.decode(fed.driver.encode(kept)))
            deaf_ticks = chance.choice((0, 1, 5, 30, 80, 100, 400))
    for _ in range(4):
        fed.silence(0.5)
        fed.bytes(b"".join(wheel.tick()))

    fell = [int(win) for _, win in wheel.fallen]
    numbers = reported_numbers(fed.observations)
    assert len(numbers) == len(fell)
    assert all(number in (None, fallen) for number, fallen in zip(numbers, fell, strict=True))
    games = [(one.epoch, one.game) for one in fed.of_kind("result", "result_recovered")]
    assert games == sorted(set(games))
    assert fed.of_kind("result_recovered")
    assert fed.of_kind("results_missing")
