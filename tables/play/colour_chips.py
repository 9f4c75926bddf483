"""A colour's chips go out: assigned with their value, bought more of; and those of another table that are seen here."""

from datetime import datetime
from functools import partial

from tables.play import commands as c
from tables.play import events as e
from tables.play.chips_out import chips_in_bank, chips_out
from tables.play.colour_checks import colour_in_play, colours_rule
from tables.play.dated import Dated, Decision
from tables.play.player_names import check_name
from tables.play.state import State
from tables.play.violations import violation
from tables.roulette.limits import maximum_for
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import ColoursRule, Rulebook


def assign_colour(state: State, command: c.AssignColour, rulebook: Rulebook, at: datetime) -> Decision:
    """Gives a player a free colour and sells its first chips, at a value that the table allows.

    Refused for one more player than there are colours (pt-americana/8), for a colour that is not free (pt-americana/13)
    and for a value that is no multiple of the minimum or over the maximum of a pleno (pt-americana/9-11).
    """
    rule = colours_rule(state, rulebook, new=True)
    colours = state.colours
    if not command.player.strip():
        raise Refused("a colour needs its player: a seat, a colour or an alias", rule.register_clause)
    check_name(command.player, rule.register_clause)
    if own := colours.of_player(command.player):
        raise Refused(
            f"{command.player} has {own.colour} already: more of its chips are bought", rule.register_clause
        )
    if not colours.free:
        count = len(colours.registered)
        raise Refused(
            f"all {count} colours of {state.table} are in play: one more player finds none",
            rule.players_clause,
            limit=count,
            value=count + 1,
        )
    if command.colour not in colours.free:
        taken = colours.of(command.colour)
        why = f"it is {taken.player}'s" if taken else "the table has no such chips"
        raise Refused(f"{command.colour}: {why}; free: {', '.join(colours.free)}", rule.register_clause)
    _check_value(state, command.value, rule, rulebook)
    _check_count(state, command.colour, command.count, rule, rulebook)
    yield Dated(
        e.ColourAssigned(
            colour=command.colour,
            player=command.player,
            value=command.value,
            count=command.count,
            amount=command.count * command.value,
        ),
        at,
    )


def buy_more_chips(state: State, command: c.BuyMoreChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Sells more chips of a colour at its registered value; another value is for a player who has no chips left."""
    rule = colours_rule(state, rulebook)
    colour = colour_in_play(state, command.colour, rule)
    value = colour.value if command.value is None else command.value
    if value != colour.value:
        if out := chips_out(state, colour, rulebook):
            said = partial(in_words, currency=rulebook.currency)
            raise Refused(
                f"{out} {colour.colour} chips of {said(colour.value)} are out: none is sold at {said(value)} before "
                "they are exchanged",
                rule.register_clause,
                limit=colour.value,
                value=value,
            )
        _check_value(state, value, rule, rulebook)
    _check_count(state, colour.colour, command.count, rule, rulebook)
    yield Dated(
        e.ColourChipsBought(
            colour=colour.colour,
            player=colour.player,
            value=value,
            count=command.count,
            amount=command.count * value,
        ),
        at,
    )


def see_foreign_chips(state: State, command: c.SeeForeignChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Records chips with the symbol of another table: they can be played there alone, so it is a violation."""
    rule = colours_rule(state, rulebook)
    if not command.symbol.strip() or command.symbol == state.colours.symbol:
        raise Refused(
            f"chips with the symbol {command.symbol or 'of nobody'}: those of another table than this one's "
            f"({state.colours.symbol}) are foreign",
            rule.symbol_clause,
        )
    if not command.player.strip() or command.count <= 0:
        raise Refused("foreign chips come from somebody, and are one or more", rule.symbol_clause)
    check_name(command.player, rule.symbol_clause)
    yield Dated(
        e.ForeignChipsSeen(
            symbol=command.symbol, player=command.player, count=command.count, where=command.where
        ),
        at,
    )
    yield violation(
        state,
        "chips-of-another-table",
        rule.symbol_clause,
        f"{command.count} chips with the symbol {command.symbol} were seen with {command.player}: they are played at "
        "their own table alone",
        at,
    )


def _check_value(state: State, value: int, rule: ColoursRule, rulebook: Rulebook) -> None:
    assert state.limits is not None, "the table is open"
    said = partial(in_words, currency=rulebook.currency)
    minimum = state.limits.minimum
    if value <= 0 or value % minimum:
        raise Refused(
            f"a chip of {said(value)}: its value is the minimum {said(minimum)} or a whole multiple of it",
            rule.clause,
            limit=minimum,
            value=value,
        )
    maximum = maximum_for(rulebook, state.limits, rule.value_up_to)
    if maximum is not None and value > maximum:
        raise Refused(
            f"a chip of {said(value)}: its value is {said(maximum)} at most, the maximum of a {rule.value_up_to}",
            rule.clause,
            limit=maximum,
            value=value,
        )


def _check_count(state: State, colour: str, count: int, rule: ColoursRule, rulebook: Rulebook) -> None:
    there = chips_in_bank(state, colour, rulebook)
    if not 0 < count <= there:
        raise Refused(
            f"{count} {colour} chips: one or more are bought, and the table has {there}",
            rule.players_clause,
            limit=there,
            value=count,
        )
