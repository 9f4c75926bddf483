"""Random days on every rulebook: no sequence of commands, facts and sweeps breaks an invariant.

Each refusal of a request that comes from a rule names its clause; a fact is refused only where it cannot have
happened. `make test-long` looks for longer, and elsewhere each time.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from tables.compliance.judgement import decide
from tables.play import commands as c
from tables.play.decide import DECIDERS
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.reader.questions import fact_from
from tables.play.result.questions import bets_lie
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.loader import load_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from testkit.invariants import Watch, check_day, next_day
from testkit.play import NOON, signed_by_house
from testkit.random_days import DRAWN
from testkit.random_days.course import next_game, recovered, to_closing, usual
from testkit.random_days.drawing import Hand
from testkit.random_days.drawn_reports import drawn_observation
from testkit.random_days.refusals import check_refusal
from testkit.rulebooks import DOUBLE_ZERO, EIGHTH, SEVENTH, SIXTH

RULEBOOKS = {
    **rulebooks(),
    "sixth": load_rulebook(SIXTH),
    "seventh": load_rulebook(SEVENTH),
    "double-zero": load_rulebook(DOUBLE_ZERO),
    "eighth": load_rulebook(EIGHTH),
}
STEPS_TO_CLOSE = 60
"""So many commands bring a day to its end, whatever stands open; numbers that wait in line take two more each."""
ORDINARY = settings(
    derandomize=True,
    max_examples=50,
    stateful_step_count=50,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
luck = st.integers(0, 2**20).map(Random)
"""Chance by a seed for each step: a sequence that breaks something is shortened by its steps."""


class RandomDays(RuleBasedStateMachine):
    """One table's days. Subclassed with the rulebook; the rules that say each kind of command are added below."""

    rulebook: Rulebook

    def __init__(self) -> None:
        super().__init__()
        self.now = NOON
        self.state = self.handed_on = State()
        self.events: list[Recorded] = []
        self.watch = Watch(self.rulebook)
        self.observed = 0

    def hand(self, random: Random) -> Hand:
        return Hand(random, self.state, self.rulebook, self.now)

    def say(self, command: c.Command, at: datetime | None = None) -> None:
        """Says it, carried out or refused; what comes of it is checked event by event. What people decide, and nobody
        signed, is signed by those who may."""
        command = signed_by_house(command, self.rulebook, at or self.now)
        note(command)
        if isinstance(command, c.OpenTable) and self.state.version and self.state.phase == "closed":
            self._end_day()
        try:
            decided = decide(self.state, command, self.rulebook, at or self.now)
        except Refused as refusal:
            note(f"  refused: {refusal}")
            check_refusal(command, refusal, self.rulebook)
            return
        for dated in decided:
            assert dated.at <= self.now, "nothing is dated later than it is"
            recorded = Recorded(dated.event, self.state.version + 1, dated.at)
            before, self.state = self.state, evolve(self.state, recorded, self.rulebook)
            self.events.append(recorded)
            self.watch.happened(before, recorded, self.state)

    def _end_day(self) -> None:
        self._check_day()
        self.events = []
        self.state = self.handed_on = next_day(self.state)

    def _check_day(self) -> None:
        if self.events:
            check_day(self.events, self.rulebook, self.state, self.handed_on)

    @rule(random=luck, steps=st.integers(1, 8))
    def play_on(self, random: Random, steps: int) -> None:
        for _ in range(steps):
            self.say(usual(self.hand(random)))
            self.now += timedelta(seconds=random.randrange(40))

    @rule(random=luck)
    def close_the_day(self, random: Random) -> None:
        """Whatever stands open can be brought to an end."""
        if not self.state.version:
            return
        for _ in range(STEPS_TO_CLOSE + 2 * len(self.state.doubted)):
            command = to_closing(self.hand(random))
            if command is None:
                break
            self.say(command)
        assert self.state.phase == "closed", f"the day cannot be closed: {command}"
        self.now += timedelta(days=1)
        self.say(usual(self.hand(random)))

    @rule(minutes=st.sampled_from((1, 3, 20, 61, 300)))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(random=luck)
    def reader_sees(self, random: Random) -> None:
        self.observed += 1
        seen = drawn_observation(self.hand(random), self.observed)
        self.say(fact_from(seen), seen.observed_at or seen.received_at)

    @rule(random=luck, games=st.integers(0, 5))
    def numbers_wait(self, random: Random, games: int) -> None:
        """A number is recovered while bets lie, and the wheel goes on before anybody looks."""
        for _ in range(8):
            if bets_lie(self.state):
                break
            self.say(usual(self.hand(random)))
        if self.state.version and bets_lie(self.state):
            self.say(recovered(self.hand(random)))
            for _ in range(games):
                self.say(next_game(self.hand(random)))

    def teardown(self) -> None:
        self._check_day()


def _handling(kind: type[c.Command]) -> Callable[..., Any]:
    def handle_drawn(self: RandomDays, random: Random, on: int) -> None:
        for _ in range(on):
            self.say(usual(self.hand(random)))
        self.say(DRAWN[kind](self.hand(random)))
        self.now += timedelta(seconds=on)

    handle_drawn.__name__ = f"say_{kind.__name__}"
    return rule(random=luck, on=st.integers(0, 4))(handle_drawn)


KINDS: tuple[type[c.Command], ...] = (*DECIDERS, c.PassDeadline)

for kind in KINDS:
    setattr(RandomDays, f"say_{kind.__name__}", _handling(kind))


def test_every_kind_of_command_is_drawn() -> None:
    assert set(DRAWN) == set(KINDS)


@pytest.mark.long_form
@pytest.mark.parametrize("house", RULEBOOKS)
def test_no_sequence_breaks_an_invariant(house: str, thorough: bool) -> None:
    machine = type("Days", (RandomDays,), {"rulebook": RULEBOOKS[house]})
    run_state_machine_as_test(machine, settings=settings() if thorough else ORDINARY)
