"""What a settled coup and each money event move, from which place to which, in minor units."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import pytest

from settlement.ledger.accounts import Account
from settlement.ledger.coup_money import coup_effect
from settlement.ledger.event_money import MOVES, moves_of
from settlement.ledger.moves import Move, Route, effect_of, moves_between
from settlement.ledger.reasons import Reason
from tables.play import events as e
from tables.roulette.rulebook import Limits


class SoFar:
    """A ledger that knows just this."""

    def __init__(
        self,
        float_: int = 0,
        *,
        counted: bool = True,
        colours: int = 0,
        late: Mapping[str, int] | None = None,
        played: Sequence[str] = (),
        **change: Any,
    ) -> None:
        self._float = float_
        self._colours = colours
        self._late = late or {}
        self._played = played
        self._counted = counted
        self._change = change

    def float_stands(self) -> int:
        return self._float

    def float_was_counted(self) -> bool:
        return self._counted

    def colours_stand(self) -> int:
        return self._colours

    def colours_moved_at(self, version: int) -> int:
        return self._colours

    def late_chips(self) -> Mapping[str, int]:
        return self._late

    def late_worth(self, minimum: int | None = None) -> int:
        return 500 if minimum is None else minimum

    def colour_is_played(self, colour: str, ref: str) -> bool:
        return colour in self._played

    def refs_of_difference(self, difference: str) -> Sequence[str]:
        return ("b1",)

    def handed_for_change(self, number: int) -> tuple[e.Handed, int]:
        handed: tuple[e.Handed, int] = self._change[f"c{number}"]
        return handed


def line(ref: str, stake: int, prize: int = 0, returned: int = 0, held: int = 0) -> dict[str, Any]:
    return {"ref": ref, "stake": stake, "prize": prize, "returned": returned, "held": held}


def brought(moves: list[Move]) -> dict[Account, int]:
    """What came to each place in all; what came and went again is left out."""
    places: Counter[Account] = Counter()
    for move in moves:
        for _, account, amount in move.entries():
            places[account] += amount
    return {account: amount for account, amount in places.items() if amount}


def test_a_lost_stake_goes_to_the_float_and_a_prize_goes_out_once_it_is_paid() -> None:
    lines = [line("b1", 500), line("b2", 1000, prize=35000, returned=1000)]
    assert coup_effect(lines, [None, None], paid=False) == {
        Route(Reason.STAKES_LOST, Account.PLAYERS, Account.FLOAT): 500
    }
    assert coup_effect(lines, [None, None], paid=True) == {
        Route(Reason.STAKES_LOST, Account.PLAYERS, Account.FLOAT): 500,
        Route(Reason.PRIZES, Account.FLOAT, Account.PLAYERS): 35000,
    }


def test_a_stake_in_prison_is_its_players_and_of_a_halved_one_the_bank_takes_half() -> None:
    lines = [line("b1", 500, held=500), line("b2", 501, returned=251)]
    assert coup_effect(lines, [None, None], paid=True) == {
        Route(Reason.STAKES_LOST, Account.PLAYERS, Account.FLOAT): 250
    }


def test_chips_of_a_colour_are_lost_to_the_colours_of_the_table_and_prizes_are_paid_out_of_them() -> None:
    lines = [line("b1", 100), line("b2", 100, prize=800, returned=100)]
    assert coup_effect(lines, ["red", "red"], paid=True) == {
        Route(Reason.STAKES_LOST, Account.PLAYERS, Account.COLOURS): 100,
        Route(Reason.PRIZES, Account.COLOURS, Account.PLAYERS): 800,
    }


@pytest.mark.clause("pt-americana/31")
def test_prize_beyond_the_colour_is_paid_from_the_float() -> None:
    lines = [line("b1", 100), line("b2", 100, prize=800, returned=100)]
    assert coup_effect(lines, ["red", "red"], paid=True, in_colours={"red": 500}) == {
        Route(Reason.STAKES_LOST, Account.PLAYERS, Account.COLOURS): 100,
        Route(Reason.PRIZES, Account.COLOURS, Account.PLAYERS): 600,
        Route(Reason.PRIZES, Account.FLOAT, Account.PLAYERS): 200,
    }
    assert coup_effect(lines, ["red", "red"], paid=False, in_colours={"red": 500}) == {
        Route(Reason.STAKES_LOST, Account.PLAYERS, Account.COLOURS): 100
    }


@pytest.mark.clause("pt-americana/16")
def test_late_chips_are_owed_for_at_the_minimum() -> None:
    left = e.ColourRedeemed(colour="red", player="P1", count=20, value=1500, amount=30_000, still_out=3)
    assert brought(moves_of(left, SoFar())) == {
        Account.FLOAT: -30_000,
        Account.COLOURS: 30_000 + 3 * 1000,
        Account.PLAYERS: -3 * 1000,
    }
    came = e.LateChipsRedeemed(colour="red", player="P9", count=3, value=500, amount=1500, still_out=0)
    assert brought(moves_of(came, SoFar())) == {Account.FLOAT: -1500, Account.COLOURS: 1500}
    lower, higher = Limits(minimum=500), Limits(minimum=700)
    raised = e.LimitsChanged(previous=lower, limits=higher)
    assert brought(moves_of(raised, SoFar(late={"red": 3}))) == {Account.COLOURS: -600, Account.PLAYERS: 600}
    assert moves_of(raised, SoFar()) == []


def test_a_prize_that_nobody_claimed_is_not_among_the_prizes_paid() -> None:
    lines = [line("b1", 100, prize=3500, returned=100)]
    assert coup_effect(lines, [None], paid=True, held=["b1"]) == {}


def test_amended_coup_moves_the_discrepancy_and_reverses() -> None:
    before = coup_effect([line("b1", 100), line("b2", 50)], [None, None], paid=True)
    after = coup_effect([line("b1", 100, prize=200, returned=100), line("b2", 50)], [None, None], paid=True)
    assert moves_between(before, after) == [
        Move(Reason.STAKES_LOST, Account.PLAYERS, Account.FLOAT, -100),
        Move(Reason.PRIZES, Account.FLOAT, Account.PLAYERS, 200),
    ]
    assert effect_of([*moves_between({}, before), *moves_between(before, after)]) == after
    assert moves_between(after, after) == []


def test_the_first_count_of_a_float_is_what_lay_there_before_the_record() -> None:
    counted = e.FloatCounted(moment="opening", pieces={1000: 50}, total=50000)
    first = [Move(Reason.FIRST_COUNT, Account.BEFORE, Account.FLOAT, 50000)]
    assert moves_of(counted, SoFar(counted=False)) == first
    moved_before = SoFar(float_=-2000, counted=False)
    assert brought(moves_of(counted, moved_before)) == {Account.BEFORE: -52000, Account.FLOAT: 52000}


@pytest.mark.parametrize(("moment", "source"), [("opening", Account.VARIANCE), ("closing", Account.PLAYERS)])
def test_a_difference_at_the_opening_is_a_variance_and_at_the_closing_was_played(
    moment: e.Moment, source: Account
) -> None:
    counted = e.FloatCounted(moment=moment, pieces={1000: 49}, total=49000)
    assert brought(moves_of(counted, SoFar(float_=50000))) == {source: 1000, Account.FLOAT: -1000}
    assert moves_of(counted, SoFar(float_=49000)) == []


def test_notes_changed_for_chips_lie_at_the_table_and_chips_for_chips_move_nothing_in_the_end() -> None:
    def made(handed: e.Handed) -> dict[Account, int]:
        requested = e.ChangeRequested(
            number=1, receipt="r", player="P1", handed=handed, given={5000: 1}, total=5000, wanted={}
        )
        done = e.ChangeFinished(number=1, receipt="r", player="P1", paid_out={500: 10}, total=5000)
        so_far = SoFar(c1=(handed, 5000))
        return brought([*moves_of(requested, so_far), *moves_of(done, so_far)])

    assert made("notes") == {
        Account.OUTSIDE: -5000,
        Account.CASH: 5000,
        Account.FLOAT: -5000,
        Account.PLAYERS: 5000,
    }
    assert made("chips") == {}


@pytest.mark.parametrize("handed", ["notes", "chips"])
def test_change_that_is_given_back_leaves_all_as_it_was(handed: e.Handed) -> None:
    so_far = SoFar(c1=(handed, 5000))
    requested = e.ChangeRequested(
        number=1, receipt="r", player="P1", handed=handed, given={5000: 1}, total=5000, wanted={}
    )
    back = e.ChangeGivenBack(number=1, receipt="r", player="P1")
    assert brought(moves_of(requested, so_far)) == {
        Account.CHANGE: 5000,
        Account.OUTSIDE if handed == "notes" else Account.PLAYERS: -5000,
    }
    assert brought([*moves_of(requested, so_far), *moves_of(back, so_far)]) == {}


def test_a_colour_bought_and_redeemed_in_full_leaves_all_as_it_was() -> None:
    bought = e.ColourAssigned(colour="red", player="P1", value=100, count=20, amount=2000)
    redeemed = e.ColourRedeemed(colour="red", player="P1", count=20, value=100, amount=2000, still_out=0)
    assert brought(moves_of(bought, SoFar())) == {Account.FLOAT: 2000, Account.COLOURS: -2000}
    assert brought([*moves_of(bought, SoFar()), *moves_of(redeemed, SoFar())]) == {}


def test_a_seat_that_buys_in_and_leaves_takes_its_own_money_along() -> None:
    came, left = e.BoughtIn(seat="1", amount=5000), e.SeatLeft(seat="1", amount=5000)
    assert brought(moves_of(came, SoFar())) == {
        Account.OUTSIDE: -5000,
        Account.CASH: 5000,
        Account.FLOAT: -5000,
        Account.SEATS: 5000,
    }
    assert brought([*moves_of(came, SoFar()), *moves_of(left, SoFar())]) == {}


def test_a_seat_stakes_out_of_its_balance_and_wins_into_it() -> None:
    staked = e.SeatStaked(coup=1, seat="1", amount=300, bets=())
    won = e.WinsCredited(coup=1, number=7, wins={"1": 3600, "2": 200})
    other = e.WinsCredited(coup=1, number=8, wins={}, taken_back={"1": 3600, "2": 50}, short={"2": 150})
    assert brought(moves_of(staked, SoFar())) == {Account.SEATS: -300, Account.FLOAT: 300}
    assert brought(moves_of(won, SoFar())) == {Account.FLOAT: -3800, Account.SEATS: 3800}
    assert brought(moves_of(other, SoFar())) == {Account.SEATS: -3650, Account.FLOAT: 3650}
    back = e.StakesReturned(coup=1, stakes={"1": 300})
    assert brought([*moves_of(staked, SoFar()), *moves_of(back, SoFar())]) == {}


def test_cash_comes_from_outside_and_its_chips_go_to_the_players() -> None:
    taken = e.CashTaken(total=15000, pieces={5000: 3})
    assert brought(moves_of(taken, SoFar())) == {
        Account.OUTSIDE: -15000,
        Account.CASH: 15000,
        Account.FLOAT: -15000,
        Account.PLAYERS: 15000,
    }


def test_cash_that_is_corrected_moves_the_difference_to_either_side() -> None:
    taken = e.CashTaken(total=15000)
    for total in (0, 5000, 25000):
        right = e.CashCorrected(taken=7, before=15000, total=total, reason="a note was two")
        assert brought([*moves_of(taken, SoFar()), *moves_of(right, SoFar())]) == brought(
            moves_of(e.CashTaken(total=total), SoFar())
        )


def test_tips_come_from_the_players_and_a_second_count_moves_the_difference() -> None:
    first = e.TipsCounted(shift="night", total=6000)
    again = e.TipsCounted(shift="night", total=5500, before=6000, reason="one chip was the table's")
    assert brought(moves_of(first, SoFar())) == {Account.PLAYERS: -6000, Account.TIPS: 6000}
    both = [*moves_of(first, SoFar()), *moves_of(again, SoFar())]
    assert brought(both) == {Account.PLAYERS: -5500, Account.TIPS: 5500}


def test_a_fill_comes_from_the_way_and_a_credit_goes_onto_it() -> None:
    fill = e.FillReceived(slip="F-000001", pieces={500: 10}, total=5000)
    assert brought(moves_of(fill, SoFar())) == {Account.TRANSIT: -5000, Account.FLOAT: 5000}
    left = e.CreditHandedOver(slip="C-000001", pieces={500: 10}, total=5000)
    over = moves_of(left, SoFar())
    assert brought(over) == {Account.FLOAT: -5000, Account.TRANSIT: 5000}
    back = e.SlipVoidReported(
        slip="C-000001", pieces={500: 10}, total=5000, kind="credit", reason="nobody came"
    )
    assert brought([*over, *moves_of(back, SoFar())]) == {}


def test_every_event_that_names_an_amount_moves_it_or_is_known_to_move_nothing() -> None:
    amounts = {"amount", "total", "held", "wins", "prize", "won"}
    unmoved = {
        e.BetPlaced,  # a stake is its player's until it is lost
        e.BetReplayed,  # its chips go from the prize onto the cloth: the player's, both
        e.AnnouncementRefused,
        e.LateBetSeen,
        e.WinUnclaimed,  # it lies beside the cloth: nothing has moved yet
        e.HeldReceipted,  # it lies where it lay
        e.HeldCounted,  # its chips lie where they were set aside
        e.ColourChipsPresented,  # they are counted, and paid with the redemption
        e.OldSeriesSeen,
        e.FillRequested,  # the chips are still where they were
        e.CreditRequested,
        e.PrisonEnded,  # what the bank has of it moves with its sheet
        e.PrizesPaid,  # what is paid moves with its sheet
        e.TableOpened,  # what a day hands to the next stays where it is
        e.TableClosed,
    }
    named = {event for event in get_args(e.AnyEvent) if amounts & set(event.__struct_fields__)}
    assert named - unmoved <= MOVES.keys()


def test_a_payment_in_chips_of_a_colour_that_is_played_no_more_is_put_right_out_of_the_float() -> None:
    differed = e.PaymentDiffered(
        difference="x1",
        coup=1,
        refs=("b1",),
        player="P1",
        bet="plein:17",
        worked_out=0,
        paid=35000,
        reason="",
        colour="red",
    )
    decided = e.PaymentDifferenceDecided(
        difference="x1", coup=1, player="P1", outcome="given_back", amount=-35000, reason="", colour="red"
    )
    in_play, redeemed = SoFar(played=("red",)), SoFar()
    assert brought(moves_of(differed, in_play)) == {Account.COLOURS: -35000, Account.PLAYERS: 35000}
    assert brought(moves_of(decided, in_play)) == {Account.COLOURS: 35000, Account.PLAYERS: -35000}
    assert brought(moves_of(differed, redeemed)) == {Account.FLOAT: -35000, Account.PLAYERS: 35000}
    assert brought(moves_of(decided, redeemed)) == {Account.FLOAT: 35000, Account.PLAYERS: -35000}
