"""Several prizes of one player are paid at one time and kept apart, each with its own bet (pt-americana/32)."""

from typing import Any

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.lines import Line
from testkit.payout import settled
from testkit.shift import JudgedDay

pytestmark = pytest.mark.clause("pt-americana/32")

A = ("douzaine:2", "plein:17", "cheval:17-20")
"""What A has on 17, with a prize each: two, 35 and 17 times the stake."""


def won(lines: tuple[Line, ...], player: str) -> dict[str, int]:
    return {line.bet: line.prize for line in lines if line.player == player}


def paid_at_17(*bets: tuple[str, str]) -> JudgedDay:
    """A day with these bets of 10, laid in this order (b1, b2, ...), of which 17 has come."""
    day = JudgedDay(get_rulebook("pt-americana"))
    placed = [c.PlaceBet(player=player, bet=bet, amount=1_000) for player, bet in bets]
    day.do(c.AnnounceBetsOpen(), *placed, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    return day


def broken(day: JudgedDay) -> list[tuple[str, str]]:
    return [(each.clause, each.code) for each in day.of_type(e.ViolationRaised)]


def test_each_prize_of_a_player_has_a_line_with_its_bet_and_none_is_added_up() -> None:
    placed = [("A", bet, 1_000) for bet in A]
    coup = settled("pt-americana", 17, *placed, ("B", "plein:17", 500))
    assert won(coup.lines, "A") == {"douzaine:2": 2_000, "plein:17": 35_000, "cheval:17-20": 17_000}
    assert won(coup.lines, "B") == {"plein:17": 17_500}


def test_two_equal_bets_of_a_player_are_two_prizes() -> None:
    coup = settled("pt-americana", 17, ("A", "plein:17", 1_000), ("A", "plein:17", 1_000))
    assert [(line.ref, line.prize) for line in coup.lines] == [("a", 35_000), ("b", 35_000)]
    assert coup.order == ("a", "b")


def test_the_players_own_prizes_keep_the_order_of_article_30_among_themselves() -> None:
    coup = settled("pt-americana", 17, *(("A", bet, 1_000) for bet in reversed(A)))
    bets = {line.ref: line.bet for line in coup.lines}
    assert [bets[ref] for ref in coup.order] == ["douzaine:2", "cheval:17-20", "plein:17"]


def test_all_prizes_of_a_player_in_one_go_break_nothing_though_anothers_lie_between() -> None:
    # By article 30 alone B's column would come before A's cavalo and pleno.
    day = paid_at_17(("A", "colonne:35"), ("B", "douzaine:2"), ("A", "plein:17"), ("A", "cheval:17-20"))
    (paid,) = day.do(c.PayLines(coup=1, refs=("b1", "b4", "b3")))
    assert isinstance(paid, e.PrizesPaid) and paid.ahead == ()
    day.do(c.PayLines(coup=1, refs=("b2",)), c.ConfirmPayments())
    assert broken(day) == []


def test_a_player_paid_in_part_before_another_is_paid_is_a_violation() -> None:
    day = paid_at_17(("A", "colonne:35"), ("B", "douzaine:2"), ("A", "plein:17"))
    day.do(c.PayLines(coup=1, refs=("b1",)), c.PayLines(coup=1, refs=("b2",)))
    assert broken(day) == [("pt-americana/32", "other-player-paid-first")]
    (raised,) = day.of_type(e.ViolationRaised)
    first: Any = [{"bet": "plein:17", "player": "A"}]
    assert list(raised.parameters["first"]) == first


def test_single_prize_is_paid_at_the_place_of_the_bet() -> None:
    coup = settled(
        "pt-americana", 17, ("A", "plein:17", 1_000), ("B", "colonne:35", 1_000), ("C", "noir", 1_000)
    )
    assert coup.order == ("b", "c", "a")
