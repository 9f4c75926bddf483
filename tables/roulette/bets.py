"""Bets in words: from a code, a short form or a traditional name to the one bet that it means."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tables.roulette.announced import AnnouncedBet, as_the_amount_fits, expand, in_chips
from tables.roulette.cloth import Bet
from tables.roulette.illegal_bets import EnteredBet, why_refused, why_unread
from tables.roulette.names import fold
from tables.roulette.rulebook import Rulebook
from tables.roulette.spoken import Spoken, spoken_at
from tables.roulette.wheel import DOUBLE_ZERO_TEXT, along_the_cloth, as_entered
from tables.roulette.wheel import entered as entered_number

__all__ = ["AnnouncedBet", "Bet", "every_bet", "expand", "made_of", "parse_all", "parse_bet"]

_NAME_AND_NUMBERS = re.compile(r"([^:]*?[^:\d-])[:-]?(\d{1,9}(?:-\d{1,9})*)", re.ASCII)

_NUMBERS_BETWEEN = re.compile(r"(\D*?)-?(\d{1,9}(?:-\d{1,9})*)-(\D+)", re.ASCII)


def parse_bet(text: str, rulebook: Rulebook, *, wheel: str | None = None) -> Bet | AnnouncedBet:
    """Return the bet that `text` means under this rulebook.

    `wheel` names the numbering of the table's wheel (by default the rulebook's first): series and neighbours may not
    exist on every numbering. Case, accents and the kind of separator do not matter. Raises BetRefused with the clause,
    naming the nearest legal bets where there are some.
    """
    wheel = wheel or rulebook.first_wheel
    spoken = spoken_at(rulebook, wheel)
    bet = spoken.bets.get(text)
    if bet is None:
        if unread := why_unread(text, rulebook):
            raise unread
        entered = _understood(text, spoken)
        bet = spoken.bets.get(entered.code)
        if bet is None:
            raise why_refused(entered, rulebook, wheel)
    return bet


def made_of(
    bet: Bet | AnnouncedBet, named: str, amount: int, rulebook: Rulebook, *, wheel: str | None = None
) -> Bet | AnnouncedBet:
    """Return the bet in as many chips as `amount` (minor units) makes, where it may be made of several numbers of
    chips.

    Only a bet that was `named` without a number of chips is another one by its amount.
    """
    rule = rulebook.announced.get(bet.kind)
    if rule is None or len(rule.pieces) < 2 or any(letter.isdigit() for letter in named):
        return bet
    ways = [parse_bet(f"{bet.kind}:{in_chips(pieces)}", rulebook, wheel=wheel) for pieces in rule.pieces]
    return as_the_amount_fits(bet, amount, ways)


def parse_all(
    texts: Iterable[str], rulebook: Rulebook, *, wheel: str | None = None
) -> list[Bet | AnnouncedBet]:
    """Return the bets that these texts mean, each as `parse_bet` has it: for many at once, most of them codes."""
    known = spoken_at(rulebook, wheel or rulebook.first_wheel).bets
    return [known.get(text) or parse_bet(text, rulebook, wheel=wheel) for text in texts]


def every_bet(rulebook: Rulebook, *, wheel: str | None = None) -> tuple[Bet | AnnouncedBet, ...]:
    """Return every legal bet, each once: those of the cloth by kind, then the announced ones."""
    spellings = spoken_at(rulebook, wheel or rulebook.first_wheel).bets
    return tuple(bet for spelling, bet in spellings.items() if spelling == bet.code)


def _understood(text: str, spoken: Spoken) -> EnteredBet:
    """Return the bet that a text asks for, legal or not."""
    folded = fold(text)
    # A name may come before its number of chips as a kind does: `voisins du zéro:7-chips`.
    joined = folded.replace(":", "-")
    code = spoken.phrases.get(folded) or spoken.phrases.get(joined) or spoken.in_full.get(joined)
    if code is not None:
        return EnteredBet(typed=text, text=folded, code=code, kind=code.partition(":")[0])
    kind, numbers_text = _kind_and_numbers(folded, spoken)
    if kind is None or not numbers_text:
        return EnteredBet(typed=text, text=folded, code=folded, kind=kind)
    named = numbers_text.split("-")
    if kind == "voisins-de":
        # The first is a pocket, the second how many on each side of it.
        code = f"{kind}:{'/'.join(_shortest(each) for each in named)}"
        return EnteredBet(typed=text, text=folded, code=code, kind=kind, numbers=_pockets(named))
    numbers = _pockets(named)
    if kind == "finale" and len(numbers) == 2:
        kind = "finale-cheval"
    ordered = along_the_cloth(numbers)
    code = f"{kind}:{'-'.join(str(as_entered(number)) for number in ordered)}"
    return EnteredBet(typed=text, text=folded, code=code, kind=kind, numbers=ordered)


def _pockets(named: Iterable[str]) -> tuple[int, ...]:
    """Return the pockets that are named, and those that no wheel has."""
    return tuple(entered_number(each) for each in named)


def _shortest(named: str) -> str:
    """Return a number without the zeros before it, but for 00."""
    return named if named == DOUBLE_ZERO_TEXT else str(int(named))


def _kind_and_numbers(folded: str, spoken: Spoken) -> tuple[str | None, str]:
    """Return the kind that a folded text names, if it names one, and its numbers as they were entered: `7-2`."""
    if between := _NUMBERS_BETWEEN.fullmatch(folded):
        return spoken.around.get((between[1], between[3])), between[2]
    parts = _NAME_AND_NUMBERS.fullmatch(folded)
    name = parts[1] if parts else folded.rstrip(":")
    kind = spoken.heads.get(name) or spoken.phrases.get(name) or spoken.around.get((name, ""))
    return kind, parts[2] if parts else ""
