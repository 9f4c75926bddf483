"""The parameters of a refusal or violation, put into its sentence.

A placeholder names the parameter and its kind: `{limit:money}`, `{at:time}`, `{ref:stake}`; without a kind the value
stands as it is. A sequence is written item by item, with commas between.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from string import Formatter
from typing import Any

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext

from casino.kit.sentences.lists import JOINTS, LISTED, with_commas
from casino.kit.sentences.names import Names
from casino.kit.sentences.subjects import subjects
from casino.kit.sentences.words import UNNAMED, WORDS, named, word
from tables.roulette.money import Money
from tables.roulette.refusal import Refusal

NONE = "none"
"""How an empty sequence is written."""


class SentenceFormatter(Formatter):
    """Formats one sentence: `names` says what codes are called, `nested` makes the sentence of a refusal within it."""

    def __init__(
        self, parameters: Mapping[str, Any], names: Names, nested: Callable[[Refusal, Names], str]
    ) -> None:
        self._parameters = parameters
        self._names = names
        self._nested = nested

    def sentence(self, text: str) -> str:
        """The text with the parameters in its placeholders. Raises KeyError for a parameter or kind there is not."""
        return self.vformat(text, (), self._parameters)

    def format_field(self, value: Any, format_spec: str) -> str:
        """One value, by its kind."""
        kind = KINDS[format_spec]
        if isinstance(value, Sequence) and not isinstance(value, str):
            words = [kind(self, each) for each in value]
            return JOINTS.get(format_spec, with_commas)(words) or NONE
        return kind(self, value)

    def _text(self, value: Any) -> str:
        return str(value)

    def _count(self, value: int) -> str:
        return f"{value:,}"

    def _measure(self, value: float) -> str:
        return f"{value:g}"

    def _day(self, value: Any) -> str:
        return self._names.day(msgspec.convert(value, date))

    def _date_and_time(self, value: Any) -> str:
        return self._names.date_and_time(msgspec.convert(value, datetime))

    def _short_day(self, value: Any) -> str:
        return date_format(msgspec.convert(value, date), "j M")

    def _clock(self, value: datetime) -> str:
        return self._names.clock(msgspec.convert(value, datetime))

    def _word(self, value: str, *, kind: str) -> str:
        return word(kind, value)

    def _named(self, value: str, *, kind: str) -> str:
        return named(kind, value)

    def _money(self, value: Any) -> str:
        return self._names.money(msgspec.convert(value, Money))

    def _pieces(self, value: Any) -> str:
        return self._names.money_of_pieces(msgspec.convert(value, Money), self._parameters["bet"])

    def _time(self, value: Any) -> str:
        return self._names.time(msgspec.convert(value, datetime))

    def _second(self, value: Any) -> str:
        return self._names.second(msgspec.convert(value, datetime))

    def _bet(self, value: str) -> str:
        return self._names.bet(value)

    def _stake(self, value: str) -> str:
        return self._names.stake(value)

    def _player(self, value: str) -> str:
        return self._names.player(value)

    def _company(self, value: Sequence[str]) -> str:
        return self.format_field(value, "players")

    def _owned(self, value: Mapping[str, str]) -> str:
        return self._names.owned(value["ref"], value["player"])

    def _way(self, value: str) -> str:
        return self._names.way(value)

    def _reason(self, value: str) -> str:
        return self._names.reason(value)

    def _paid(self, value: Mapping[str, str]) -> str:
        return self._names.paid(value["bet"], value["player"])

    def _remarks(self, value: str) -> str:
        return self._names.remarks(value)

    def _typed(self, value: str) -> str:
        return self._names.typed(value)

    def _refusal(self, value: Any) -> str:
        refusal = value if isinstance(value, Refusal) else msgspec.convert(value, Refusal)
        return self._nested(refusal, self._names)

    def _subject(self, value: str) -> str:
        # A subject that is still words of its own is left alone.
        return value if " " in value else self.sentence(gettext(subjects()[value]))

    def _ref(self, value: str) -> str:
        return self._names.ref(value)

    def _seconds(self, value: int) -> str:
        return f"{value / 1000:.3f}"


KINDS: Mapping[str, Callable[[SentenceFormatter, Any], str]] = {
    "": SentenceFormatter._text,
    "count": SentenceFormatter._count,
    "money": SentenceFormatter._money,
    "pieces": SentenceFormatter._pieces,
    "time": SentenceFormatter._time,
    "second": SentenceFormatter._second,
    "bet": SentenceFormatter._bet,
    "stake": SentenceFormatter._stake,
    "player": SentenceFormatter._player,
    "way": SentenceFormatter._way,
    "reason": SentenceFormatter._reason,
    "paid": SentenceFormatter._paid,
    "remarks": SentenceFormatter._remarks,
    "typed": SentenceFormatter._typed,
    "refusal": SentenceFormatter._refusal,
    "part": SentenceFormatter._refusal,
    "players": SentenceFormatter._player,
    "company": SentenceFormatter._company,
    "refs": SentenceFormatter._ref,
    "owned": SentenceFormatter._owned,
    "subject": SentenceFormatter._subject,
    "ref": SentenceFormatter._ref,
    "measure": SentenceFormatter._measure,
    "seconds": SentenceFormatter._seconds,
    "day": SentenceFormatter._day,
    "date_and_time": SentenceFormatter._date_and_time,
    "short_day": SentenceFormatter._short_day,
    "clock": SentenceFormatter._clock,
    **dict.fromkeys(LISTED, SentenceFormatter._text),
    **{kind: partial(SentenceFormatter._word, kind=kind) for kind in WORDS},
    **{kind: partial(SentenceFormatter._named, kind=kind) for kind in UNNAMED},
}
"""By kind: how a value of it is written.

- `money` in minor units with currency; `pieces` an amount for all pieces of the parameter `bet`;
- `time` and `second` a moment; `seconds` a number of milliseconds; `day` a date, `short_day` one without its year,
  `date_and_time` a moment with its date, `clock` one by the clock of its own time zone;
- `bet` a bet's code or kind; `stake` a reference on the cloth, `ref` one in a list, `owned` one with its player;
- `player`; `players` and `refs` with "and" between, `company` a list of lists of players;
- `way` a way of playing again; `reason` a key of the rulebook's reasons; `typed` a person's own words;
- `refusal` a refusal's own sentence, `part` one in a list with commas;
- `subject` what is signed or counted; `paid` a bet with its player; `remarks` what follows in brackets;
- `count` with thousands marked; `measure` millimetres;
- the lists of `lists.py`, and the words of keys in `words.py`.
"""
