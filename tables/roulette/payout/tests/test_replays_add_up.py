"""What holds for every replay under every rulebook: it adds up, it can be placed, and settlement says the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.roulette.bets import AnnouncedBet, every_bet, expand, parse_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.payout.engine import settle_coup
from tables.roulette.replay import open_replays, replay_of
from tables.roulette.stake import Stake

HOUSES = tuple(rulebooks())
WITH_REPLAYS = tuple(house for house in HOUSES if get_rulebook(house).replays)
Drawn = tuple[str, AnnouncedBet, int, int]


@st.composite
def announced_bets(draw: st.DrawFn, houses: tuple[str, ...]) -> Drawn:
    house = draw(st.sampled_from(houses))
    bets = [bet for bet in every_bet(get_rulebook(house)) if isinstance(bet, AnnouncedBet)]
    bet = draw(st.sampled_from(bets))
    return house, bet, bet.pieces * draw(st.integers(1, 10**7)), draw(st.integers(0, 36))


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.clause("pt-americana/28")
@given(announced_bets(WITH_REPLAYS))
@settings(max_examples=400, deadline=None)
def test_win_and_stake_are_what_stays_is_re_staked_and_paid_out(drawn: Drawn) -> None:
    house, bet, amount, number = drawn
    for way in open_replays(get_rulebook(house), bet, amount, number):
        assert way.won + way.stake == way.stays + way.restaked + way.paid_out
        assert min(way.won, way.stake, way.stays, way.restaked, way.paid_out) >= 0
        placed = way.amount + sum(value for _, value in way.beside)
        assert placed == way.stays + way.restaked
        assert way.amount % amount == 0
        again = parse_bet(way.bet, get_rulebook(house))
        assert isinstance(again, AnnouncedBet)
        assert again.code == bet.code
        assert sum(value for _, value in expand(again, way.amount)) == way.amount


@pytest.mark.clause("it-venezia/replay")
@given(announced_bets(WITH_REPLAYS))
@settings(max_examples=400, deadline=None)
def test_a_replay_reckons_with_what_settlement_pays(drawn: Drawn) -> None:
    house, bet, amount, number = drawn
    book = get_rulebook(house)
    (line,) = settle_coup(book, [Stake(ref="a", player="A", bet=bet.code, amount=amount)], number).lines
    ways = open_replays(book, bet, amount, number)
    open_to_it = [rule for rule in book.replays.values() if not rule.bets or bet.kind in rule.bets]
    assert [way.kind for way in ways] == [rule.kind for rule in open_to_it if line.outcome == "won"]
    won_on = tuple((chip.bet, chip.stake) for chip in line.chips if chip.outcome == "won")
    for way in ways:
        assert (way.won, way.stake) == (line.prize, line.returned)
        assert way.beside in ((), won_on)
        assert replay_of(book, way.kind, bet, amount, number) == way


@given(announced_bets(tuple(set(HOUSES) - set(WITH_REPLAYS))))
@settings(max_examples=50, deadline=None)
def test_a_house_without_replays_offers_none(drawn: Drawn) -> None:
    house, bet, amount, number = drawn
    assert open_replays(get_rulebook(house), bet, amount, number) == ()
