"""Chips of simulated players, from their purchase to their payment: colours at tables with colours, balances at live
ones.
"""

from collections.abc import Sequence
from random import Random

from tables.play import commands as c
from tables.play.colours.chips_out import chips_in_hand, chips_out
from tables.play.colours.questions import unplayable
from tables.play.events import SeatBet
from tables.simulation.bettors import Bettor, Choices
from tables.simulation.day_under_way import CHIEF, DayUnderWay
from tables.simulation.purses import in_notes

CHIPS_AT_ONCE = 60
"""Chips that a player buys at a time."""
UNITS_FOR_NOTES = 20
"""Stakes for which a player hands notes over at a time."""


def sit_down(day: DayUnderWay, players: Sequence[Bettor]) -> tuple[Bettor, ...]:
    """Let the players buy their chips. Return those who found a place."""
    for player in players:
        buy_in(day, player)
    colours = day.state.colours
    if day.rulebook.seats is not None or not colours.registered:
        return tuple(players)
    return tuple(player for player in players if colours.of_player(player.seat))


def buy_in(day: DayUnderWay, player: Bettor) -> None:
    """Give a player a balance at a seat, or chips of a colour if one is free."""
    assert day.state.limits is not None
    value = day.state.limits.minimum
    count = CHIPS_AT_ONCE * player.units
    if day.rulebook.seats is not None:
        day.must(c.BuyIn(seat=player.seat, amount=value * count))
    elif day.state.colours.registered and (free := day.state.colours.free):
        _take_cash(day, player, value * count)
        colour = player.colour if player.colour in free else free[0]
        day.must(c.AssignColour(player=player.seat, colour=colour, value=value, count=count))


def stake(day: DayUnderWay, random: Random, player: Bettor, choices: Choices) -> None:
    """Let a player bet: place a bet or, at a live seat, confirm several together. A player without chips buys some."""
    if day.rulebook.seats is not None:
        _confirm(day, random, player, choices)
        return
    bet = choices.bet(random, player, day.state)
    if bet is None:
        return
    if not day.state.colours.registered and day.purses.chips[player.seat] < bet.amount:
        assert day.state.limits is not None
        _take_cash(day, player, max(bet.amount, day.state.limits.minimum * UNITS_FOR_NOTES * player.units))
    colour = day.state.colours.of_player(player.seat)
    if colour is not None:
        if unplayable(day.state, colour, day.rulebook):
            return
        if chips_in_hand(day.state, colour, day.rulebook) * colour.value < bet.amount:
            if not day.say(c.BuyMoreChips(colour=colour.colour, count=CHIPS_AT_ONCE)):
                return
            _take_cash(day, player, colour.value * CHIPS_AT_ONCE)
    day.say(bet)


def _take_cash(day: DayUnderWay, player: Bettor, amount: int) -> None:
    """Let the player hand notes over for chips of face value, for about this amount (minor units)."""
    day.must(c.TakeCash(pieces=in_notes(amount), player=player.seat))


def _confirm(day: DayUnderWay, random: Random, player: Bettor, choices: Choices) -> None:
    seat = day.state.live.seats.get(player.seat)
    if seat is None or seat.confirmed == day.state.coup:
        return
    bets = [bet for _ in range(random.randrange(1, 4)) if (bet := choices.bet(random, player, day.state))]
    wanted = sum(bet.amount for bet in bets)
    if seat.balance < wanted:
        day.say(c.BuyIn(seat=player.seat, amount=2 * wanted))
    day.say(
        c.ConfirmBets(seat=player.seat, bets=tuple(SeatBet(bet=bet.bet, amount=bet.amount) for bet in bets)),
        CHIEF,
    )


def cash_out(day: DayUnderWay) -> None:
    """Let everybody change their chips into money before the table closes."""
    for player in dict.fromkeys(bet.player for bet in day.state.bets if bet.stays_of):
        day.must(c.LiftStakes(player=player))
    for colour in day.state.colours.in_play:
        count = chips_out(day.state, colour, day.rulebook)
        day.must(c.PresentChips(colour=colour.colour, count=count))
        day.must(c.RedeemColour(colour=colour.colour, count=count, accepted=True))
    for name, seat in day.state.live.seats.items():
        if seat.taken:
            day.must(c.LeaveSeat(seat=name))
