"""A colour's life at its table: assigned with its value, bought more of, counted, redeemed; what comes late is late.

A player is in play from the first chips until all are exchanged (pt-americana/12). Chips that are handed back are a
fact, whatever their number; to be paid for them is a request, and judged.
"""

from datetime import datetime
from functools import partial

from tables.play import commands as c
from tables.play import events as e
from tables.play.chips_out import chips_in_bank, chips_in_hand, chips_on_cloth, chips_out
from tables.play.colour_bets import rule_on_colours
from tables.play.dated import Dated, Decision
from tables.play.player_names import check_name
from tables.play.references import number_in
from tables.play.state import State
from tables.play.state.colours import ColourInPlay, Presented
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
    rule = _rule(state, rulebook, new=True)
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
    rule = _rule(state, rulebook)
    colour = _in_play(state, command.colour, rule)
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


def present_chips(state: State, command: c.PresentChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Records chips that were handed back and counted, with what they come to. More than can be out is a violation.

    Late ones are worth the minimum in force when they are presented (pt-americana/16).
    """
    rule = _rule(state, rulebook)
    if command.count < 0 or (command.late and not command.count):
        raise Refused("say how many chips were handed back", rule.exchange_clause, value=command.count)
    if command.late:
        outstanding = _late(state, command.colour, rule)
        assert state.limits is not None, "the table is open"
        player, value = command.player, state.limits.minimum
    else:
        colour = _in_play(state, command.colour, rule)
        outstanding = chips_in_hand(state, colour, rulebook)
        player, value = colour.player, colour.value
    yield Dated(
        e.ColourChipsPresented(
            colour=command.colour,
            player=player,
            count=command.count,
            value=value,
            amount=command.count * value,
            outstanding=outstanding,
            late=command.late,
        ),
        at,
    )
    if command.count > outstanding:
        late = "late " if command.late else ""
        yield violation(
            state,
            "more-chips-than-outstanding",
            rule.late_clause,
            f"{command.count} {late}{command.colour} chips were presented, but {outstanding} are out",
            at,
        )


def redeem_colour(state: State, command: c.RedeemColour, rulebook: Rulebook, at: datetime) -> Decision:
    """Pays a player out for what was counted and accepted, and frees the colour (pt-americana/12, 14).

    Chips that were not handed back are out late from then on. Refused while chips of the colour lie on the cloth or
    are being paid, and for more chips than are out.
    """
    rule = _rule(state, rulebook)
    colour = _in_play(state, command.colour, rule)
    if lying := chips_on_cloth(state, colour):
        raise Refused(
            f"{lying} {colour.colour} chips lie on the cloth: the coup is played, or they are taken off, first",
            rule.in_play_clause,
        )
    if _is_being_paid(state, colour):
        raise Refused(
            f"{colour.colour} played in coup {state.payments_open[-1]}, whose payments are open: they are confirmed "
            "first",
            rule.in_play_clause,
        )
    out = chips_out(state, colour, rulebook)
    counted = state.colours.counted(colour.colour, late=False)
    _check_received(counted, command, out, rule, rulebook)
    yield Dated(
        e.ColourRedeemed(
            colour=colour.colour,
            player=colour.player,
            count=command.count,
            value=colour.value,
            amount=command.count * colour.value,
            still_out=out - command.count,
        ),
        at,
    )


def redeem_late_chips(state: State, command: c.RedeemLateChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Pays late chips out at the minimum in force when they were presented, whatever their colour was worth, as far as
    so many are out late (pt-americana/16)."""
    rule = _rule(state, rulebook)
    late = _late(state, command.colour, rule)
    counted = state.colours.counted(command.colour, late=True)
    _check_received(counted, command, late, rule, rulebook)
    assert counted is not None, "it is checked"
    yield Dated(
        e.LateChipsRedeemed(
            colour=command.colour,
            player=counted.player,
            count=command.count,
            value=counted.value,
            amount=counted.amount,
            still_out=late - command.count,
        ),
        at,
    )


def see_foreign_chips(state: State, command: c.SeeForeignChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Records chips with the symbol of another table: they can be played there alone, so it is a violation."""
    rule = _rule(state, rulebook)
    if not command.symbol.strip() or command.symbol == state.colours.symbol:
        raise Refused(
            f"chips with the symbol {command.symbol or 'of nobody'}: those of another table than this one's "
            f"({state.colours.symbol}) are foreign",
            rule.symbol_clause,
        )
    if not command.player.strip() or command.count <= 0:
        raise Refused("foreign chips come from somebody, and are one or more", rule.symbol_clause)
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


def _rule(state: State, rulebook: Rulebook, *, new: bool = False) -> ColoursRule:
    """The rule on colours, at a table that has some; or, for nothing `new`, late chips of an earlier day."""
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


def _in_play(state: State, colour: str, rule: ColoursRule) -> ColourInPlay:
    found = state.colours.of(colour)
    if found is None:
        in_play = ", ".join(each.colour for each in state.colours.in_play) or "none"
        raise Refused(
            f"{colour or 'no colour'} is in nobody's play (in play: {in_play}): its chips are late",
            rule.in_play_clause,
        )
    return found


def _late(state: State, colour: str, rule: ColoursRule) -> int:
    """How many chips of the colour are out late. Raises Refused for a colour that the table never had."""
    if colour not in state.colours.late and colour not in state.colours.registered:
        known = ", ".join(dict.fromkeys((*state.colours.registered, *state.colours.late)))
        raise Refused(f"{colour or 'no colour'}: the table has {known}", rule.late_clause)
    return state.colours.late.get(colour, 0)


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


def _is_being_paid(state: State, colour: ColourInPlay) -> bool:
    last = state.last_coup
    return (
        last is not None
        and last.coup in state.payments_open
        and any(
            bet.colour == colour.colour and number_in(bet.ref) > colour.bets_before
            for bet in state.settled_bets
        )
    )


def _check_received(
    counted: Presented | None,
    command: c.RedeemColour | c.RedeemLateChips,
    out: int,
    rule: ColoursRule,
    rulebook: Rulebook,
) -> None:
    """What is paid was counted, is out, and was checked by who receives it. Nobody receives anything for no chips."""
    colour, count = command.colour, command.count
    if counted is None or counted.count != count:
        right = f"{counted.count} were counted" if counted else "they are counted first"
        raise Refused(f"{count} {colour} chips: {right}", rule.exchange_clause, value=count)
    if count > out:
        raise Refused(
            f"{count} {colour} chips: {out} are out, and no more are paid",
            rule.late_clause,
            limit=out,
            value=count,
        )
    if count and not command.accepted:
        said = partial(in_words, currency=rulebook.currency)
        raise Refused(
            f"{count} {colour} chips of {said(counted.value)} are {said(counted.amount)}: "
            "paid once the player has checked and accepted it",
            rule.exchange_clause,
        )
