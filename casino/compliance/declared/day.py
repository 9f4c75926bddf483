"""An event of a table's day with the facts of the rest of that day about it, and the form of its fields in
sentences.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.compliance.background import NO_BACKGROUND, Background
from casino.kit import dates
from casino.kit.money import count, reader_figures, with_currency
from casino.kit.reader_words import doubts_sentence, warning_named
from casino.kit.sentences import TableNames
from casino.kit.sentences.lists import JOINTS
from casino.kit.sentences.words import WORDS, word
from tables.play.events import Person, Pieces
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import written


class DayNames(TableNames):
    """Names of codes on one table's day; a bet is looked up once."""

    def __init__(self, rulebook: Rulebook, background: Background) -> None:
        super().__init__(rulebook)
        self._background = background
        self._currency = rulebook.currency
        self._bets: dict[str, str] = {}

    def bet(self, code: str) -> str:
        """Return the rulebook's name of a bet or a kind of bets; a text that is not a code stays as it is."""
        if code not in self._bets:
            known = self._bet(code) is not None or code in self._rulebook.bets
            self._bets[code] = super().bet(code) if known else code
        return self._bets[code]

    def stake(self, ref: str) -> str:
        """Return a stake with its place and owner: `Pieno 17, 5 EUR (Yellow, seat 1)`."""
        laid = self._background.laid.get(ref)
        if laid is None:
            return gettext("bet {ref}").format(ref=ref)
        amount = with_currency(laid.amount, self._currency)
        return f"{self.bet(laid.bet)}, {amount} ({self.player(laid.player)})"


class Day(msgspec.Struct, frozen=True, dict=True):
    """Table's gaming day: its rules, and the context that a line needs."""

    rulebook: Rulebook
    background: Background = NO_BACKGROUND

    @cached_property
    def names(self) -> DayNames:
        return DayNames(self.rulebook, self.background)


class DayEvent(msgspec.Struct, frozen=True):
    """An event of the day, at its `version` of its stream."""

    event: Any
    day: Day
    version: int = 0

    @property
    def rulebook(self) -> Rulebook:
        return self.day.rulebook

    @property
    def background(self) -> Background:
        return self.day.background

    def money(self, amount: int) -> str:
        """Minor units in the rulebook's currency: `12.50 EUR`."""
        return with_currency(amount, self.rulebook.currency)

    def chips(self, pieces: Pieces) -> str:
        """Return chips or notes, the largest first: `5 × 100 EUR, 20 × 5 EUR`."""
        largest_first = sorted(pieces.items(), reverse=True)
        return ", ".join(f"{count(pieces)} × {self.money(value)}" for value, pieces in largest_first)

    def sentence(self, marked: str, **parts: object) -> str:
        """Return a marked sentence in the reader's language. Its placeholders name `parts` or fields of the event, and
        the kind of each is one of KINDS. Raises KeyError for a kind that there is not.
        """
        return "".join(self._written(*part, parts) for part in _parsed(gettext(marked)))

    def _written(self, literal: str, field: str, kind: str, parts: Mapping[str, object]) -> str:
        if not field:
            return literal
        name, *attributes = field.split(".")
        value: Any = parts[name] if name in parts else getattr(self.event, name)
        for attribute in attributes:
            value = getattr(value, attribute)
        return literal + KINDS[kind](self, value)


@lru_cache(maxsize=2048)
def _parsed(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return the sentence in pieces: words, and the field and kind that follow them, empty at its end."""
    return tuple(_pieces_of(text))


def _pieces_of(text: str) -> Iterator[tuple[str, str, str]]:
    for literal, field, kind, _ in Formatter().parse(text):
        yield literal, field or "", kind or ""


Kind = Callable[[DayEvent, Any], str]


def _word_of(kind: str) -> Kind:
    return lambda of, key: word(kind, key)


KINDS: Mapping[str, Kind] = {
    "": lambda of, value: str(value),
    "money": DayEvent.money,
    "chips": DayEvent.chips,
    "measure": lambda of, value: reader_figures().decimal(f"{value:g}"),
    "minutes": lambda of, seconds: count(seconds // 60),
    "day": lambda of, day: dates.long_day(day),
    "second": lambda of, at: dates.second(at),
    "date_and_time": lambda of, at: dates.long_day_and_clock(at),
    "person": lambda of, person: name_of(person),
    "names": lambda of, names: ", ".join(names),
    "player": lambda of, player: of.day.names.player(player),
    "players": lambda of, players: JOINTS["players"]([of.day.names.player(each) for each in players]),
    "bet": lambda of, code: of.day.names.bet(code),
    "stake": lambda of, ref: of.day.names.stake(ref),
    "stakes": lambda of, refs: "; ".join(map(of.day.names.stake, refs)),
    "way": lambda of, kind: of.day.names.way(kind),
    "warning": lambda of, code: warning_named(code),
    "warnings": lambda of, codes: ", ".join(map(warning_named, codes)),
    "doubts": lambda of, codes: doubts_sentence(codes),
    "number": lambda of, number: written(number),
    "numbers": lambda of, numbers: ", ".join(map(written, numbers)),
    **{kind: _word_of(kind) for kind in WORDS},
}
"""Function that writes a value, by its kind.

- `money` and `chips` in the day's currency; `minutes` of seconds; `measure` millimetres;
- `day` a gaming day, `second` and `date_and_time` a moment by the casino's clock;
- `player` a seat; `bet` a bet's code or kind, or words for one; `stake` a bet by its reference; `way` one of
  playing again;
- `warning` and `doubts` codes of a reader; `number` a pocket of the wheel; the words of keys in `words.py`.
"""


def name_of(person: Person | None) -> str:
    """Return the person's name, or `nobody`."""
    return person.name if person is not None else gettext("nobody")
