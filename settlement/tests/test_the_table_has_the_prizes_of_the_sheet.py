"""Long runs of play with chips found over the maximum: the table and the payout sheet have the same prizes, always.

By the table's own prizes it is complete or not what is ticked off; by the sheet's they are paid. Limits change,
groups are declared and ended, third parties stake, numbers and bets are put right, and coups stay unpaid.
"""

import random

import pytest
from msgspec.structs import replace

from settlement.models import PayoutSheet
from settlement.sheets import sheet
from settlement.tests.recorded_day import RecordedDay
from tables.play import commands as c
from tables.play.events import Person
from tables.play.payment.prizes import prizes_of, unclaimed_in, unticked
from tables.roulette.bets import AnnouncedBet, Bet, every_bet
from tables.roulette.limits import fitting_for, limits_for, maximum_for
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.play import DayInHand, opening

COUPS = 12
HOUSES = [house for house in rulebooks() if get_rulebook(house).excess is not None]
COLOURS = {"A": "yellow", "B": "blue", "C": "red"}
"""Whose chips are of which colour, at a table with such."""
COMPANY = ("A", "B")
WON = (17, 17, 17, 20, 0)
"""Numbers that fall more often than others, on and beside which most is laid."""


class Player:
    """Lays much on few combinations, much of it over the maximum, and has its luck with what happens around it."""

    def __init__(self, house: str, seed: int) -> None:
        self.rulebook = get_rulebook(house)
        self.luck = random.Random(f"{house}/{seed}")
        bets = every_bet(self.rulebook)
        self.plain = [bet for bet in bets if isinstance(bet, Bet) and 17 in bet.numbers]
        self.announced = [
            bet
            for bet in bets
            if isinstance(bet, AnnouncedBet) and any(17 in chip.numbers for chip, _ in bet.chips)
        ]

    def opening(self) -> c.OpenTable:
        """A double table where the house has them, with chips of colours where it plays with such."""
        double = opening(self.rulebook, double=self.rulebook.layouts is not None)
        rule = self.rulebook.colour_chips
        if rule is None or not rule.colours:
            return double
        return replace(double, chip_symbol="RA1", chip_colours=dict.fromkeys(COLOURS.values(), 5_000))

    def now_and_then(self, *commands: c.Command) -> list[c.Command]:
        return [command for command in commands if self.luck.random() < 0.3]

    def before(self, day: DayInHand) -> list[c.Command]:
        """A coup is opened, by its launch alone where the last one is not paid yet."""
        value = self.rulebook.default_limits.minimum
        colours = [
            c.AssignColour(player=player, colour=colour, value=value, count=50)
            for player, colour in COLOURS.items()
            if colour in day.state.colours.free
        ]
        return [
            *colours,
            *self.now_and_then(c.DeclareGroup(players=COMPANY), c.EndGroup(players=COMPANY)),
            *self.other_limits(day),
            c.LaunchBall() if day.state.phase == "paying" else c.AnnounceBetsOpen(),
        ]

    def other_limits(self, day: DayInHand) -> list[c.Command]:
        """The usual ones, twice their minimum, or the half of one maximum where that may be posted."""
        usual = self.rulebook.default_limits
        half = {"plein": usual.maximums["plein"] // 2} if "plein" in usual.maximums else {}
        limits = self.luck.choice(
            [usual, limits_for(self.rulebook, 2 * usual.minimum), replace(usual, maximums=half)]
        )
        return self.now_and_then(c.ChangeLimits(limits=limits, players_told=True, sign_changed=True))

    def laid(self, day: DayInHand) -> list[c.Command]:
        commands: list[c.Command] = []
        for _ in range(self.luck.randrange(5, 11)):
            some: list[Bet | AnnouncedBet] = [
                self.plain[0],
                self.luck.choice(self.plain),
                *self.announced[:1],
            ]
            bet = self.luck.choice(some)
            if self.luck.random() < 0.2 and self.announced:
                bet = self.luck.choice(self.announced)
            lay = self.luck.choice([c.PlaceBet, c.FindExcess, c.FindExcess, c.FindExcess])
            player = self.luck.choice("ABC")
            commands.append(
                lay(
                    player=player,
                    bet=bet.code,
                    amount=self.amount(day, bet),
                    layout=self.luck.choice([1, 1, 2]) if self.rulebook.layouts else 1,
                    on_behalf_of=self.luck.choice([None, None, "A", "D"]),
                )
            )
        return commands + self.now_and_then(c.WithdrawBet(ref=f"b{day.state.bets_numbered + 1}"))

    def amount(self, day: DayInHand, bet: Bet | AnnouncedBet) -> int:
        """From a part of the maximum to more than it, in whole chips where the bet is of many."""
        limits = day.state.limits
        assert limits is not None
        part = self.luck.choice([1, 2, 3, 4, 7])
        least = self.rulebook.default_limits.minimum
        if isinstance(bet, AnnouncedBet):
            fitting = fitting_for(self.rulebook, limits, bet, least)
            rule = self.rulebook.announced[bet.kind]
            if rule.limit_ratio is not None:
                return max(1, rule.limit_ratio * limits.minimum * part // 3 // fitting.step) * fitting.step
            chip = bet.chips[0][0]
            most = (maximum_for(self.rulebook, limits, chip.kind) or least) * bet.pieces
            return max(1, most * part // 3 // fitting.step) * fitting.step
        return max(1, (maximum_for(self.rulebook, limits, bet.kind) or least) * part // 3 // least) * least

    def number(self) -> int:
        return self.luck.choice([*WON, self.luck.randrange(37)])

    def fallen(self, day: DayInHand) -> list[c.Command]:
        return [c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=self.number())]

    def meanwhile(self, day: DayInHand) -> list[c.Command]:
        """After the number others' limits and groups are of the next coup."""
        return [
            *self.other_limits(day),
            *self.now_and_then(c.DeclareGroup(players=COMPANY), c.EndGroup(players=COMPANY)),
        ]

    def put_right(self, day: DayInHand) -> list[c.Command]:
        """Another number, or a bet put back where it had lain."""
        second, last = self.number(), day.state.last_coup
        assert last is not None
        put_back: list[c.Command] = [
            c.ReconstituteBets(
                bets=(c.PutBack(ref=bet.ref, bet=self.luck.choice(self.plain).code),),
                basis="staff",
                decided_by=Person(id="chief", name="Chief"),
            )
            for bet in day.state.settled_bets
            if self.luck.random() < 0.1
        ]
        if self.luck.random() > 0.3:
            return put_back
        stands = self.luck.choice([last.number, second])
        return [
            c.DeclareNumber(number=second, coup=last.coup, source="reader"),
            c.ResolveDiscrepancy(number=stands, reason="seen by the chief"),
            *put_back,
        ]

    def paid(self, table: RecordedDay) -> list[c.Command]:
        """Some lines of each sheet that is to be paid, as its screen names them, in any order; then perhaps all."""
        commands: list[c.Command] = []
        for coup in table.day.state.payments_open:
            found = sheet(table.casino_id, "T1", table.day.state.day, coup)
            assert found is not None
            lines = [line for group in found.groups for line in group.lines if not line.unclaimed]
            for line in self.luck.sample(lines, k=len(lines) // 2):
                otherwise = c.PayDifferently(
                    coup=coup, refs=line.refs, paid=line.paid_out + 100, reason="one too many"
                )
                unclaimed = c.SeeUnclaimed(coup=coup, refs=line.refs)
                usual = c.PayLines(coup=coup, refs=line.refs)
                commands.append(self.luck.choice([usual, usual, otherwise, unclaimed]))
            left = c.PayLines(coup=coup, refs=unticked(table.day.state, coup, self.rulebook))
            commands += self.luck.choice([[], [left, c.ConfirmPayments(coup=coup)]])
        return commands


def check_prizes(table: RecordedDay) -> int:
    """That table and sheets have the same prizes to pay, coup by coup; gives how many of them a maximum caps."""
    state, rulebook = table.day.state, table.day.rulebook
    capped = 0
    for row in PayoutSheet.objects.filter(casino_id=table.casino_id):
        prizes = {line["ref"]: line["prize"] for line in row.lines if line["prize"]}
        capped += sum(1 for line in row.lines if line["prize"] and line.get("excess"))
        if state.last_coup is not None and state.last_coup.coup == row.coup:
            assert prizes_of(state, row.number, rulebook) == prizes
        if row.coup in state.payments_open:
            done = {paid.ref for paid in state.course.paid if paid.coup == row.coup}
            assert set(unticked(state, row.coup, rulebook)) == (
                prizes.keys() - done - unclaimed_in(state, row.coup)
            )
    return capped


@pytest.mark.django_db
@pytest.mark.clause("it-campione/7")
@pytest.mark.clause("it-campione/8")
@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("it-venezia/general-10")
@pytest.mark.clause("pt-americana/34")
@pytest.mark.clause("pt-francesa/24")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("house", HOUSES)
def test_of_what_lies_over_the_maximum_table_and_sheet_pay_the_same(
    casino_id: int, house: str, seed: int
) -> None:
    player = Player(house, seed)
    table = RecordedDay(casino_id, player.rulebook)
    table.say(player.opening())
    capped = 0
    for _ in range(COUPS):
        for moment in (player.before, player.laid, player.fallen, player.meanwhile, player.put_right):
            for command in moment(table.day):
                table.say(command)
            capped = check_prizes(table)
        for command in player.paid(table):
            table.say(command)
            check_prizes(table)
    assert PayoutSheet.objects.filter(casino_id=casino_id).count() >= COUPS // 2
    assert capped >= 5
