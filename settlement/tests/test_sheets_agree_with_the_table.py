"""Long runs of play, decided as at a real table: what a sheet says of its stakes is what the table does with them.

A sheet is settled again with what was chosen and put right since; the table moves the stakes themselves. Where they
disagreed, a stake would be shown in prison that nobody has there, or a win as unclaimed that is not held.
"""

import random
from math import lcm

import pytest

from settlement.models import PayoutSheet
from settlement.played_coups import what_if_day
from settlement.tests.recorded_day import RecordedDay
from tables.play import commands as c
from tables.play.events import Person
from tables.roulette.bets import AnnouncedBet, every_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import EVEN_CHANCES
from testkit.play import DayInHand, opening

COUPS = 20
BETS_AT_MOST = 8


class Player:
    """Plays at a table with a luck of its own: much zero, even chances often, and now and then a mistake."""

    def __init__(self, house: str, seed: int) -> None:
        self.rulebook = get_rulebook(house)
        self.luck = random.Random(seed)
        self.bets = every_bet(self.rulebook)
        self.series = [bet for bet in self.bets if isinstance(bet, AnnouncedBet) and ":" not in bet.code]

    def number(self) -> int:
        return self.luck.choice([0, self.luck.randrange(37)])

    def placed(self) -> c.PlaceBet:
        bet = self.luck.choice([self.luck.choice(self.bets), self.luck.choice(self.series), None])
        code = bet.code if bet else self.luck.choice(EVEN_CHANCES)
        pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
        return c.PlaceBet(
            player=self.luck.choice("ABC"),
            bet=code,
            # What the series of the American game divides into as well.
            amount=lcm(5_000, pieces) if pieces > 1 else 500,
            layout=self.luck.choice([1, 1, 2]) if self.rulebook.layouts else 1,
            chip=self.luck.choice([None, 500]),
            on_behalf_of=self.luck.choice([None, None, "D"]),
        )

    def opening(self) -> c.OpenTable:
        """A double table where the house has them."""
        return opening(self.rulebook, double=self.rulebook.layouts is not None)

    def coup(self, day: DayInHand) -> list[c.Command]:
        """What is drawn at the table until the number; some of it is refused, as it is there."""
        disputed = self.dispute(day, coup=day.state.coup)
        return [
            c.AnnounceBetsOpen(),
            *(self.placed() for _ in range(self.luck.randrange(BETS_AT_MOST))),
            *self.chosen(day),
            c.WithdrawBet(ref=f"b{self.luck.randrange(1, 100)}"),
            *self.abandoned(day),
            c.LaunchBall(),
            *self.luck.choice([[c.CloseBets(), *disputed], [*disputed, c.CloseBets()]]),
            c.DeclareNumber(number=self.number()),
        ]

    def chosen(self, day: DayInHand) -> list[c.Command]:
        """What the owners of stakes in prison choose, and choose again."""
        ways = ["stay", "partage", "move:noir", "move:rouge", "move:pair"]
        return [
            c.ChoosePrison(ref=pending.stake.ref, choice=self.luck.choice(ways))
            for pending in day.state.choices
            for _ in range(self.luck.randrange(2, 5))
        ]

    def replays(self, day: DayInHand) -> list[c.Command]:
        """Most of what lay is asked to be played again: much of it did not win, or is no announced bet."""
        if not self.rulebook.replays:
            return []
        return [
            c.ReplayBet(ref=bet.ref, replay=self.luck.choice(list(self.rulebook.replays)))
            for bet in day.state.settled_bets
            if self.luck.random() < 0.9
        ]

    def lie_on(self, day: DayInHand) -> list[c.Command]:
        """Of the stakes that stay some are asked back, some are moved, and some left."""
        lying_on = [bet.ref for bet in day.state.bets if bet.stays_of]
        drawn: list[c.Command] = [c.WithdrawBet(ref=ref) for ref in lying_on if self.luck.random() < 0.3]
        return drawn + [c.MoveBet(ref=ref, bet="pair") for ref in lying_on if self.luck.random() < 0.3]

    def put_back(self, day: DayInHand) -> list[c.Command]:
        """Now and then a free bet of the last number is put back elsewhere, before all is paid; some had chosen."""
        drawn = self.luck.choice([[], self.chosen(day)])
        return drawn + [
            c.ReconstituteBets(
                bets=(c.PutBack(ref=bet.ref, bet=self.luck.choice(self.bets).code),),
                basis="staff",
                decided_by=Person(id="chief", name="Chief"),
            )
            for bet in day.state.settled_bets
            if self.rulebook.reconstitution and not bet.level and self.luck.random() < 0.1
        ]

    def dispute(self, day: DayInHand, *, coup: int | None = None) -> list[c.Command]:
        """Now and then a second number, for the last coup or for one before it, and the decision which stands."""
        if self.luck.random() > 0.3 or day.state.number is None:
            return []
        second = self.number()
        stands = self.luck.choice([day.state.number, second])
        return [
            c.DeclareNumber(number=second, coup=coup),
            c.ResolveDiscrepancy(number=stands, reason="seen by the chief"),
        ]

    def abandoned(self, day: DayInHand) -> list[c.Command]:
        """One of the stakes of this coup, where such are held."""
        if self.rulebook.held is None:
            return []
        return [c.SeeAbandoned(ref=f"b{day.state.bets_numbered + self.luck.randrange(1, 9)}")]

    def payments(self, day: DayInHand) -> list[c.Command]:
        """Nobody claims most of what has won, where that is held."""
        if self.rulebook.held is None:
            return [c.ConfirmPayments()]
        unclaimed = [bet.ref for bet in day.state.settled_bets if self.luck.random() < 0.8]
        coup = day.state.coup
        return [*(c.SeeUnclaimed(coup=coup, refs=(ref,)) for ref in unclaimed), c.ConfirmPayments()]


def held_by_the_sheet(casino_id: int) -> dict[str, int]:
    """What the sheet of the last coup says that it holds in prison, by bet with its level."""
    sheet = PayoutSheet.objects.filter(casino_id=casino_id).order_by("coup").last()
    return {line["ref"]: line["level"] for line in sheet.lines if line["held"]} if sheet else {}


def in_prison(day: DayInHand) -> dict[str, int]:
    return {bet.ref: bet.level for bet in day.state.bets if bet.level}


def noted_replays(casino_id: int, day: DayInHand) -> set[str]:
    """The bets of the last coup that its sheet says were played again."""
    return set(PayoutSheet.objects.get(casino_id=casino_id, coup=day.state.coup).replays)


def noted_unclaimed(casino_id: int) -> set[tuple[int, str]]:
    """What the sheets say that nobody claimed and that has not ended, by coup and bet."""
    sheets = PayoutSheet.objects.filter(casino_id=casino_id)
    return {(sheet.coup, ref) for sheet in sheets for ref in sheet.unclaimed}


def unclaimed_at_table(day: DayInHand) -> set[tuple[int, str]]:
    wins = (held for held in day.state.held.items if held.kind == "win")
    return {(held.coup, ref) for held in wins for ref in held.bets}


@pytest.mark.django_db
@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-campione/19")
@pytest.mark.clause("it-venezia/general-5")
@pytest.mark.clause("it-venezia/general-8")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("seed", [7, 8, 11])
@pytest.mark.parametrize("house", ["it-venezia", "it-campione", "pt-americana"])
def test_after_every_coup_the_sheets_say_what_the_table_does(casino_id: int, house: str, seed: int) -> None:
    player = Player(house, seed)
    table = RecordedDay(casino_id, player.rulebook)
    table.say(player.opening())
    imprisoned: set[str] = set()
    for _ in range(COUPS):
        moments = (
            player.coup, player.replays, player.dispute, player.replays, player.put_back, player.lie_on,
            player.payments, player.lie_on,
        )  # fmt: skip
        for moment in moments:
            for command in moment(table.day):
                table.say(command)
            assert held_by_the_sheet(casino_id) == in_prison(table.day)
            imprisoned |= in_prison(table.day).keys()
            assert noted_unclaimed(casino_id) == unclaimed_at_table(table.day)
        assert noted_replays(casino_id, table.day) == {done.ref for done in table.day.state.replayed}
    sheets = PayoutSheet.objects.filter(casino_id=casino_id)
    assert sheets.count() == COUPS
    assert not sheets.filter(withheld=True).exists()
    assert sheets.filter(total_prize__gt=0).exists()
    assert sheets.exclude(replays={}).exists() == bool(player.rulebook.replays)
    assert sheets.exclude(unclaimed={}).exists() == (player.rulebook.held is not None)
    assert bool(imprisoned) == (player.rulebook.zero.prison is not None)
    of_day = (casino_id, table.day.state.table, table.day.state.day)
    by_itself = what_if_day(*of_day, player.rulebook)
    assert (len(by_itself.coups), by_itself.differing) == (COUPS, 0)
    for other in rulebooks().values():
        compared = what_if_day(*of_day, other)
        assert compared.difference == compared.paid.bank - compared.not_settled.bank - compared.would.bank
