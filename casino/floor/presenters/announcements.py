"""The panel in which an announcement is recorded that was refused: whose, what, and why."""

import msgspec
from django.utils.text import capfirst

from casino.kit.clauses import cited
from casino.kit.hand import seats
from casino.kit.seats import Seat
from casino.kit.sentences.words import WORDS, word
from tables.play.state import State
from tables.roulette.announcements import shown_name
from tables.roulette.rulebook import Rulebook


class Refusals(msgspec.Struct, frozen=True, kw_only=True):
    """Content of the panel of refused announcements: players, names of announced bets, and reasons as key and words."""

    seats: tuple[Seat, ...]
    announced: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    clause: str


def refusals(state: State, rulebook: Rulebook) -> Refusals | None:
    """Return the refused announcements; None if the rulebook has no announced bets."""
    if not rulebook.announced:
        return None
    kinds = (
        rule.kind for rule in rulebook.announced.values() if state.wheel in (rule.wheels or (state.wheel,))
    )
    kind = "announcement_refusal"
    return Refusals(
        seats=seats(state),
        announced=tuple(dict.fromkeys(capfirst(shown_name(rulebook, each)) for each in kinds)),
        reasons=tuple((key, word(kind, key)) for key in WORDS[kind]),
        clause=cited(rulebook, rulebook.announced_clause),
    )
