"""Bets with chips of colours: the colour is the player's own, its chips are worth what is registered.

A table for which no colours are registered cannot tell whose they are: there a bet is of the colour that is said.
"""

from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.chips_out import chips_in_hand
from tables.play.state import State
from tables.play.state.colours import ColourInPlay
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import ColoursRule, Rulebook

Laying = TypeVar("Laying", bound=c.LayChips)


def rule_on_colours(rulebook: Rulebook) -> ColoursRule | None:
    """The rulebook's rule on players' own colours; None where it has none."""
    return rulebook.colour_chips.colours if rulebook.colour_chips else None


def with_own_colour(state: State, command: Laying, rulebook: Rulebook) -> Laying:
    """The chips with the colour of their player and its value, where colours are registered.

    Raises Refused for chips with the symbol of another table (pt-americana/7), and for a colour that is not this
    player's or has no value (pt-americana/13).
    """
    rule = rule_on_colours(rulebook)
    if rule is None or not state.colours.registered:
        return command
    if command.symbol is not None and command.symbol != state.colours.symbol:
        raise Refused(
            f"chips with the symbol {command.symbol or 'of nobody'}: chips with {state.colours.symbol} alone are "
            "played at this table",
            rule.symbol_clause,
        )
    if command.face_value:
        return command
    colour = _colour(state, command, rule)
    if command.chip is not None and command.chip != colour.value:
        said = partial(in_words, currency=rulebook.currency)
        raise Refused(
            f"{colour.colour} chips of {said(command.chip)}: {said(colour.value)} is registered for one",
            rule.register_clause,
            limit=colour.value,
            value=command.chip,
        )
    return replace(command, colour=colour.colour, chip=colour.value)


def _colour(state: State, command: c.LayChips, rule: ColoursRule) -> ColourInPlay:
    """The colour of the chips: the one that is said, else that of the player or of whom the player lays them for."""
    colours, players = state.colours, [command.player, command.on_behalf_of]
    if command.colour is None:
        own = next((each for each in map(colours.of_player, players) if each), None)
        if own is None:
            free = ", ".join(colours.free) or "none"
            raise Refused(
                f"{command.player} has no colour: before the first bet a free one is given a value (free: {free})",
                rule.register_clause,
            )
        return own
    said = colours.of(command.colour)
    if said is None:
        in_play = ", ".join(each.colour for each in colours.in_play) or "none"
        raise Refused(
            f"{command.colour} chips have no registered value: give the colour to a player first "
            f"(in play: {in_play})",
            rule.register_clause,
        )
    if said.player not in players:
        raise Refused(
            f"{said.colour} is the colour of {said.player}, not of {command.player}", rule.register_clause
        )
    return said


def check_in_hand(state: State, laid: e.BetPlaced, rulebook: Rulebook) -> None:
    """Raises Refused for a bet of more chips than its player has (pt-americana/14): they are bought first."""
    rule = rule_on_colours(rulebook)
    colour = state.colours.of(laid.colour) if laid.colour else None
    if rule is None or colour is None or laid.chip is None:
        return
    count, has = laid.amount // laid.chip, chips_in_hand(state, colour, rulebook)
    if count > has:
        raise Refused(
            f"{laid.bet}: {count} {colour.colour} chips, but {colour.player} has {has}: more are bought first",
            rule.exchange_clause,
            limit=has,
            value=count,
        )
