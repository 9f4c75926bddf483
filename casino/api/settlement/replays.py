"""Won announced bets played again in a request: the new stakes for the next coup, and their figures.

The replayed bet has the ref of the first with `+` behind it; winning chips that stay have that ref and 1, 2, 3 ...
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext
from msgspec.structs import replace

from casino.api.settlement.limits import LimitCheck
from casino.kit.sentences import notes_in_words, sentence_of
from casino.web.problem import Problem
from tables.refusal import LimitRefused, Refused
from tables.roulette.bets import AnnouncedBet
from tables.roulette.replay import Replay, open_replays, replay_of, replay_rule
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

AGAIN = "+"


class PlacedReplay(NamedTuple):
    """The chosen replay of a bet, and its place in the request."""

    place: str
    replay: str


class Fallen(NamedTuple):
    """A coup that has its number: its stakes, and the stakes that stay for the next coup."""

    turn: int
    number: int
    stakes: Sequence[Stake]
    kept: Sequence[Stake]


class Offer(NamedTuple):
    """Way of playing a won bet again, its new stakes, and the limit that refuses it, if one does."""

    stake: Stake
    way: Replay
    again: tuple[Stake, ...]
    refused: LimitRefused | None = None

    def document(self) -> dict[str, Any]:
        """Return the replay as the answer has it; `note` and `refused` are left out if empty."""
        way, refused = self.way, self.refused
        document: dict[str, Any] = {
            "ref": self.stake.ref,
            "replay": way.kind,
            "won": way.won,
            "stake": way.stake,
            "stays": way.stays,
            "restaked": way.restaked,
            "paid_out": way.paid_out,
            "bets": [{"ref": new.ref, "bet": new.bet, "amount": new.amount} for new in self.again],
            "clause": way.clause,
        }
        if way.notes:
            document["note"] = notes_in_words(way.notes)
        if refused is not None:
            document["refused"] = {
                "detail": sentence_of(refused.refusal),
                "clause": refused.clause,
                "limit": refused.limit,
                "value": refused.value,
            }
        return document


def offers(rulebook: Rulebook, fallen: Fallen, check: LimitCheck) -> Iterator[Offer]:
    """Yield each way in which a won bet of the coup can be played again, held against the limits by itself."""
    for stake in fallen.stakes:
        bet = check.bet_of(stake)
        if not isinstance(bet, AnnouncedBet) or stake.excess:
            continue
        for way in open_replays(rulebook, bet, stake.amount, fallen.number):
            again = _again(stake, way)
            refused = None
            try:
                _admit(again, check.after(fallen.kept))
            except LimitRefused as refusal:
                refused = refusal
            yield Offer(stake, way, again, refused)


def play_again(
    rulebook: Rulebook,
    fallen: Fallen,
    requested: Mapping[str, PlacedReplay],
    check: LimitCheck,
    refs: set[str],
) -> tuple[list[Stake], list[dict[str, Any]]]:
    """Return the stakes that the replays of a coup put down for the next one, and a document of each replay.

    `requested` has them by the bet's ref; `refs` are those in use, and get the new ones. Raises Problem at the place of
    the replay in the request.
    """
    lying = {stake.ref: stake for stake in fallen.stakes}
    next_coup = check.after(fallen.kept)
    placed: list[Stake] = []
    documents = []
    for ref, (place, kind) in requested.items():
        stake = lying.get(ref)
        if stake is None:
            raise Problem.malformed(
                f"{place}.ref",
                gettext("no bet '{ref}' lay on the cloth in coup {turn}").format(ref=ref, turn=fallen.turn),
            )
        way = _replayed(check, stake, fallen.number, kind, place)
        again = _again(stake, way)
        for new in again:
            if new.ref in refs:
                raise Problem.malformed(
                    f"{place}.ref",
                    gettext("'{ref}', for the bet again, is in use already").format(ref=new.ref),
                )
            refs.add(new.ref)
        try:
            _admit(again, next_coup)
        except Refused as refusal:
            raise Problem.refused(place, refusal) from None
        placed += again
        documents.append(Offer(stake, way, again).document())
    return placed, documents


def _replayed(check: LimitCheck, stake: Stake, number: int, kind: str, place: str) -> Replay:
    rulebook, bet = check.rulebook, check.bet_of(stake)
    try:
        rule = replay_rule(rulebook, kind)
    except Refused as refusal:
        raise Problem.refused(f"{place}.replay", refusal) from None
    try:
        if not isinstance(bet, AnnouncedBet):
            raise Refused("only-announced-bets-replayed", rule.clause, bet=bet.code)
        if stake.excess:
            raise Refused("excess-not-replayed", rule.clause)
        return replay_of(rulebook, rule.kind, bet, stake.amount, number)
    except Refused as refusal:
        raise Problem.refused(place, refusal) from None


def _again(stake: Stake, way: Replay) -> tuple[Stake, ...]:
    """Return the stakes that the replay places: the bet again, and the winning chips next to it."""
    ref = stake.ref + AGAIN
    bet = replace(stake, ref=ref, amount=way.amount, distance=None)
    beside = (
        replace(bet, ref=f"{ref}{index}", bet=code, amount=amount)
        for index, (code, amount) in enumerate(way.beside, start=1)
    )
    return (bet, *beside)


def _admit(again: Sequence[Stake], check: LimitCheck) -> None:
    for stake in again:
        check.admit(stake)
