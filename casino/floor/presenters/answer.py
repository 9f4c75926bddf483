"""Answer of a table's page to a command: the refusal at the form's place, or nothing after success."""

from datetime import datetime

import msgspec
from django.utils.text import capfirst

from casino.commands.rejections import Rejection
from casino.commands.submitting import entered
from casino.commands.table_snapshot import rulebook_of
from casino.floor.forms.betting import FindExcessForm
from casino.kit.clauses import cited
from casino.kit.forms.command_form import command_of
from casino.kit.forms.fields import Form
from casino.kit.sentences import TableNames, sentence_of
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.play.betting.repetition import NotRepeated
from tables.play.decide import decide
from tables.play.events import BetPlaced
from tables.play.state import State
from tables.refusal import LimitRefused, Refused
from tables.roulette.rulebook import Rulebook

AT = "at"
"""The field in which a card names itself; the big button alone has none."""
WANTS_COLOUR = ("player-without-colour", "colour-without-value")
ON_SEVERAL_CARDS = {"number": "next", "null-coup": "next", "move-bet": "move"}
"""Commands of several cards, each with the card that answers if no card has named itself."""
LAID = ("place-bet", "repeat-bets", "double-bets")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a command: only `place` after success, else the refusal in words.

    `place` is the command, `at` the card that it came from if several cards have it. `entered` are the entered values
    for a second try. `lies_there` is true if the chips can be recorded as found over the maximum.
    """

    place: str
    at: str = ""
    detail: str = ""
    clause: str = ""
    entered: dict[str, str] = {}
    lies_there: bool = False
    to_repeat: tuple[str, ...] = ()
    """People who must repeat an announced bet aloud before it counts."""
    wants_colour: bool = False
    """The player has no colour yet: one is given in the panel of colours."""
    asks_elsewhere: bool = False
    """The dealer spins at another table: somebody answers whether that ends."""

    @property
    def refused(self) -> bool:
        return bool(self.detail)


def answer_to(
    place: str, rejection: Rejection | None, form: Form, view: TableSnapshot, now: datetime
) -> Answer:
    """The answer, with a refusal's clause as people cite it."""
    if rejection is None:
        return Answer(place=place)
    refusal = rejection.refusal
    if refusal is None:
        return Answer(place=place, detail=rejection.detail)
    state, rulebook, bet = view.state, rulebook_of(view), place == "place-bet"
    return Answer(
        place=place,
        at=form.get(AT, ON_SEVERAL_CARDS[place]) if place in ON_SEVERAL_CARDS else "",
        detail=capfirst(sentence_of(refusal.refusal, TableNames(rulebook, state))),
        clause=cited(rulebook, refusal.clause),
        entered={name: value for name, value in entered(form).items() if name != AT},
        lies_there=bet and state is not None and _lies_there(refusal, form, state, rulebook, now),
        wants_colour=refusal.refusal.code in WANTS_COLOUR,
        asks_elsewhere=refusal.refusal.code == "spins-at-another-table",
        to_repeat=refusal.missing if isinstance(refusal, NotRepeated) and place in LAID else (),
    )


def _lies_there(refusal: Refused, form: Form, state: State, rulebook: Rulebook, now: datetime) -> bool:
    """Return True if chips that were refused over the maximum could be recorded as found there (the excess rule)."""
    if not isinstance(refusal, LimitRefused):
        return False
    try:
        found = decide(state, command_of(FindExcessForm, form, state, rulebook), rulebook, now)
    except Refused:
        return False
    return any(isinstance(each.event, BetPlaced) and each.event.excess for each in found)
