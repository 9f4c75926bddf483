"""The parameters of a refusal or violation, put into its sentence.

A placeholder names the parameter and its kind: `{limit:money}`, `{at:time}`, `{ref:stake}`; without a kind the value
stays as it is. A sequence is written item by item, with commas between.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from string import Formatter
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.kit.colour_names import colour_within
from casino.kit.dates import short_day
from casino.kit.money import count, money, reader_figures
from casino.kit.sentences.lists import JOINTS, LISTED, with_commas
from casino.kit.sentences.names import Names
from casino.kit.sentences.topics import subjects
from casino.kit.sentences.words import UNNAMED, WORDS, named, seat_label, word
from tables.money import Money
from tables.refusal import Refusal

NONE = "none"
"""Text of an empty sequence."""


class SentenceFormatter(Formatter):
    """Formats one sentence: `names` has the names of codes, `nested` makes the sentence of a refusal within it."""

    def __init__(
        self, parameters: Mapping[str, Any], names: Names, nested: Callable[[Refusal, Names], str]
    ) -> None:
        self._parameters = parameters
        self._names = names
        self._nested = nested

    def sentence(self, text: str) -> str:
        """Return the text with the parameters in its placeholders. Raises KeyError for a parameter or kind there is
        not.
        """
        return self.vformat(text, (), self._parameters)

    def format_field(self, value: Any, format_spec: str) -> str:
        kind = KINDS[format_spec]
        if isinstance(value, Sequence) and not isinstance(value, str):
            words = [kind(self, each) for each in value]
            return JOINTS.get(format_spec, with_commas)(words) or NONE
        return kind(self, value)

    def _pieces(self, value: Any) -> str:
        return self._names.money_of_pieces(msgspec.convert(value, Money), self._parameters["bet"])

    def _company(self, value: Sequence[str]) -> str:
        return self.format_field(value, "players")

    def _refusal(self, value: Any) -> str:
        refusal = value if isinstance(value, Refusal) else msgspec.convert(value, Refusal)
        return self._nested(refusal, self._names)

    def _subject(self, value: str) -> str:
        # A subject that is still words of its own is left alone.
        return value if " " in value else self.sentence(gettext(subjects()[value]))

    def _called(self, value: Any, *, by: Callable[..., str], type_: Any = Any) -> str:
        return str(getattr(self._names, by.__name__)(msgspec.convert(value, type_)))


Kind = Callable[[SentenceFormatter, Any], str]


def _written(write: Callable[[Any], str]) -> Kind:
    return lambda formatter, value: write(value)


def _called(by: Callable[..., str], type_: Any = Any) -> Kind:
    """Return a kind that writes the value by this method of the sentence's names."""
    return partial(SentenceFormatter._called, by=by, type_=type_)


def _figure(value: Money) -> str:
    return money(value.amount, value.currency)


KINDS: Mapping[str, Kind] = {
    "": _written(str),
    "count": _written(count),
    "measure": _written(lambda value: reader_figures().decimal(f"{value:g}")),
    "seconds": _written(lambda value: reader_figures().decimal(f"{value / 1000:.3f}")),
    "short_day": _written(lambda value: short_day(msgspec.convert(value, date))),
    "money": _called(Names.money, Money),
    "figure": _written(lambda value: _figure(msgspec.convert(value, Money))),
    "pieces": SentenceFormatter._pieces,
    "time": _called(Names.time, datetime),
    "second": _called(Names.second, datetime),
    "date_and_time": _called(Names.date_and_time, datetime),
    "clock": _called(Names.clock, datetime),
    "day": _called(Names.day, date),
    "bet": _called(Names.bet),
    "stake": _called(Names.stake),
    "ref": _called(Names.ref),
    "refs": _called(Names.ref),
    "player": _called(Names.player),
    "players": _called(Names.player),
    "company": SentenceFormatter._company,
    "owned": lambda formatter, value: formatter._names.owned(value["ref"], value["player"]),
    "paid": lambda formatter, value: formatter._names.paid(value["bet"], value["player"]),
    "way": _called(Names.way),
    "reason": _called(Names.reason),
    "remarks": _called(Names.remarks),
    "typed": _called(Names.typed),
    "refusal": SentenceFormatter._refusal,
    "part": SentenceFormatter._refusal,
    "subject": SentenceFormatter._subject,
    "seat": _written(lambda value: seat_label(**value)),
    "colour": _written(colour_within),
    **dict.fromkeys(LISTED, _written(str)),
    **{kind: _written(partial(word, kind)) for kind in WORDS},
    **{kind: _written(partial(named, kind)) for kind in UNNAMED},
}
"""Function that writes a value, by its kind.

- `money` in minor units with currency, `figure` the same written without it; `pieces` an amount for all pieces of the
  parameter `bet`;
- `time` and `second` a moment; `seconds` a number of milliseconds; `day` a date, `short_day` one without its year,
  `date_and_time` a moment with its date, `clock` one by the clock of its own time zone;
- `bet` a bet's code or kind; `stake` a reference on the cloth, `ref` one in a list, `owned` one with its player;
- `player`; `players` and `refs` with "and" between, `company` a list of lists of players;
- `way` a way of playing again; `reason` a key of the rulebook's reasons; `typed` a person's own words;
- `colour` a colour of chips; `seat` a position of the staff with its layout;
- `refusal` a refusal's own sentence, `part` one in a list with commas;
- `subject` what is signed or counted; `paid` a bet with its player; `remarks` what follows in brackets;
- `count` with thousands marked; `measure` millimetres or grams;
- the lists of `lists.py`, and the words of keys in `words.py`.
"""
