"""`{% kept page.cash may_act %}…{% endkept %}`: a part of a page that is made once for what it shows, and then kept.

The names say what the part shows. A part follows from their values and from the reader's language and time zone, so
what was made for the same ones before is it. A part that reads anything else, or that shows a value which is not plain
data, is made anew each time: a name that is missing costs time and never shows what is past. The log tells of it at
its lowest level.

A part knows no clock: `{% now %}` has no place in it. A part does not see the loop that it stands in, but for `forloop`
among its names.

What is another thing for each reader, or each time, has a gap left for it in a part that is otherwise the same for all:
a form's key, or who can countersign. A tag that has such a thing to write says so by `gap`, and the outermost part
fills its gaps whenever it is shown.
"""

import logging
import re
import sys
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from hashlib import blake2b
from secrets import token_hex
from typing import Any

import msgspec
from django import template
from django.template.base import Node, NodeList, Parser, Token, Variable, VariableDoesNotExist
from django.template.context import Context
from django.urls import get_script_prefix, get_urlconf
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from tables.bounded_cache import BoundedCache

log = logging.getLogger(__name__)
register = template.Library()

MOST_BYTES = 40_000_000
"""The memory that one process gives to parts; the part that nobody asked for longest goes first."""
LONG = 20_000
"""Characters from which on a part is long: nearly a whole page, which holds until the next thing happens."""
MOST_BYTES_OF_LONG = 16_000_000
"""The memory for long parts. They have a shelf of their own, because they would push the others out."""
CONSTANTS = frozenset({"True", "False", "None"})
NO_LOOKUP = (TypeError, AttributeError, KeyError, ValueError, IndexError)
Filling = Callable[[Context, str], SafeString]
"""Makes what stands in a gap, from the reader's context and the gap's argument."""
Wrapping = Callable[[Context, str], str]
"""Makes what stands in the place of a piece of the page, from the reader's context and the piece, whose own gaps may
still be in it."""
Names = dict[str, "Names"]
"""The names by their first word; without any further words where the name ends."""


def _bytes_of(part: SafeString) -> int:
    """Return the memory of a part: a character takes one byte, two, or four, by the widest one in its text."""
    return sys.getsizeof(part)


class Shelf(BoundedCache[object, SafeString]):
    """Rendered parts by the values from which they were rendered.

    Code that changes the catalogues or the templates must clear the shelf.
    """

    def __init__(self, most: int) -> None:
        super().__init__(most, _bytes_of)


class Shelves:
    """A shelf for long parts, and one for all others, as one."""

    def __init__(self) -> None:
        self._short, self._long = Shelf(MOST_BYTES), Shelf(MOST_BYTES_OF_LONG)

    def find(self, key: object) -> SafeString | None:
        part = self._short.find(key)
        return self._long.find(key) if part is None else part

    def put(self, key: object, part: SafeString) -> None:
        (self._long if len(part) >= LONG else self._short).put(key, part)

    def clear(self) -> None:
        self._short.clear()
        self._long.clear()


shelf = Shelves()


@register.tag
def kept(parser: Parser, token: Token) -> "KeptNode":
    """The tag, with its names."""
    _, *names = token.split_contents()
    if not names:
        raise template.TemplateSyntaxError("{% kept %} needs the names of the values that the part shows")
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(nodelist, names)


class KeptNode(Node):
    """A part and the names of what it shows."""

    def __init__(self, nodelist: NodeList, names: list[str]) -> None:
        self.nodelist = nodelist
        self._variables = [Variable(name) for name in names]
        self._names: Names = {}
        for name in names:
            words = self._names
            for word in name.split("."):
                words = words.setdefault(word, {})

    def render(self, context: Context) -> SafeString:
        part = self._part(context)
        return part if _within_a_part.get() else _without_gaps(part, context)

    def _part(self, context: Context) -> SafeString:
        try:
            key = (self, _digest(context, self._shown(context)))
        except (TypeError, OverflowError) as error:
            log.debug("the part %s is not kept: %s", self._place, error)
            return self.nodelist.render(context)
        part = shelf.find(key)
        if part is None:
            read = Reading(context, self._names)
            outside, context.dicts = context.dicts, read.dictionaries()
            outer = _within_a_part.set(True)
            try:
                part = self.nodelist.render(context)
            finally:
                _within_a_part.reset(outer)
                context.dicts = outside
            if read.beyond:
                log.debug("the part %s is not kept: it reads %s", self._place, ", ".join(sorted(read.beyond)))
            else:
                shelf.put(key, part)
        return part

    @property
    def _place(self) -> str:
        return f"{self.origin.template_name!s}, line {self.token.lineno if self.token else 0}"

    def _shown(self, context: Context) -> list[object]:
        """The values of the names, with the places of those that are not there."""
        values: list[object] = []
        absent = []
        for place, variable in enumerate(self._variables):
            try:
                values.append(variable.resolve(context))
            except VariableDoesNotExist:
                absent.append(place)
        return [absent, values]


GAP = token_hex(16)
"""What a gap is known by: nobody can write it who does not run this process."""
GAPS = re.compile(rf"\[{GAP} (?P<filling>[^ ]*) (?P<argument>[^\]]*)\]")
BEGINS, ENDS = f"[{GAP}<", f"[{GAP}>]"
"""What stands around a piece that is wrapped: the name of its wrapping and `]` come behind the first."""
_fillings: dict[str, Filling] = {}
_anew: set[str] = set()
"""Fillings whose text is another one each time, and means the same."""
_wrappings: dict[str, Wrapping] = {}
_within_a_part: ContextVar[bool] = ContextVar("within a kept part", default=False)


def gap(context: Context, filling: Filling, argument: str = "", *, anew: bool = False) -> SafeString:
    """What `filling` makes of this context and the argument (plain words); within a kept part a gap, to be filled with
    it each time that the part is shown. By then the context is that of the page, without what stands around the tag.
    `anew`: it is another text each time, and means the same, as a key does."""
    if not _within_a_part.get():
        return filling(context, argument)
    name = _name_of(filling)
    _fillings[name] = filling
    if anew:
        _anew.add(name)
    return SafeString(f"[{GAP} {name} {argument}]")


def wrapped(context: Context, wrapping: Wrapping, nodelist: NodeList) -> SafeString:
    """What `wrapping` makes of this context and what these nodes make; within a kept part that is left for each time
    that the part is shown, as a gap is. One does not stand in another."""
    outer = _within_a_part.set(True)
    try:
        content = nodelist.render(context)
    finally:
        _within_a_part.reset(outer)
    if BEGINS in content:
        raise template.TemplateSyntaxError("a wrapped part is inside another wrapped part")
    name = _name_of(wrapping)
    _wrappings[name] = wrapping
    piece = SafeString(f"{BEGINS}{name}]{content}{ENDS}")
    return piece if _within_a_part.get() else _without_gaps(piece, context)


def standing(text: str, context: Context) -> str:
    """A piece of the page with its gaps filled, but for those that mean the same each time: these are empty."""
    return _filled(text, context, without=_anew) if GAP in text else text


def _name_of(function: Callable[..., str]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _without_gaps(part: SafeString, context: Context) -> SafeString:
    if GAP not in part:
        return part
    before, *pieces = part.split(BEGINS)
    text = [before]
    for piece in pieces:
        name, _, wrapped_and_after = piece.partition("]")
        content, _, after = wrapped_and_after.partition(ENDS)
        text += (_wrappings[name](context, content), after)
    return SafeString(_filled("".join(text), context))


def _filled(text: str, context: Context, without: Collection[str] = ()) -> str:
    def fill(found: re.Match[str]) -> str:
        filling = found["filling"]
        return "" if filling in without else _fillings[filling](context, found["argument"])

    return GAPS.sub(fill, text)


def _digest(context: Context, shown: list[object]) -> bytes:
    """All that a part follows from, in short. Raises TypeError for a value that is not plain data."""
    around = (
        get_language(),
        get_current_timezone_name(),
        get_script_prefix(),
        get_urlconf(),
        context.autoescape,
        context.use_l10n,
        context.use_tz,
    )
    written = msgspec.msgpack.encode((around, shown), enc_hook=_plain)
    return blake2b(written, digest_size=16).digest()


def _plain(value: Any) -> object:
    """Text that is markup already is another value than the same text that is not."""
    if isinstance(value, SafeString):
        return {"markup": value.encode()}
    raise TypeError(f"{type(value).__name__} is not plain data")


class Reading:
    """What a part finds in its context, in place of the context's own dictionaries; `beyond` is what it read and does
    not name."""

    def __init__(self, context: Context, names: Names) -> None:
        self._context = context
        self._outside = context.dicts
        self._names = names
        self.beyond: set[str] = set()

    def dictionaries(self) -> list[Any]:
        """The dictionaries of the context while the part is made: those of the names come first, as most of what is
        looked up is found there, and this comes last."""
        found = {}
        for name in (*self._names, *CONSTANTS):
            outside = next((each for each in reversed(self._outside) if name in each), None)
            if outside is not None:
                value, further = outside[name], self._names.get(name)
                found[name] = Named(value, further, name, self.beyond) if further else value
        return [self, found, {}]

    def __contains__(self, name: str) -> bool:
        if name in self._names or name == "forloop":  # It is among the names that were found, or not there.
            return False
        if any(name in each for each in reversed(self._outside)):
            return True
        if not any(name in each for each in self._context.dicts[1:]):
            self.beyond.add(name)
        return False

    def __getitem__(self, name: str) -> object:
        self.beyond.add(name)
        return next(each[name] for each in reversed(self._outside) if name in each)


class Named:
    """A value of which the names have some words alone: read by them it is as it is, and whatever else is done with it
    is noted in `beyond`."""

    __slots__ = ("_beyond", "_name", "_names", "_value")

    def __init__(self, value: Any, names: Names, name: str, beyond: set[str]) -> None:
        self._value = value
        self._names = names
        self._name = name
        self._beyond = beyond

    def __getitem__(self, word: Any) -> object:
        further = self._names.get(word)
        if further is None:
            self._beyond.add(f"{self._name}.{word}")
        value = _looked_up(self._value, word)
        return Named(value, further, f"{self._name}.{word}", self._beyond) if further else value

    def _whole(self) -> Any:
        self._beyond.add(self._name)
        return self._value

    def __getattr__(self, name: str) -> object:
        if name in self._names:  # It was looked up already, and is not there.
            raise AttributeError(name)
        return getattr(self._whole(), name)

    def __dir__(self) -> list[str]:
        # Where a template finds nothing it asks for this, to tell a fault of ours from a word that is not there.
        return []

    def __str__(self) -> str:
        return str(self._whole())

    def __bool__(self) -> bool:
        return bool(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def __iter__(self) -> Iterator[object]:
        return iter(self._whole())

    def __contains__(self, item: object) -> bool:
        return item in self._whole()

    def __eq__(self, other: object) -> bool:
        return bool(self._whole() == other)

    def __hash__(self) -> int:
        return hash(self._whole())


def _looked_up(value: Any, word: str) -> Any:
    """As a template looks it up. Raises KeyError where there is nothing."""
    try:
        found = value[word]
    except NO_LOOKUP:
        try:
            found = getattr(value, word)
        except (TypeError, AttributeError):
            raise KeyError(word) from None
    return found() if callable(found) else found
