"""Chips as they are laid: where, on which layout, of what value and colour; and the bet that the record has of them."""

from functools import partial

from tables.play import commands as c
from tables.play import events as e
from tables.play.advances import amount_of
from tables.play.colour_bets import check_in_hand, with_own_colour
from tables.play.player_names import check_name
from tables.play.references import reference
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.bets import parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.fitting_amounts import Fitting
from tables.roulette.limits import fitting_for
from tables.roulette.money import in_words
from tables.roulette.refusal import BetRefused, Refused
from tables.roulette.rulebook import Rulebook

Laying = c.LayChips


def lay(state: State, command: Laying, rulebook: Rulebook) -> e.BetPlaced:
    """The bet that these chips are, whether they are asked for or found on the cloth. Judges no limit.

    Raises Refused where they cannot lie so: no such position or layout, nothing staked, chips that do not make up
    the amount, nobody whose they are.
    """
    _check_names(command, rulebook)
    command = with_own_colour(state, command, rulebook)
    _check_colour(state, command, rulebook)
    bet = parse_bet(command.bet, rulebook, wheel=state.wheel)
    _check_layout(state, command.layout, rulebook)
    if command.chip is not None:
        _check_chip_value(command.chip, bet, rulebook)
    fitting = _fitting(state, command, bet, rulebook)
    amount = amount_of(state, command, bet, rulebook)
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
        # Who lays a bet for himself is no third party.
        on_behalf_of=None if command.on_behalf_of == command.player else command.on_behalf_of,
        series=command.series,
        on_advance=command.on_advance,
    )


def _check_names(command: Laying, rulebook: Rulebook) -> None:
    limits = rulebook.limits
    if not command.player.strip():
        raise Refused("a bet needs its player: a seat, a colour or an alias", limits.maximum_clause)
    if command.on_behalf_of is not None and not command.on_behalf_of.strip():
        raise Refused(
            "a bet for somebody else needs that player: a seat, a colour or an alias",
            limits.third_parties_clause or limits.maximum_clause,
        )
    for name in (command.player, command.on_behalf_of or command.player):
        check_name(name, limits.maximum_clause)


def _check_colour(state: State, command: Laying, rulebook: Rulebook) -> None:
    """A colour has a name, and where there are chips of colours its chips have no face value (pt-americana/15)."""
    if command.colour is None:
        return
    clause = rulebook.colour_chips.clause if rulebook.colour_chips else rulebook.positions_clause
    if not command.colour.strip():
        raise Refused("chips of a colour without a name: say which colour, as yellow, or none", clause)
    if rulebook.colour_chips and command.face_value and not state.face_value_only:
        raise Refused(
            f"{command.colour} chips with a face value: a chip carries its value or is of a colour, not both",
            clause,
        )


def _check_layout(state: State, layout: int, rulebook: Rulebook) -> None:
    """A double table has two layouts, any other one (pt-francesa/1, pt-americana/1)."""
    layouts = 2 if state.double else 1
    if not 1 <= layout <= layouts:
        has = "this double table has layouts 1 and 2" if state.double else "this table has one, layout 1"
        clause = rulebook.layouts.clause if rulebook.layouts else rulebook.positions_clause
        raise Refused(f"layout {layout}: {has}", clause, limit=layouts, value=layout)


def _fitting(state: State, command: Laying, bet: Bet | AnnouncedBet, rulebook: Rulebook) -> Fitting:
    """The amounts that these chips may make up. What was found over the maximum has no limit to keep to."""
    if not isinstance(bet, AnnouncedBet):
        return Fitting(command.chip or 1)
    limits = state.limits if isinstance(command, c.PlaceBet) else None
    return fitting_for(rulebook, limits, bet, command.chip)


def _check_amount(
    state: State, amount: int, bet: Bet | AnnouncedBet, fitting: Fitting, rulebook: Rulebook
) -> None:
    """Something is staked; an announced bet comes with its amount (it-campione/17) and divides into its chips."""
    said = in_words(amount, rulebook.currency)
    if isinstance(bet, AnnouncedBet):
        if amount <= 0:
            but = ", or is made on an advance that was signed for" if rulebook.advances else ""
            raise BetRefused(
                f"{bet.code} for {said}: an announcement comes with its amount{but}",
                bet.clause,
                value=amount,
            )
        expand(bet, amount, fitting)
    elif amount <= 0:
        raise Refused(
            f"a bet of {said}: a stake is more than nothing",
            rulebook.limits.minimum_clause,
            limit=state.limits.minimum if state.limits else None,
            value=amount,
        )


def _check_chip_value(chip: int, bet: Bet | AnnouncedBet, rulebook: Rulebook) -> None:
    if chip <= 0:
        worth = in_words(chip, rulebook.currency)
        raise BetRefused(
            f"a chip of {worth}: a chip is worth more than nothing", _laid_by(bet, rulebook), value=chip
        )


def _laid_by(bet: Bet | AnnouncedBet, rulebook: Rulebook) -> str:
    """The clause by which chips lie there."""
    return bet.clause if isinstance(bet, AnnouncedBet) else rulebook.positions_clause


def _check_chip(
    chip: int, amount: int, bet: Bet | AnnouncedBet, fitting: Fitting, rulebook: Rulebook
) -> None:
    """The amount is made up of whole chips; of an announced bet, what lies on each of its places is."""
    said = partial(in_words, currency=rulebook.currency)
    pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
    least = chip * pieces
    if amount % least:
        right = fitting.nearest(amount, rulebook.currency)
        what = f"{pieces} equal pieces in chips" if pieces > 1 else "chips"
        raise BetRefused(
            f"{bet.code}: {said(amount)} is not made up of {what} of {said(chip)}; {right}",
            _laid_by(bet, rulebook),
            limit=least,
            value=amount,
        )


def check_kind_of_chips(state: State, laid: e.BetPlaced, rulebook: Rulebook) -> None:
    """Whether a bet may be laid with such chips at a table with chips of colours, which carry no value.

    There chips with a face value lie only where the rulebook says; at a table that the house plays with face-value
    chips exclusively there are no others (pt-americana/15). Some announced bets are played with chips of colours
    only (pt-americana/25a, 25b). Without a rule on them every chip is as good as another.
    """
    rule = rulebook.colour_chips
    if rule is None:
        return
    bet = parse_bet(laid.bet, rulebook, wheel=state.wheel)
    if state.face_value_only and laid.colour is not None:
        raise Refused(
            f"{laid.colour} chips: this table is played with face-value chips only, it has no colours",
            rule.clause,
        )
    if not laid.face_value:
        check_in_hand(state, laid, rulebook)
        return
    if isinstance(bet, AnnouncedBet) and rulebook.announced[bet.kind].colour_chips_only:
        raise BetRefused(
            f"{bet.code}: it is played with chips of a colour, not with face-value chips", bet.clause
        )
    if not state.face_value_only and bet.kind not in rule.face_value_on:
        raise BetRefused(
            f"{bet.code}: chips with a face value lie on {', '.join(rule.face_value_on)} only; "
            "elsewhere the chips are of a colour",
            rule.clause,
        )
