"""The ledger of a simulated day, held against a sum over its raw events that knows nothing of sheets and entries."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from settlement.day_entries import movements_of
from settlement.day_ledger import ledger_of_table
from settlement.day_stretches import hours_of
from settlement.figures.figures import counted, estimated
from settlement.ledger.accounts import Account
from settlement.simulation.recording import simulate_and_record
from settlement.table_ledger import TableLedger
from tables.house.models import Casino, GamingTable
from tables.house.streams import table_stream
from tables.play import events as e
from tables.play.testing import opening
from tables.roulette.bets import AnnouncedBet, expand, parse_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from tables.stream import read_stream

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
BEGINS = datetime(2026, 11, 20, 14, 45, tzinfo=UTC)
TOMORROW = BEGINS + timedelta(days=1)


class OnTheCloth:
    """The bets of a table without a prison, coup by coup, as events tell them."""

    def __init__(self, rulebook: Rulebook, wheel: str) -> None:
        self.rulebook, self.wheel = rulebook, wheel
        self.lying: dict[str, tuple[str, int]] = {}
        self.coups: dict[int, dict[str, tuple[str, int]]] = {}
        self.numbers: dict[int, int] = {}

    def take(self, event: e.Event) -> None:
        match event:
            case e.BetPlaced():
                self.lying[event.ref] = (event.bet, event.amount)
            case e.BetWithdrawn():
                self.lying.pop(event.ref, None)
            case e.NumberFell():
                self.coups[event.coup], self.lying = self.lying, {}
                self.numbers[event.coup] = event.number
            case e.DiscrepancyResolved():
                self.numbers[event.coup] = event.number
            case e.BetsReconstituted():
                for each in event.bets:
                    self.coups[event.coup][each.ref] = (each.after, self.coups[event.coup][each.ref][1])

    def turnover(self) -> int:
        return sum(amount for coup in self.coups.values() for _, amount in coup.values())

    def brought(self) -> int:
        """By the plain rule: a chip on so many numbers wins 36 divided by them, less itself; else it is lost."""
        return sum(
            self._chip(numbers, amount, self.numbers[coup])
            for coup, bets in self.coups.items()
            for bet, whole in bets.values()
            for numbers, amount in self._chips(bet, whole)
        )

    def _chips(self, code: str, amount: int) -> Sequence[tuple[frozenset[int], int]]:
        bet = parse_bet(code, self.rulebook, wheel=self.wheel)
        if isinstance(bet, AnnouncedBet):
            return [(each.numbers, chip) for each, chip in expand(bet, amount)]
        return [(bet.numbers, amount)]

    @staticmethod
    def _chip(numbers: frozenset[int], amount: int, fell: int) -> int:
        return -amount * (36 // len(numbers) - 1) if fell in numbers else amount


def simulated(casino_id: int, house: str, seed: int, coups: int = 40) -> TableLedger:
    """The ledger of a day made up at a table whose float is counted."""
    rulebook = get_rulebook(house)
    command = replace(opening(rulebook, table="RF1", day=DAY), counts_float=True)
    Casino.objects.create(id=casino_id, name="Casino")
    table = GamingTable.objects.create(
        casino_id=casino_id,
        code="RF1",
        name=rulebook.title,
        rulebook=rulebook.id,
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
    )
    simulate_and_record(table, command, opens_at=BEGINS, now=TOMORROW, coups=coups, seed=seed)
    ledger = ledger_of_table(casino_id, "RF1", DAY)
    assert ledger is not None
    return ledger


@pytest.mark.parametrize("house", rulebooks())
def test_the_hours_and_the_float_of_every_house_come_to_the_same(casino_id: int, house: str) -> None:
    ledger = simulated(casino_id, house, seed=3)
    hours = hours_of(casino_id, [ledger], now=TOMORROW, zone=ZoneInfo("Europe/Rome"))["RF1"]
    assert len(hours) > 1
    assert sum(hour.win.amount or 0 for hour in hours) == ledger.win.amount
    assert sum(hour.drop.amount or 0 for hour in hours) == ledger.drop.amount
    assert hours[-1].float.amount == (ledger.closing - ledger.colours_out).amount
    assert (ledger.float_by_record + ledger.float_difference).amount == ledger.closing.amount


@pytest.mark.parametrize("house", rulebooks())
def test_players_bring_cash_for_what_they_stake_and_the_win_is_about_what_the_bets_brought(
    casino_id: int, house: str
) -> None:
    ledger = simulated(casino_id, house, seed=3)
    taken, brought, turnover = (ledger.drop.amount, ledger.by_bets.amount, ledger.turnover.amount)
    assert taken and turnover and brought is not None and ledger.win.amount is not None
    assert abs(ledger.win.amount - brought) < turnover / 20


@pytest.mark.parametrize("seed", [2, 5])
def test_the_ledgers_figures_are_those_of_the_raw_events(casino_id: int, seed: int) -> None:
    ledger = simulated(casino_id, "pt-francesa", seed)
    cloth, sums, notes = OnTheCloth(get_rulebook("pt-francesa"), "french"), Counter[str](), set()
    for recorded in read_stream(casino_id, table_stream("RF1", DAY)):
        event = e.from_record(recorded.type, recorded.data)
        cloth.take(event)
        match event:
            case e.FloatCounted():
                sums[event.moment] = event.total
            case e.ChangeAsked(handed="notes"):
                notes.add(event.number)
            case e.ChangeFinished() if event.number in notes:
                sums["drop"] += event.total
            case e.CashTaken():
                sums["drop"] += event.total
            case e.DisputeDecided():
                sums["decided"] += event.amount
            case e.HeldPaidIn() | e.HeldEnded():
                sums["paid in"] += event.held.amount
            case e.ChipsAdvanced():
                sums["advanced"] += event.amount
            case e.AdvanceRepaid():
                sums["advanced"] -= event.amount
    assert cloth.turnover() > 0
    assert ledger.coups == len(cloth.coups) == 40
    assert ledger.turnover == counted(cloth.turnover())
    assert ledger.by_bets == estimated(cloth.brought(), "bets")
    assert ledger.theoretical.amount == round(cloth.turnover() / 37)
    assert ledger.drop == counted(sums["drop"])
    assert (ledger.opening, ledger.closing) == (counted(sums["opening"]), counted(sums["closing"]))
    assert ledger.win == counted(sums["drop"] + sums["closing"] - sums["opening"])
    moved = sum(
        each.to(Account.FLOAT) for each in movements_of(casino_id, "RF1", DAY) if "count" not in each.reason
    )
    assert sums["drop"] > 0
    assert moved == (cloth.brought() - sums["decided"] - sums["drop"] + sums["paid in"] - sums["advanced"]), (
        "what the entries moved in the float is what the bets, disputes, change and held items did"
    )
