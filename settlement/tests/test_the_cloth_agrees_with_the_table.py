"""Long runs of play, decided as at a real table: what settlement has on the cloth is what the table's state has.

Two parts fold the same events, each for its own ends. Where they disagreed, a stake would be shown that is never
settled, or settled that nobody sees.
"""

import random
from contextlib import suppress

import pytest
from django.db import transaction

from settlement.models import PayoutSheet, StakeOnCloth
from tables.play import commands as c
from tables.play.events import to_record
from tables.play.testing import DayInHand, opening
from tables.roulette.bets import AnnouncedBet, every_bet
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.stream import ANY, NewEvent, append

COUPS = 30
BETS_AT_MOST = 6


class Player:
    """Plays at a table with a luck of its own: much zero, even chances often, and now and then a mistake."""

    def __init__(self, house: str, seed: int) -> None:
        self.rulebook = get_rulebook(house)
        self.luck = random.Random(seed)
        self.bets = every_bet(self.rulebook)

    def number(self) -> int:
        return self.luck.choice([0, self.luck.randrange(37)])

    def placed(self) -> c.PlaceBet:
        bet = self.luck.choice(self.bets)
        code = self.luck.choice([bet.code, self.luck.choice(EVEN_CHANCES)])
        pieces = bet.pieces if isinstance(bet, AnnouncedBet) and code == bet.code else 1
        return c.PlaceBet(player=self.luck.choice("ABC"), bet=code, amount=500 * pieces)

    def coup(self, day: DayInHand) -> list[c.Command]:
        """What is said at the table in one coup; some of it is refused, as it is there."""
        refs = [pending.stake.ref for pending in day.state.choices]
        chosen = [
            c.ChoosePrison(
                ref=ref, choice=self.luck.choice(["stay", "partage", "move:noir", "move:rouge", "move:pair"])
            )
            for ref in refs
            for _ in range(self.luck.randrange(3))
        ]
        first = self.number()
        said = [
            c.AnnounceBetsOpen(),
            *(self.placed() for _ in range(self.luck.randrange(BETS_AT_MOST))),
            *chosen,
            c.WithdrawBet(ref=f"b{self.luck.randrange(1, 100)}"),
            c.LaunchBall(),
            c.CloseBets(),
            c.DeclareNumber(number=first),
        ]
        if self.luck.random() < 0.3:
            second = self.number()
            said += [
                c.DeclareNumber(number=second),
                c.ResolveDiscrepancy(number=self.luck.choice([first, second]), reason="seen by the chief"),
            ]
        return [*said, c.ConfirmPayments()]


class RecordedDay:
    """A day in hand whose events go into the record as they are decided."""

    def __init__(self, casino_id: int, rulebook: Rulebook) -> None:
        self.casino_id = casino_id
        self.day = DayInHand(rulebook, opened=False)
        self.recorded = 0

    def say(self, command: c.Command) -> None:
        """Says it, refused or not."""
        with suppress(Refused):
            self.day.do(command)
        events = [to_record(decided.event) for decided in self.day.events[self.recorded :]]
        self.recorded = len(self.day.events)
        if events:
            with transaction.atomic():
                append(
                    self.casino_id,
                    f"table/{self.day.state.table}/{self.day.state.day}",
                    [NewEvent(type=type_, data=data, occurred_at=self.day.now) for type_, data in events],
                    expected_version=ANY,
                    now=self.day.now,
                )


@pytest.mark.django_db
@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("house", ["it-venezia", "it-campione", "pt-americana"])
def test_after_every_coup_the_same_stakes_lie(casino_id, house, seed):
    player = Player(house, seed)
    table = RecordedDay(casino_id, player.rulebook)
    table.say(opening(player.rulebook))
    for _ in range(COUPS):
        for command in player.coup(table.day):
            table.say(command)
        lying = StakeOnCloth.objects.filter(casino_id=casino_id).order_by("place")
        ours = [(row.ref, row.player, row.bet, row.amount, row.level) for row in lying]
        assert ours == [(bet.ref, bet.player, bet.bet, bet.amount, bet.level) for bet in table.day.state.bets]
    sheets = PayoutSheet.objects.filter(casino_id=casino_id)
    assert sheets.count() == COUPS
    assert not sheets.filter(withheld=True).exists()
    assert sheets.filter(total_prize__gt=0).exists()
