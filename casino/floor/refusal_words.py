"""A refusal as it is said at a table: bets, replays and reasons by the names of the house, players by their seat.

The rules speak in codes (`cheval:5-8`, `a-rifare`, `b14`), which nobody at a table has ever heard.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time

from django.utils import timezone

from casino.floor.form_fields import Form, text
from casino.floor.money import MINOR, plain
from casino.floor.seats import SEATS, seat_of
from tables.play.state import BetOnCloth, State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet, shown_name
from tables.roulette.bets import Bet, parse_bet
from tables.roulette.names import fold, trade_names
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import KINDS, Rulebook

QUOTED = 60
"""Characters of what was typed; the rules say no more of it, so that the sentence stays a sentence."""
_AMOUNT = re.compile(r"(?P<units>\d[\d,]*)(?:\.(?P<cents>\d\d))? [A-Z]{3}\b")
_UTC = re.compile(r"\b(?P<clock>\d\d:\d\d(?::\d\d)?) UTC\b")
_THOSE_THERE_ARE = re.compile(r"; these (?:do|did|have): [^;]*$")


def in_the_houses_words(detail: str, place: str, form: Form, state: State | None, rulebook: Rulebook) -> str:
    """The refusal `detail` of the command `place` in the words of the house; what was typed stays as it was typed."""
    typed, detail = _what_was_typed(detail, text(form, "bet"), rulebook)
    if place == "null-coup":
        detail = _replaced(detail, {key: f"«{label}»" for key, label in rulebook.null_coup.reasons.items()})
    detail = _with_bets_for_references(detail, form, state, rulebook)
    detail = _with_chips(detail, text(form, "bet"), rulebook)
    detail = _with_names(detail, rulebook)
    return typed + with_seats(_UTC.sub(_by_the_houses_clock, detail))


def with_seats(detail: str) -> str:
    """What is said, with the seats' labels for the codes of their players."""
    return _replaced(detail, {seat.player: seat.label for seat in SEATS})


def _by_the_houses_clock(found: re.Match[str]) -> str:
    """A time of the last hours as the clock on the screen has it."""
    said = time.fromisoformat(found["clock"])
    local = timezone.localtime(datetime.combine(timezone.now().astimezone(UTC), said, UTC))
    return local.isoformat()[11 : 11 + len(found["clock"])]


def _what_was_typed(detail: str, typed: str, rulebook: Rulebook) -> tuple[str, str]:
    """What was typed, quoted, and the rest of a refusal that begins with it; a code touched on the cloth has a name."""
    folded = fold(typed)
    head = folded if len(folded) <= QUOTED else f"{folded[: QUOTED - 3]}..."
    if (
        not typed
        or not detail.startswith(f"{head}:")
        or _CODE.fullmatch(folded)
        or _bet_named(typed, rulebook)
    ):
        return "", detail
    said = typed if len(typed) <= QUOTED else f"{typed[: QUOTED - 1]}…"
    return f"“{said}”", detail.removeprefix(head)


def _bet_named(code: str, rulebook: Rulebook) -> str | None:
    bet = _bet_meant(code, rulebook)
    return None if bet is None else describe_bet(rulebook, bet)


def _bet_meant(code: str, rulebook: Rulebook) -> Bet | AnnouncedBet | None:
    """The bet, on whichever of the rulebook's numberings it exists."""
    for wheel in rulebook.wheels:
        try:
            return parse_bet(code, rulebook, wheel=wheel)
        except Refused:
            continue
    return None


def _with_bets_for_references(detail: str, form: Form, state: State | None, rulebook: Rulebook) -> str:
    """`bet b14` as the bet that it is and whose; one that is gone has nothing left to be called by.

    The list of all those that there are is left out: it is the card beside which this is said.
    """
    bets = {bet.ref: bet for bet in _bets_of(state)}
    asked = form.get("ref")
    if asked is not None and asked not in bets:
        detail = detail.replace(f"bet {asked} ", "that bet ", 1)
    detail = _THOSE_THERE_ARE.sub("", detail)
    if not bets:
        return detail
    refs = "|".join(map(re.escape, sorted(bets, key=len, reverse=True)))
    reference = re.compile(rf"(?<![\w:-])(?:bet )?({refs})(?: for [^\s,;:]+)?(?![\w-])")
    return reference.sub(lambda found: _lying(bets[found[1]], rulebook), detail)


def _bets_of(state: State | None) -> Iterator[BetOnCloth]:
    if state is not None:
        yield from state.settled_bets
        yield from (pending.stake for pending in state.choices)
        yield from state.bets


def _lying(bet: BetOnCloth, rulebook: Rulebook) -> str:
    """`Pieno 17, 5 (Yellow, seat 1)`."""
    whose = seat_of(bet.on_behalf_of or bet.player).label
    return f"{_bet_named(bet.bet, rulebook) or bet.bet}, {plain(bet.amount)} ({whose})"


def _with_chips(detail: str, code: str, rulebook: Rulebook) -> str:
    """What would be right for an announced bet also in chips: on the screen a chip is chosen, not the sum of all."""
    bet = _bet_meant(code, rulebook)
    wrong, so, right = detail.partition("; ")
    if not isinstance(bet, AnnouncedBet):
        return detail
    pieces = bet.pieces

    def in_chips(found: re.Match[str]) -> str:
        chip, rest = divmod(int(found["units"].replace(",", "")) * MINOR + int(found["cents"] or 0), pieces)
        return found[0] if rest or not chip else f"{found[0]} ({pieces} chips of {plain(chip)})"

    return wrong + so + _AMOUNT.sub(in_chips, right)


def _with_names(detail: str, rulebook: Rulebook) -> str:
    """Every code, kind of bet and way of replaying by its name at this house, wherever it stands in the sentence."""

    def named(found: re.Match[str]) -> str:
        kind, numbers = found["kind"], found["numbers"]
        if kind in rulebook.announced or numbers:
            said = _bet_named(found[0], rulebook)
            if said is not None:
                return said
        name = shown_name(rulebook, kind)
        return f"{name} {numbers}" if numbers else name

    ways = {
        rule.kind: next(iter(rule.names.get(rulebook.language, (rule.kind,))))
        for rule in rulebook.replays.values()
    }
    return _replaced(_CODE.sub(named, detail), ways)


def _replaced(detail: str, words: dict[str, str]) -> str:
    """Each of these words, where it stands by itself, replaced."""
    if not words:
        return detail
    return _alone(words).sub(lambda found: words[found[0]], detail)


def _alone(words: Iterable[str]) -> re.Pattern[str]:
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<![\w:-])(?:{either})(?![\w-]|:\S)")


_KIND = "|".join(sorted((*KINDS, *trade_names().announced), key=len, reverse=True))
_CODE = re.compile(rf"(?<![\w:-])(?P<kind>{_KIND})(?::(?P<numbers>\d+(?:[-/]\d+)*))?(?![\w-])")
