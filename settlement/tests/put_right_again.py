"""A coup that is paid and put right as chance has it, with a book of what was really paid kept beside it.

The book knows what was handed out and taken back by the commands to the table, and what is won by a list of its own:
nothing in it comes from the table's state but which bets are ticked off and which differences there are.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import get_args

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State

BOSS = e.Signature(person=e.Person(id="boss", name="Boss"), role="pit_boss")
NUMBERS = (17, 20, 5)
WINS: dict[str, tuple[tuple[int, ...], int]] = {
    "plein:17": ((17,), 35),
    "plein:20": ((20,), 35),
    "cheval:17-20": ((17, 20), 17),
    "noir": ((17, 20), 1),
    "rouge": ((5,), 1),
    "douzaine:2": ((17, 20), 2),
}
"""On which of the numbers each bet wins, and how many times its stake."""
SET_ASIDE_AT_ONCE = ("plein", "cheval")
"""Of these kinds; wins of the others wait beside the cloth first (it-venezia/general-8)."""
LAID = (("P1", "plein:17"), ("P1", "plein:17"), ("P2", "noir"), ("P3", "cheval:17-20"))
STAKE = 500
STEPS = ("tick", "otherwise", "confirm", "another_number", "another_number", "put_back", "decide")
UNCLAIMED_STEPS = (*STEPS, "leave", "leave", "claim", "claim", "end")
"""Those of a table at which wins that nobody claims are held."""
Step = tuple[str, int]
"""What is done, and which of the ways there are to do it."""


class PutRightAgain:
    """Coup 1 of a table, of which 17 has fallen: `say` carries a command out there, `look` gives the table's state.

    `handed` is what each player really has of its prizes, in minor units. `left` are the bets whose win nobody claimed,
    by what is held: `waiting` or set `aside`, or how that ended.
    """

    def __init__(self, say: Callable[[c.Command], object], look: Callable[[], State]) -> None:
        self.say, self.look = say, look
        self.handed: Counter[str] = Counter()
        self.left: dict[tuple[str, ...], str] = {}
        self.number, self.whole = NUMBERS[0], False
        self.lies = {f"b{place}": bet for place, (_, bet) in enumerate(LAID, start=1)}
        self.whose = {f"b{place}": player for place, (player, _) in enumerate(LAID, start=1)}
        self.say(c.AnnounceBetsOpen())
        for player, bet in LAID:
            self.say(c.PlaceBet(player=player, bet=bet, amount=STAKE))
        for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=NUMBERS[0], source="reader")):
            self.say(command)

    # ------------------------------------------------------------ what is done

    def do(self, step: Step) -> None:
        """Carries a step out, if there is anything to do for it."""
        kind, way = step
        ways = list(getattr(self, f"_{kind}")())
        if ways:
            ways[way % len(ways)]()

    def _tick(self) -> Iterator[Callable[[], None]]:
        for line in self._to_pay():
            yield partial(self._paid, line, c.PayLines(coup=1, refs=line), self._won(line))

    def _otherwise(self) -> Iterator[Callable[[], None]]:
        for line in self._to_pay():
            for paid in (0, self._won(line) - 100, self._won(line) + 700):
                correction = c.PayDifferently(coup=1, refs=line, paid=paid, reason="miscounted")
                yield partial(self._paid, line, correction, paid)

    def _paid(self, line: tuple[str, ...], correction: c.Command, amount: int) -> None:
        self.say(correction)
        self.handed[self.whose[line[0]]] += amount

    def _confirm(self) -> Iterator[Callable[[], None]]:
        left = self._to_pay()
        if not self.whole and not (left and self._ticked()):
            yield lambda: self._confirmed(left)

    def _confirmed(self, left: list[tuple[str, ...]]) -> None:
        self.say(c.ConfirmPayments(coup=1))
        self.whole = True
        for line in left:
            self.handed[self.whose[line[0]]] += self._won(line)

    def _another_number(self) -> Iterator[Callable[[], None]]:
        for number in NUMBERS:
            if number != self.number:
                yield partial(self._stands, number)

    def _stands(self, number: int) -> None:
        self.say(c.DeclareNumber(number=number, coup=1))
        self.say(c.ResolveDiscrepancy(number=number, reason="camera 3"))
        self.number, self.whole = number, False
        self.left.clear()
        self._check_lines()

    def _put_back(self) -> Iterator[Callable[[], None]]:
        for ref, lies in self.lies.items() if not self.whole else ():
            for bet in WINS:
                if bet != lies:
                    yield partial(self._lies, ref, bet)

    def _lies(self, ref: str, bet: str) -> None:
        back = (c.PutBack(ref=ref, bet=bet),)
        self.say(c.ReconstituteBets(bets=back, basis="staff", decided_by=BOSS.person))
        self.lies[ref] = bet
        self.left = {refs: how for refs, how in self.left.items() if ref not in refs}
        self._check_lines()

    def _leave(self) -> Iterator[Callable[[], None]]:
        for line in self._to_pay():
            yield partial(self._nobody_claims, line)

    def _nobody_claims(self, line: tuple[str, ...]) -> None:
        self.say(c.SeeUnclaimed(coup=1, refs=line))
        kind = self.lies[line[0]].partition(":")[0]
        self.left[line] = "aside" if kind in SET_ASIDE_AT_ONCE else "waiting"

    def _claim(self) -> Iterator[Callable[[], None]]:
        for line, ref in self._held().items():
            yield partial(self._claimed, line, ref)

    def _claimed(self, line: tuple[str, ...], ref: str) -> None:
        whose = self.whose[line[0]]
        self.say(c.ClaimHeld(ref=ref, by=whose, reason="camera 3"))
        self.left[line] = "claimed"
        self.handed[whose] += self._won(line)

    def _end(self) -> Iterator[Callable[[], None]]:
        for line, ref in self._held().items():
            if self.left[line] == "aside":
                yield partial(self._ended, line, ref)

    def _ended(self, line: tuple[str, ...], ref: str) -> None:
        self.say(c.EndHeld(ref=ref, outcome="to the cash desk", reason="nobody came"))
        self.left[line] = "ended"

    def _held(self) -> dict[tuple[str, ...], str]:
        return {each.bets: each.ref for each in self.look().held.items}

    def _decide(self) -> Iterator[Callable[[], None]]:
        for each in self.look().differences.open:
            never = "made_good" if each.over > 0 else "given_back"
            for outcome in get_args(e.PaymentOutcome):
                if outcome != never:
                    yield partial(self._decided, each.difference, outcome)

    def _decided(self, difference: str, outcome: e.PaymentOutcome) -> None:
        (found,) = (each for each in self.look().differences.open if each.difference == difference)
        self.say(
            c.DecidePaymentDifference(
                difference=difference, outcome=outcome, reason="camera 3", signatures=(BOSS,)
            )
        )
        if outcome != "stands":
            self.handed[found.player] -= found.over

    # ------------------------------------------------------------ what is so

    def _won(self, refs: tuple[str, ...] | str) -> int:
        return sum(
            STAKE * times
            for ref in ((refs,) if isinstance(refs, str) else refs)
            for numbers, times in (WINS[self.lies[ref]],)
            if self.number in numbers
        )

    def _ticked(self) -> set[str]:
        return {prize.ref for prize in self.look().course.paid}

    def _to_pay(self) -> list[tuple[str, ...]]:
        """The lines of which a prize is to be paid; nothing is ticked off any more once the coup is paid."""
        if self.whole:
            return []
        ticked = self._ticked()
        lines: dict[tuple[str, str], list[str]] = {}
        for ref, bet in self.lies.items():
            if self._won(ref) and ref not in ticked and not self.unclaimed(ref):
                lines.setdefault((self.whose[ref], bet), []).append(ref)
        return [tuple(line) for line in lines.values()]

    def unclaimed(self, ref: str) -> bool:
        """Whether nobody claimed its win when it was to be paid, whatever became of it since."""
        return any(ref in line for line in self.left)

    @property
    def claimed(self) -> Counter[str]:
        """What each player was paid to a claim, of wins that stand."""
        paid: Counter[str] = Counter()
        for line, how in self.left.items():
            paid[self.whose[line[0]]] += self._won(line) if how == "claimed" else 0
        return paid

    @property
    def taken_away(self) -> int:
        """The stakes of wins that nobody has claimed yet: set aside, or ended as the house decided."""
        return sum(STAKE * len(line) for line, how in self.left.items() if how in ("aside", "ended"))

    @property
    def lost(self) -> int:
        """The stakes that have not won on the number that stands."""
        return sum(STAKE for ref in self.lies if not self._won(ref))

    @property
    def ticked_off(self) -> Counter[str]:
        """What is worked out for each player of the prizes that stand as paid."""
        right: Counter[str] = Counter()
        for ref in self.lies if self.whole else self._ticked():
            if not self.unclaimed(ref):
                right[self.whose[ref]] += self._won(ref)
        return right

    def check(self) -> None:
        """Each player has what is worked out of what is paid, and what differences say beyond that; of each bet there
        is one difference at most, and it says what is right now."""
        differences = self.look().differences.of(1)
        over: Counter[str] = Counter()
        for each in differences:
            over[each.player] += each.over
            assert each.worked_out == self._won(each.refs), "what is right now"
            assert {self.lies[ref] for ref in each.refs} == {each.bet}
            assert each.worked_out == 0 or self.whole or self._ticked() >= set(each.refs)
            if all(ref in each.refs for ref, player in self.whose.items() if player == each.player):
                assert each.paid == self.handed[each.player], "what was really paid"
        for player in self.whose.values():
            right = self.ticked_off[player] + self.claimed[player]
            assert self.handed[player] == right + over[player], player
        held = [line for line, how in self.left.items() if how in ("waiting", "aside")]
        assert sorted(self._held()) == sorted(held)
        refs = [ref for each in differences for ref in each.refs]
        assert len(refs) == len(set(refs)), "one difference of each bet"
        assert all(each.over for each in differences)

    def _check_lines(self) -> None:
        """Once the coup is put right; a bet that is put back beside a paid one may be paid otherwise by itself then."""
        lines = [(each.player, each.bet) for each in self.look().differences.of(1)]
        assert len(lines) == len(set(lines)), "one difference of each line"
