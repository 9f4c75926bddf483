"""Questions of other packages about colours: the player of a colour, the value of its chips, and the chips in hand.

A table without registered colours does not know the players of its colours: there a bet has the colour that the
command names.
"""

from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.chips_out import chips_in_hand, chips_out
from tables.play.colours.state import ColourInPlay
from tables.play.command import Request
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.limits import maximum_for
from tables.roulette.rulebook import ColoursRule, Rulebook

Laying = TypeVar("Laying", bound=c.LayChips)


def rule_on_colours(rulebook: Rulebook) -> ColoursRule | None:
    """Return the rulebook's rule on players' own colours; None if it has none."""
    return rulebook.colour_chips.colours if rulebook.colour_chips else None


def with_own_colour(state: State, command: Laying, rulebook: Rulebook) -> Laying:
    """Return the chips with the colour of their player and its value, if colours are registered.

    Raises Refused for chips with the symbol of another table (pt-americana/7). Raises Refused for a colour of another
    player or without a value (pt-americana/13). Raises Refused for a requested bet in chips of a value that the present
    sign does not allow (pt-americana/9-11).
    """
    rule = rule_on_colours(rulebook)
    if rule is None or not state.colours.registered:
        return command
    if command.symbol is not None and command.symbol != state.colours.symbol:
        own = state.colours.symbol
        if not command.symbol:
            raise Refused("chips-without-symbol", rule.symbol_clause, own=own)
        raise Refused("chips-with-other-symbol", rule.symbol_clause, symbol=command.symbol, own=own)
    if command.face_value:
        return command
    colour = _colour(state, command, rule)
    if command.chip is not None and command.chip != colour.value:
        raise Refused(
            "colour-has-other-value",
            rule.register_clause,
            colour=colour.colour,
            limit=Money(colour.value, rulebook.currency),
            value=Money(command.chip, rulebook.currency),
        )
    if isinstance(command, Request):
        check_playable(state, colour, rulebook)
    return replace(command, colour=colour.colour, chip=colour.value)


def unplayable(state: State, colour: ColourInPlay, rulebook: Rulebook) -> Refused | None:
    """Return the reason why the sign in force allows no bet in the colour; None if it allows bets.

    A chip is worth the minimum or a whole multiple of it, up to the maximum of a kind of bet (pt-americana/9-11).
    """
    rule = rule_on_colours(rulebook)
    if rule is None or state.limits is None:
        return None
    money = partial(Money, currency=rulebook.currency)
    clause, name, value = rule.clause, colour.colour, colour.value
    minimum = state.limits.minimum
    if value < minimum:
        return Refused("colour-below-minimum", clause, colour=name, value=money(value), limit=money(minimum))
    if value % minimum:
        return Refused(
            "colour-no-multiple-of-minimum", clause, colour=name, value=money(value), limit=money(minimum)
        )
    maximum = maximum_for(rulebook, state.limits, rule.value_up_to)
    if maximum is not None and value > maximum:
        return Refused(
            "colour-over-maximum-value", clause, colour=name, value=money(value), limit=money(maximum)
        )
    return None


def check_playable(state: State, colour: ColourInPlay, rulebook: Rulebook) -> None:
    """Raise Refused for a colour whose value the sign does not allow."""
    refused = unplayable(state, colour, rulebook)
    if refused is not None:
        raise refused


def _colour(state: State, command: c.LayChips, rule: ColoursRule) -> ColourInPlay:
    """Return the colour of the chips: the named one, else the colour of `player`, else the colour of `on_behalf_of`."""
    colours, players = state.colours, [command.player, command.on_behalf_of]
    if command.colour is None:
        own = next((each for each in map(colours.of_player, players) if each), None)
        if own is None:
            raise Refused(
                "player-without-colour", rule.register_clause, player=command.player, free=colours.free
            )
        return own
    named = colours.of(command.colour)
    if named is None:
        raise Refused(
            "colour-without-value",
            rule.register_clause,
            colour=command.colour,
            in_play=tuple(each.colour for each in colours.in_play),
        )
    if named.player not in players:
        raise Refused(
            "colour-of-another",
            rule.register_clause,
            colour=named.colour,
            owner=named.player,
            player=command.player,
        )
    return named


def check_in_hand(state: State, laid: e.BetPlaced, rulebook: Rulebook) -> None:
    """Raise Refused for a bet of more chips than its player has (pt-americana/14): they are bought first."""
    rule = rule_on_colours(rulebook)
    colour = state.colours.of(laid.colour) if laid.colour else None
    if rule is None or colour is None or laid.chip is None:
        return
    count, has = laid.amount // laid.chip, chips_in_hand(state, colour, rulebook)
    if count > has:
        raise Refused(
            "more-chips-than-in-hand",
            rule.exchange_clause,
            bet=laid.bet,
            colour=colour.colour,
            player=colour.player,
            limit=has,
            value=count,
        )


def colours_rule(state: State, rulebook: Rulebook, *, new: bool = False) -> ColoursRule:
    """Return the rule on colours, at a table that has some; or, for nothing `new`, late chips of an earlier day. Raises
    Refused elsewhere.
    """
    rule = rule_on_colours(rulebook)
    if rule is None:
        raise Refused("no-colours-by-rulebook", rulebook=rulebook.title)
    if state.colours.late and not new:
        return rule
    if state.face_value_only:
        clause = rulebook.colour_chips.clause if rulebook.colour_chips else None
        raise Refused("no-colours-at-face-value-table", clause)
    if not state.colours.registered:
        raise Refused("no-colours-registered", rule.players_clause, table=state.table)
    return rule


def colour_in_play(state: State, colour: str, rule: ColoursRule) -> ColourInPlay:
    """That colour as its player has it. Raises Refused for one in nobody's play (pt-americana/12)."""
    found = state.colours.of(colour)
    if found is None:
        in_play = tuple(each.colour for each in state.colours.in_play)
        if not colour:
            raise Refused("no-colour-in-play-named", rule.in_play_clause, in_play=in_play)
        raise Refused("colour-not-in-play", rule.in_play_clause, colour=colour, in_play=in_play)
    return found


def check_registered_colours(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused unless a table may open with these colours: they have chips and a symbol, and are not at a table
    that is played with face-value chips exclusively (pt-americana/7, 15).
    """
    if not command.chip_colours:
        return
    rule = rule_on_colours(rulebook)
    if rule is None or rulebook.colour_chips is None:
        raise Refused("colours-without-rule", rulebook.positions_clause)
    if command.face_value_only:
        raise Refused("colours-at-face-value-table", rulebook.colour_chips.clause)
    if not command.chip_symbol.strip():
        raise Refused("colours-without-symbol", rule.symbol_clause)
    for colour, count in command.chip_colours.items():
        if not colour.strip():
            raise Refused("unnamed-colour", rule.players_clause, value=count)
        if count <= 0:
            raise Refused("colour-without-chips", rule.players_clause, colour=colour, value=count)


def check_colours_exchanged(state: State, command: c.CloseTable, rulebook: Rulebook) -> None:
    """Raise Refused while chips of colours in play are out, unless they are carried as late ones (pt-americana/12)."""
    rule = rule_on_colours(rulebook)
    if rule is None or command.carry_late_chips:
        return
    counts = [(each, chips_out(state, each, rulebook)) for each in state.colours.in_play]
    still_out = tuple(
        Refused("chips-out-of-colour", count=count, colour=each.colour, player=each.player).refusal
        for each, count in counts
        if count
    )
    if still_out:
        raise Refused("colours-out", rule.in_play_clause, out=still_out)
