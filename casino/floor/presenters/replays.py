"""Won announced bets that may be played again from their payment: each way with its figures, before it is confirmed.

The prize and the stake of the winning chips come to the same as what stays, what is re-staked and what is paid out.
"""

import msgspec
from django.utils.text import capfirst

from casino.kit.sentences import TableNames, notes_in_words, sentence_of
from settlement.sheets import SheetLine
from tables.play.result.questions import check_certain
from tables.play.state import State
from tables.refusal import Refusal, Refused
from tables.roulette.rulebook import Rulebook


class WayToReplay(msgspec.Struct, frozen=True, kw_only=True):
    """One replay of a bet, as its panel shows it. Money in minor units.

    `new_bet` is the bet's amount in the next coup; `lies_beside` is true if the staying stake is not a part of it
    but a stake of its own on the winning combination. `refused` is the reason why it cannot be confirmed now, by the
    clause in `refused_reference`; empty where it can.
    """

    kind: str
    name: str
    reference: str
    won: int
    stake: int
    stays: int
    restaked: int
    paid_out: int
    new_bet: int
    lies_beside: bool
    note: str
    refused: str
    refused_reference: str

    @property
    def total(self) -> int:
        """Return the amount to play with: the prize and the stake of the winning chips."""
        return self.won + self.stake


def ways_to_replay(line: SheetLine, rulebook: Rulebook, state: State) -> tuple[WayToReplay, ...]:
    """Return the replays open to a line of the last coup's sheet, in the order of the rulebook.

    While the number is doubtful, each of them carries the refusal, also those within the limits.
    """
    doubt = _doubt(state, rulebook)
    return tuple(
        WayToReplay(
            kind=way.kind,
            name=capfirst(way.label),
            reference=way.reference,
            won=line.prize,
            stake=way.stays + way.restaked + way.paid_out - line.prize,
            stays=way.stays,
            restaked=way.restaked,
            paid_out=way.paid_out,
            new_bet=way.restaked + (0 if _lies_beside(way.kind, rulebook) else way.stays),
            lies_beside=_lies_beside(way.kind, rulebook),
            note=capfirst(notes_in_words(way.notes) or ""),
            refused=_sentence(doubt.refusal if doubt else way.refused, state, rulebook),
            refused_reference=_reference(doubt, rulebook) if doubt else way.refused_reference or "",
        )
        for way in line.may_replay
    )


def _lies_beside(kind: str, rulebook: Rulebook) -> bool:
    return rulebook.replays[kind].stake == "beside"


def _doubt(state: State, rulebook: Rulebook) -> Refused | None:
    """Return the refusal that blocks all payments on the last number; None if the number is certain."""
    if state.last_coup is None:
        return None
    try:
        check_certain(state, state.last_coup.coup, rulebook)
    except Refused as refusal:
        return refusal
    return None


def _sentence(refusal: Refusal | None, state: State, rulebook: Rulebook) -> str:
    if refusal is None:
        return ""
    return capfirst(sentence_of(refusal, TableNames(rulebook, state)))


def _reference(refusal: Refused, rulebook: Rulebook) -> str:
    return rulebook.clauses[refusal.clause] if refusal.clause else ""
