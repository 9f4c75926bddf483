"""The hand and the cloth as a form: whose chip, of what value, where, on which layout and for whom.

Amounts are typed in major units and chips mean one chip: an announced bet's total is worked out here, so that a
person touches Tiers with a chip of 5 and need not know that it takes six of them.
"""

from typing import TypedDict

from casino.kit.cloth.distance import DISTANCES, kinds_by_distance
from casino.kit.forms.fields import Form, Unclear, amount, count, required, text, ticked
from casino.kit.hand import seats
from casino.kit.seats import colour_of_chips
from casino.kit.sentences.words import WORDS
from tables.play import commands as c
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook

REPEATED = "repeated-"
"""How the tick of who repeated aloud begins; after it comes who."""


class Laid(TypedDict):
    """What a bet that is placed and one that is found on the cloth have in common."""

    player: str
    bet: str
    amount: int
    distance: int | None
    layout: int
    chip: int | None
    colour: str | None
    face_value: bool
    on_behalf_of: str | None


def place_bet(form: Form, state: State, rulebook: Rulebook) -> c.PlaceBet:
    """A chip put down."""
    return c.PlaceBet(**_laid(form, state, rulebook), repeated=repeated(form))


def find_excess(form: Form, state: State, rulebook: Rulebook) -> c.FindExcess:
    """The same chips, where they lie there already, over the maximum."""
    return c.FindExcess(**_laid(form, state, rulebook))


def late_bet(form: Form, state: State, rulebook: Rulebook) -> c.SeeLateBet:
    """Chips that came too late, wherever they lie."""
    player, bet = _player(form, state), _bet(form)
    return c.SeeLateBet(
        player=player, bet=bet, amount=_total(bet, _chip(form, state, player), state, rulebook)
    )


def accept_late_bet(form: Form, state: State, rulebook: Rulebook) -> c.AcceptLateBet:
    """A chip put down after its time; who may accept it signs."""
    return c.AcceptLateBet(bet=place_bet(form, state, rulebook))


def refuse_late_bet(form: Form, state: State, rulebook: Rulebook) -> c.RefuseLateBet:
    """A chip that came after its time and is turned down."""
    seen = late_bet(form, state, rulebook)
    return c.RefuseLateBet(player=seen.player, bet=seen.bet, amount=seen.amount, reason=text(form, "reason"))


def move_bet(form: Form, state: State, rulebook: Rulebook) -> c.MoveBet:
    """A bet that lies, to be laid elsewhere."""
    return c.MoveBet(
        ref=required(form, "ref", Unclear("moved-bet-not-entered")),
        bet=required(form, "bet", Unclear("new-place-not-entered")),
        repeated=repeated(form),
    )


def repeated(form: Form) -> tuple[str, ...]:
    """Who repeated an announced bet aloud."""
    return tuple(each for each in WORDS["repeater"] if ticked(form, f"{REPEATED}{each}"))


def _laid(form: Form, state: State, rulebook: Rulebook) -> Laid:
    player, bet = _player(form, state), _bet(form)
    on_behalf_of = text(form, "on_behalf_of")
    face_value = state.face_value_only or ticked(form, "face_value")
    chip = _chip(form, state, player, on_behalf_of)
    return Laid(
        player=player,
        bet=bet,
        amount=_total(bet, chip, state, rulebook),
        distance=_distance(form, bet, rulebook),
        layout=count(form, "layout", "layout") if text(form, "layout") else 1,
        # What is typed is a sum; of which chips it is made nobody has said.
        chip=None if text(form, "other") else chip,
        # Where colours are registered the table knows whose each is.
        colour=None if face_value or state.colours.registered else colour_of_chips(player),
        face_value=face_value,
        on_behalf_of=seated(on_behalf_of, state) if on_behalf_of else None,
    )


def _player(form: Form, state: State) -> str:
    return seated(required(form, "player", Unclear("player-not-entered")), state)


def seated(player: str, state: State) -> str:
    """The player, if the screen offers that one. Raises Unclear: only other programs bring names of their own."""
    if player not in {seat.player for seat in seats(state)}:
        raise Unclear("seat-unknown", seat=player)
    return player


def _bet(form: Form) -> str:
    return required(form, "bet", Unclear("bet-not-entered"))


def _chip(form: Form, state: State, *players: str) -> int:
    """The value of one chip in minor units, or the sum that was typed in its stead.

    A chip of a colour is worth what is registered for the first of `players` who has one.
    """
    if text(form, "other"):
        return amount(form, "other")
    own = next((each for each in map(state.colours.of_player, players) if each), None)
    return own.value if own and not ticked(form, "face_value") else amount(form, "chip")


def _total(bet: str, chip: int, state: State, rulebook: Rulebook) -> int:
    """The bet's amount: one chip, or as many as an announced bet takes."""
    parsed = parse_bet(bet, rulebook, wheel=state.wheel)
    return chip * parsed.pieces if isinstance(parsed, AnnouncedBet) else chip


def _distance(form: Form, bet: str, rulebook: Rulebook) -> int | None:
    """How far from the employee the chip was laid, where that is asked for on the cloth."""
    touched = form.get("distance", "")
    if touched not in map(str, DISTANCES):
        return None
    return int(touched) if parse_bet(bet, rulebook).kind in kinds_by_distance(rulebook) else None
