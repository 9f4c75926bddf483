"""`{% kept page.cash may_act %}…{% endkept %}`: a part of a page that is rendered once for its values, and then kept.

The names list the values that the part shows. The text follows from these values and from the reader's language and
time zone, so the same values get the kept text. Two kinds of parts are rendered each time: a part that reads another
value, and a part with a value that is not plain data. A missing name therefore costs time and never shows old data. The
log notes such a part at its lowest level.

A part has no clock: `{% now %}` must not be in it. A part does not see the loop around it, except for `forloop` among
its names.

Some content differs for each reader or each time, such as a form's key or the list of countersigners. A tag leaves a
gap for such content with `gap`. The outermost part fills its gaps whenever it is shown.
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
"""Least characters of a long part: nearly a whole page, kept until the next event."""
CONSTANTS = frozenset({"True", "False", "None"})
NO_LOOKUP = (TypeError, AttributeError, KeyError, ValueError, IndexError)
Filling = Callable[[Context, str], SafeString]
"""Function that makes the text of a gap, from the reader's context and the gap's argument."""
Wrapping = Callable[[Context, str], str]
"""Function that replaces a piece of the page, from the reader's context and the piece.

The piece may still have gaps of its own.
"""
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
    """Return the node of the tag with its names."""
    _, *names = token.split_contents()
    if not names:
        raise template.TemplateSyntaxError("{% kept %} needs the names of the values that the part shows")
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(nodelist, names)


class KeptNode(Node):
    """Node of a kept part, with the names of its values."""

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
        """Return the values of the names, and the places of missing names."""
        values: list[object] = []
        absent = []
        for place, variable in enumerate(self._variables):
            try:
                values.append(variable.resolve(context))
            except VariableDoesNotExist:
                absent.append(place)
        return [absent, values]


GAP = token_hex(16)
"""Random mark of a gap: only code of this process can write the mark."""
GAPS = re.compile(rf"\[{GAP} (?P<filling>[^ ]*) (?P<argument>[^\]]*)\]")
BEGINS, ENDS = f"[{GAP}<", f"[{GAP}>]"
"""Marks around a wrapped piece. The name of its wrapping and `]` follow the first mark."""
_fillings: dict[str, Filling] = {}
_anew: set[str] = set()
"""Fillings whose text differs each time but means the same."""
_wrappings: dict[str, Wrapping] = {}
_within_a_part: ContextVar[bool] = ContextVar("within a kept part", default=False)


def gap(context: Context, filling: Filling, argument: str = "", *, anew: bool = False) -> SafeString:
    """Return the text of `filling` for this context and argument (plain words); within a kept part return a gap.

    The gap is filled each time that the part is shown, with the context of the page, without the variables around the
    tag. Set `anew` for text that differs each time but means the same, such as a form's key.
    """
    if not _within_a_part.get():
        return filling(context, argument)
    name = _name_of(filling)
    _fillings[name] = filling
    if anew:
        _anew.add(name)
    return SafeString(f"[{GAP} {name} {argument}]")


def wrapped(context: Context, wrapping: Wrapping, nodelist: NodeList) -> SafeString:
    """Return the rendered nodes, wrapped by `wrapping`; within a kept part return a marked piece.

    The piece is wrapped each time that the part is shown, as a gap is filled. Raises TemplateSyntaxError for a wrapped
    part inside another.
    """
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
    """Return a piece of the page with its gaps filled; gaps that mean the same each time are empty."""
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
    """Return the digest of all values that a part follows from. Raises TypeError for a value that is not plain data."""
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
    """Return markup in a form that differs from the same plain text. Raises TypeError for other types."""
    if isinstance(value, SafeString):
        return {"markup": value.encode()}
    raise TypeError(f"{type(value).__name__} is not plain data")


class Reading:
    """Recorder of a part's reads, in place of the context's own dictionaries.

    `beyond` has the values that the part reads without naming them.
    """

    def __init__(self, context: Context, names: Names) -> None:
        self._context = context
        self._outside = context.dicts
        self._names = names
        self.beyond: set[str] = set()

    def dictionaries(self) -> list[Any]:
        """Return the dictionaries of the context for rendering the part.

        The named values are found first, because most lookups are for them. This object is searched last.
        """
        found = {}
        for name in (*self._names, *CONSTANTS):
            outside = next((each for each in reversed(self._outside) if name in each), None)
            if outside is not None:
                value, further = outside[name], self._names.get(name)
                found[name] = Named(value, further, name, self.beyond) if further else value
        return [self, found, {}]

    def __contains__(self, name: str) -> bool:
        if name in self._names or name == "forloop":  # This name is already found, or missing.
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
    """Value with some of its words among the names.

    A read by these words returns the plain value. Any other use is noted in `beyond`.
    """

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
        if name in self._names:  # The earlier look-up did not find this name.
            raise AttributeError(name)
        return getattr(self._whole(), name)

    def __dir__(self) -> list[str]:
        # After a failed lookup Django calls dir() to distinguish a fault of the code from a missing word.
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
    """Look a word up as a template does. Raises KeyError for a missing word."""
    try:
        found = value[word]
    except NO_LOOKUP:
        try:
            found = getattr(value, word)
        except (TypeError, AttributeError):
            raise KeyError(word) from None
    return found() if callable(found) else found
