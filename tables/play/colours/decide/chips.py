"""A colour's chips go out: assigned with their value, bought more of; and those of another table that are seen here."""

from datetime import datetime
from functools import partial

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.chips_out import chips_in_bank, chips_out
from tables.play.colours.questions import check_playable, colour_in_play, colours_rule
from tables.play.pending import Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.state import State
from tables.play.violations import violation
from tables.refusal import Refused
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import ColoursRule, Rulebook


def assign_colour(state: State, command: c.AssignColour, rulebook: Rulebook, at: datetime) -> Decision:
    """Give a player a free colour and sell its first chips, at a value that the table allows.

    Raises Refused if all colours are in play (pt-americana/8), and for a colour that is not free (pt-americana/13).
    Raises Refused for a value that is not a multiple of the minimum or exceeds the maximum of a pleno
    (pt-americana/9-11).
    """
    rule = colours_rule(state, rulebook, new=True)
    colours = state.colours
    if not command.player.strip():
        raise Refused("colour-without-player", rule.register_clause)
    check_name(command.player, rule.register_clause)
    if own := colours.of_player(command.player):
        raise Refused("player-has-colour", rule.register_clause, player=command.player, colour=own.colour)
    if not colours.free:
        count = len(colours.registered)
        raise Refused(
            "all-colours-in-play",
            rule.players_clause,
            table=state.table,
            limit=count,
            value=count + 1,
        )
    if command.colour not in colours.free:
        clause, colour, free = rule.register_clause, command.colour, colours.free
        if taken := colours.of(colour):
            raise Refused("colour-taken", clause, colour=colour, player=taken.player, free=free)
        raise Refused("colour-not-of-this-table", clause, colour=colour, free=free)
    _check_value(state, command.value, rule, rulebook)
    _check_count(state, command.colour, command.count, rule, rulebook)
    yield PendingEvent(
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
    """Sell more chips of a colour at its registered value; another value is for a player who has no chips left.

    Raises Refused for a value that the sign does not allow, also where the colour has it (pt-americana/9-11).
    """
    rule = colours_rule(state, rulebook)
    colour = colour_in_play(state, command.colour, rule)
    value = colour.value if command.value is None else command.value
    if value != colour.value:
        if out := chips_out(state, colour, rulebook):
            raise Refused(
                "other-value-while-chips-out",
                rule.register_clause,
                out=out,
                colour=colour.colour,
                limit=Money(colour.value, rulebook.currency),
                value=Money(value, rulebook.currency),
            )
        _check_value(state, value, rule, rulebook)
    else:
        check_playable(state, colour, rulebook)
    _check_count(state, colour.colour, command.count, rule, rulebook)
    yield PendingEvent(
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
    """Record chips with the symbol of another table: they can be played there alone, so it is a violation."""
    rule = colours_rule(state, rulebook)
    if not command.symbol.strip() or command.symbol == state.colours.symbol:
        own = state.colours.symbol
        if not command.symbol:
            raise Refused("foreign-chips-without-symbol", rule.symbol_clause, own=own)
        raise Refused("chips-not-foreign", rule.symbol_clause, symbol=command.symbol, own=own)
    if not command.player.strip() or command.count <= 0:
        raise Refused("foreign-chips-of-nobody", rule.symbol_clause)
    check_name(command.player, rule.symbol_clause)
    yield PendingEvent(
        e.ForeignChipsSeen(
            symbol=command.symbol, player=command.player, count=command.count, where=command.where
        ),
        at,
    )
    yield violation(
        state,
        at,
        rule="chips-of-another-table",
        code="chips-of-another-table",
        clause=rule.symbol_clause,
        parameters={"count": command.count, "symbol": command.symbol, "player": command.player},
    )


def _check_value(state: State, value: int, rule: ColoursRule, rulebook: Rulebook) -> None:
    assert state.limits is not None, "the table is open"
    money = partial(Money, currency=rulebook.currency)
    minimum = state.limits.minimum
    if value <= 0 or value % minimum:
        raise Refused("chip-no-multiple-of-minimum", rule.clause, limit=money(minimum), value=money(value))
    maximum = maximum_for(rulebook, state.limits, rule.value_up_to)
    if maximum is not None and value > maximum:
        raise Refused(
            "chip-over-maximum-value",
            rule.clause,
            of=rule.value_up_to,
            limit=money(maximum),
            value=money(value),
        )


def _check_count(state: State, colour: str, count: int, rule: ColoursRule, rulebook: Rulebook) -> None:
    there = chips_in_bank(state, colour, rulebook)
    if not 0 < count <= there:
        raise Refused(
            "chips-not-in-bank",
            rule.players_clause,
            colour=colour,
            limit=there,
            value=count,
        )
