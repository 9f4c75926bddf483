"""What all that is asked about colours of chips has in common, and when a table may open or close with them."""

from tables.play import commands as c
from tables.play.chips_out import chips_out
from tables.play.colour_bets import rule_on_colours
from tables.play.state import State
from tables.play.state.colours import ColourInPlay
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import ColoursRule, Rulebook


def colours_rule(state: State, rulebook: Rulebook, *, new: bool = False) -> ColoursRule:
    """The rule on colours, at a table that has some; or, for nothing `new`, late chips of an earlier day.
    Raises Refused elsewhere."""
    rule = rule_on_colours(rulebook)
    if rule is None:
        raise Refused(f"{rulebook.title} gives no player a colour: chips are not counted by colour here")
    if state.colours.late and not new:
        return rule
    if state.face_value_only:
        clause = rulebook.colour_chips.clause if rulebook.colour_chips else None
        raise Refused("this table is played with face-value chips only: it has no colours", clause)
    if not state.colours.registered:
        raise Refused(f"no colours of chips are registered for {state.table}", rule.players_clause)
    return rule


def colour_in_play(state: State, colour: str, rule: ColoursRule) -> ColourInPlay:
    """That colour as its player has it. Raises Refused for one in nobody's play (pt-americana/12)."""
    found = state.colours.of(colour)
    if found is None:
        in_play = ", ".join(each.colour for each in state.colours.in_play) or "none"
        raise Refused(
            f"{colour or 'no colour'} is in nobody's play (in play: {in_play}): its chips are late",
            rule.in_play_clause,
        )
    return found


def check_registered_colours(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Whether a table may open with these colours: they have chips and a symbol, and are not at a table that is played
    with face-value chips exclusively (pt-americana/7, 15)."""
    if not command.chip_colours:
        return
    rule = rule_on_colours(rulebook)
    if rule is None or rulebook.colour_chips is None:
        raise Refused(
            "a table with colours of chips: this rulebook gives no player a colour", rulebook.positions_clause
        )
    if command.face_value_only:
        raise Refused(
            "a table with face-value chips only has no colours: register none, or play it with both",
            rulebook.colour_chips.clause,
        )
    if not command.chip_symbol.strip():
        raise Refused(
            "chips without face value bear the symbol of their table: register one", rule.symbol_clause
        )
    for colour, count in command.chip_colours.items():
        if not colour.strip() or count <= 0:
            raise Refused(
                f"{colour or 'a colour without a name'} with {count} chips: a colour has a name and chips",
                rule.players_clause,
                value=count,
            )


def check_colours_exchanged(state: State, command: c.CloseTable, rulebook: Rulebook) -> None:
    """Raises Refused while chips of colours in play are out, unless they are carried as late ones (pt-americana/12)."""
    rule = rule_on_colours(rulebook)
    if rule is None or command.carry_late_chips:
        return
    counts = [(each, chips_out(state, each, rulebook)) for each in state.colours.in_play]
    still_out = ", ".join(f"{count} {each.colour} ({each.player})" for each, count in counts if count)
    if still_out:
        raise Refused(
            f"chips of colours are out: {still_out}; they are redeemed, or carried to the next day as late chips",
            rule.in_play_clause,
        )
