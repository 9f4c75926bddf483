"""Chips on the cloth: place, layout, value and colour; and their bet in the record."""

from functools import partial

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.cash.questions import amount_of
from tables.play.colours.questions import check_in_hand, with_own_colour
from tables.play.player_names import check_name
from tables.play.references import reference
from tables.play.state import State
from tables.refusal import BetRefused, Refused
from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.bets import made_of, parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.fitting_amounts import Fitting
from tables.roulette.limits import fitting_for
from tables.roulette.rulebook import Rulebook

Laying = c.LayChips


def lay(state: State, command: Laying, rulebook: Rulebook) -> e.BetPlaced:
    """Return the bet that these chips make, requested or found on the cloth. The function judges no limit.

    Raises Refused for impossible chips: no such position or layout, no amount, chips that do not add up to the
    amount, or no player.
    """
    _check_names(command, rulebook)
    command = with_own_colour(state, command, rulebook)
    _check_colour(state, command, rulebook)
    bet = parse_bet(command.bet, rulebook, wheel=state.wheel)
    _check_layout(state, command.layout, rulebook)
    if command.chip is not None:
        _check_chip_value(command.chip, bet, rulebook)
    amount = amount_of(state, command, bet, rulebook)
    bet = made_of(bet, command.bet, amount, rulebook, wheel=state.wheel)
    fitting = _fitting(state, command, bet, rulebook)
    _check_amount(state, amount, bet, fitting, rulebook)
    if command.chip is not None:
        _check_chip(command.chip, amount, bet, fitting, rulebook)
    return e.BetPlaced(
        coup=state.coup_of_new_bets,
        ref=reference(state.bets_numbered + 1),
        player=command.player,
        bet=bet.code,
        amount=amount,
        distance=command.distance,
        layout=command.layout,
        chip=command.chip,
        colour=command.colour,
        face_value=command.face_value or state.face_value_only,
        # A player who places a bet for himself is not a third party.
        on_behalf_of=None if command.on_behalf_of == command.player else command.on_behalf_of,
        series=command.series,
        on_advance=command.on_advance,
    )


def _check_names(command: Laying, rulebook: Rulebook) -> None:
    limits = rulebook.limits
    if not command.player.strip():
        raise Refused("bet-without-player", limits.maximum_clause)
    if command.on_behalf_of is not None and not command.on_behalf_of.strip():
        raise Refused("bet-for-nobody", limits.third_parties_clause or limits.maximum_clause)
    for name in (command.player, command.on_behalf_of or command.player):
        check_name(name, limits.maximum_clause)


def _check_colour(state: State, command: Laying, rulebook: Rulebook) -> None:
    """Raise Refused unless the colour has a name; where there are chips of colours, its chips have no face value
    (pt-americana/15).
    """
    if command.colour is None:
        return
    clause = rulebook.colour_chips.clause if rulebook.colour_chips else rulebook.positions_clause
    if not command.colour.strip():
        raise Refused("chips-of-unnamed-colour", clause)
    if rulebook.colour_chips and command.face_value and not state.face_value_only:
        raise Refused("colour-with-face-value", clause, colour=command.colour)


def _check_layout(state: State, layout: int, rulebook: Rulebook) -> None:
    """Raise Refused unless the table has this layout: a double table has two, every other table one (pt-francesa/1,
    pt-americana/1).
    """
    layouts = 2 if state.double else 1
    if not 1 <= layout <= layouts:
        clause = rulebook.layouts.clause if rulebook.layouts else rulebook.positions_clause
        if state.double:
            raise Refused("no-layout-of-two", clause, limit=layouts, value=layout)
        raise Refused("not-the-one-layout", clause, limit=layouts, value=layout)


def _fitting(state: State, command: Laying, bet: Bet | AnnouncedBet, rulebook: Rulebook) -> Fitting:
    """Return the amounts that these chips may add up to. Excess chips that were found have no limit to keep to."""
    if not isinstance(bet, AnnouncedBet):
        return Fitting(command.chip or 1)
    limits = state.limits if isinstance(command, c.PlaceBet) else None
    return fitting_for(rulebook, limits, bet, command.chip)


def _check_amount(
    state: State, amount: int, bet: Bet | AnnouncedBet, fitting: Fitting, rulebook: Rulebook
) -> None:
    """Raise Refused unless something is staked; an announced bet comes with its amount (it-campione/17) and divides
    into its chips.
    """
    value = Money(amount, rulebook.currency)
    if isinstance(bet, AnnouncedBet):
        if amount <= 0 and rulebook.advances:
            raise BetRefused("announced-without-amount-or-advance", bet.clause, bet=bet.code, value=value)
        if amount <= 0:
            raise BetRefused("announced-without-amount", bet.clause, bet=bet.code, value=value)
        expand(bet, amount, fitting)
    elif amount <= 0:
        raise Refused(
            "bet-of-nothing",
            rulebook.limits.minimum_clause,
            limit=Money(state.limits.minimum, rulebook.currency) if state.limits else None,
            value=value,
        )


def _check_chip_value(chip: int, bet: Bet | AnnouncedBet, rulebook: Rulebook) -> None:
    if chip <= 0:
        raise BetRefused("chip-of-nothing", _laid_by(bet, rulebook), value=Money(chip, rulebook.currency))


def _laid_by(bet: Bet | AnnouncedBet, rulebook: Rulebook) -> str:
    """Return the clause by which chips are placed there."""
    return bet.clause if isinstance(bet, AnnouncedBet) else rulebook.positions_clause


def _check_chip(
    chip: int, amount: int, bet: Bet | AnnouncedBet, fitting: Fitting, rulebook: Rulebook
) -> None:
    """Raise Refused unless the amount consists of whole chips; for an announced bet, the amount on each of its
    places does.
    """
    money = partial(Money, currency=rulebook.currency)
    pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
    least = chip * pieces
    if not amount % least:
        return
    clause, limit, value = _laid_by(bet, rulebook), money(least), money(amount)
    right = fitting.right_for(bet.code, amount, rulebook.currency)
    if pieces == 1:
        raise BetRefused(
            "not-made-up-of-chips",
            clause,
            bet=bet.code,
            chip=money(chip),
            right=right,
            limit=limit,
            value=value,
        )
    raise BetRefused(
        "not-made-up-of-equal-pieces",
        clause,
        bet=bet.code,
        pieces=pieces,
        chip=money(chip),
        right=right,
        limit=limit,
        value=value,
    )


def check_kind_of_chips(state: State, laid: e.BetPlaced, rulebook: Rulebook) -> None:
    """Raise Refused unless a bet may be placed with such chips at a table with chips of colours, which carry no
    value.

    There chips with a face value go only on the rulebook's kinds; a table that the casino plays with face-value chips
    exclusively has no others (pt-americana/15). Some announced bets are played with chips of colours only
    (pt-americana/25a, 25b). Without a rule every chip is allowed.
    """
    rule = rulebook.colour_chips
    if rule is None:
        return
    bet = parse_bet(laid.bet, rulebook, wheel=state.wheel)
    if state.face_value_only and laid.colour is not None:
        raise Refused("colour-at-face-value-table", rule.clause, colour=laid.colour)
    if not laid.face_value:
        check_in_hand(state, laid, rulebook)
        return
    if isinstance(bet, AnnouncedBet) and rulebook.announced[bet.kind].colour_chips_only:
        raise BetRefused("played-with-colours-only", bet.clause, bet=bet.code)
    if not state.face_value_only and bet.kind not in rule.face_value_on:
        raise BetRefused("no-face-value-there", rule.clause, bet=bet.code, kinds=rule.face_value_on)
