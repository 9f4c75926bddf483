"""People at a table. They see the wheel, so they know each number; they act one thing after the other, as people do."""

from collections import Counter
from datetime import datetime, timedelta
from random import Random

import msgspec

from tables.play import commands as c
from tables.play.reader.state import NumberReport
from tables.play.state import RUNNING, State
from tables.refusal import Refused
from testkit.spins.record import RecordInHand
from testkit.spins.true_wheel import TrueWheel


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """Shares of coups in which people do it, and their patience in seconds."""

    plays: bool = True
    """True if they run the table. At a display they only look after its numbers."""
    lays_bets: float = 0.75
    enters_launch: float = 0.1
    closes_bets: float = 0.3
    trusts_readers: bool = False
    """True if they compare no number with the wheel that a witness reader has reported too."""
    patience_s: tuple[float, float] = (4.0, 12.0)
    """Seconds of waiting for the reader before they enter a number by hand."""


class Staff:
    """Dealer, players and chief of one table."""

    def __init__(self, habits: Habits, record: RecordInHand, wheel: TrueWheel, chance: Random) -> None:
        self.habits = habits
        self.done: Counter[str] = Counter()
        """Counts of acts that only people could do, by kind."""
        self.refused: Counter[str] = Counter()
        self._record = record
        self._wheel = wheel
        self._chance = chance
        self._looks_at = record.clock
        self._betted_on = 0
        self._since: dict[tuple[str, int], datetime] = {}
        self._willing: dict[tuple[str, int], bool] = {}

    @property
    def _state(self) -> State:
        return self._record.state

    def look(self) -> None:
        """Do the next thing, if it is time for one."""
        if self._record.clock < self._looks_at:
            return
        self._looks_at = self._record.clock + timedelta(seconds=self._chance.uniform(0.5, 2.0))
        try:
            self._act()
        except Refused as refused:
            self.refused[refused.code] += 1

    def _act(self) -> None:
        if not (
            self._decides_between() or self._confirms_past() or self._pays() or self._looks_after_doubt()
        ):
            behind = len(self._wheel.spins) - self._coups()
            if behind > 0:
                self._enters_by_hand()
            elif behind == 0 and self.habits.plays:
                self._follows_ball()

    def _coups(self) -> int:
        """Coups that have their number: no coup runs that is not the next."""
        return self._state.coup - (self._state.phase in RUNNING)

    def _truth(self, coup: int) -> int | None:
        """The number of a coup; None if its ball has not fallen."""
        spins = self._wheel.spins
        return spins[coup - 1].number if coup <= len(spins) else None

    def _do(self, command: c.Command, what: str = "") -> None:
        self._record.do(command)
        if what:
            self.done[what] += 1

    # ---- numbers

    def _decides_between(self) -> bool:
        disputed = self._state.discrepancy
        if disputed is None:
            return False
        number = self._truth(disputed.coup)
        if number is None:
            return False
        if number not in disputed.numbers:
            self._do(c.DeclareNumber(number=number, coup=disputed.coup))
        else:
            self._do(c.ResolveDiscrepancy(number=number, reason="seen"), "decided between numbers")
        return True

    def _confirms_past(self) -> bool:
        """A number that the record has in doubt, or wrongly."""
        for past in self._state.past:
            number = self._truth(past.coup)
            if number is None or not (past.doubts or past.number != number):
                continue
            right = past.number == number
            if not right and self._leaves_to_readers(past.coup):
                continue
            self._do(
                c.DeclareNumber(number=number, coup=past.coup),
                "confirmed with an empty cloth" if right else "found wrong",
            )
            return True
        return False

    def _leaves_to_readers(self, coup: int) -> bool:
        """Return True if they rely on a witness: they wait for it a moment, and pay what it does not contradict."""
        if not self.habits.trusts_readers:
            return False
        reports = [each for code in self._record.witnesses for each in self._reported(code)]
        return any(each.coup == coup for each in reports) or self._waited("wrong", coup) < timedelta(
            seconds=3
        )

    def _reported(self, reader: str) -> tuple[NumberReport, ...]:
        known = self._state.readers.get(reader)
        return known.reported if known else ()

    def _looks_after_doubt(self) -> bool:
        """A number waits: people compare it with the wheel."""
        if not self._state.doubted:
            return False
        coup = self._state.coup_of_new_bets
        if self._state.payments_open and self._state.phase == "paying":
            return True
        if self._waited("doubt", coup) < timedelta(seconds=self._hesitation(coup)):
            return True
        number = self._truth(coup)
        if number is None:
            self._do(c.DismissDoubt(coup=coup), "dismissed")
        else:
            among = any(each.number == number for each in self._state.waiting)
            self._do(
                c.DeclareNumber(number=number, coup=coup),
                "confirmed" if among else "entered against the reader",
            )
        return True

    def _hesitation(self, coup: int) -> float:
        """Seconds before somebody looks after a number that waits; now and then nobody does for most of a coup."""
        return Random(f"{coup} {self.habits.lays_bets}").choice((1.5, 1.5, 1.5, 4.0, 10.0, 30.0))

    def _enters_by_hand(self) -> None:
        coup = self._coups() + 1
        spin = self._wheel.spins[coup - 1]
        patience = self._patience(coup)
        if self._record.clock - spin.fell_at < patience:
            return
        if self._state.phase != "bets_closed":
            self._do(c.CloseBets())
        else:
            self._do(c.DeclareNumber(number=spin.number), "entered by hand")

    def _patience(self, coup: int) -> timedelta:
        return timedelta(seconds=Random(f"{coup} {self.habits.patience_s}").uniform(*self.habits.patience_s))

    def _waited(self, what: str, which: int) -> timedelta:
        return self._record.clock - self._since.setdefault((what, which), self._record.clock)

    def _wills(self, what: str, which: int, share: float) -> bool:
        return self._willing.setdefault((what, which), self._chance.random() < share)

    # ---- the course of a coup

    def _pays(self) -> bool:
        for coup in self._state.payments_open:
            if self._truth(coup) is not None and self._waited("pays", coup) >= timedelta(seconds=4):
                self._do(c.ConfirmPayments(coup=coup))
                return True
        return False

    def _follows_ball(self) -> None:
        state, wheel = self._state, self._wheel
        coup, launch = state.coup_of_new_bets, wheel.launches
        if wheel.launched_at is None:
            if state.phase in ("launched", "bets_closed"):
                self._takes_back(state)
            elif state.phase == "idle":
                self._do(c.AnnounceBetsOpen())
            elif state.phase == "betting":
                self._before_launch(coup)
            return
        if state.phase in ("idle", "betting") and self._wills("launch", launch, self.habits.enters_launch):
            self._do(c.LaunchBall())
        elif (
            wheel.closed_at is not None
            and state.phase != "bets_closed"
            and self._wills("close", launch, self.habits.closes_bets)
        ):
            self._do(c.CloseBets())

    def _takes_back(self, state: State) -> None:
        """Record that the launch failed, if no ball has run or fallen for three seconds. The reader may report it
        first.
        """
        if self._waited("nothing runs", self._wheel.launches) < timedelta(seconds=3):
            return
        if state.phase == "launched":
            self._do(c.FailLaunch(reason="seen"), "launch failed")
        else:
            self._do(c.AnnulCoup(reason=next(iter(self._record.rulebook.null_coup.reasons))), "null coup")

    def _before_launch(self, coup: int) -> None:
        if self._betted_on != coup and not self._state.doubted:
            self._betted_on = coup
            if self._chance.random() < self.habits.lays_bets:
                bet = self._chance.choice(("rouge", "noir", "pair", "plein:17", "plein:0"))
                self._do(c.PlaceBet(player="P1", bet=bet, amount=1000))
            return
        ready = not self._state.payments_open and not self._state.doubted
        if self._wheel.awaits_hand and ready:
            self._wheel.spin()
