"""The one check for text that enters the casino, and the one way to show old text that would not pass it.

Screens, API, files, command line and wheel readers all use it. An accepted text is in Unicode's normalization form C
(UAX #15) and is one line of printable characters: no control characters, no line breaks, no bidirectional overrides and
no other invisible characters (Unicode TR #36, 2.10).

Pure, and above nothing but refusals: it knows no rulebook and no database.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from tables.refusal import Refused

LONGEST_LINE = 400
"""Characters of a text for which nothing shorter is declared."""
LONGEST_STORED = 2000
"""Characters of the longest text that a command may have: an address of a web page."""
REPLACEMENT = "\ufffd"
"""Stands where bytes were not UTF-8."""
LINE_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
BYTE_FIELDS = frozenset({"raw"})
"""Fields that keep the bytes of a wheel reader in Latin-1, as evidence: neither changed nor checked."""
_CONTROL_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_OTHER_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""Unicode's spaces (category Zs) besides the plain one: visible, but one name must not have two spellings."""

_ENCODER = msgspec.json.Encoder(enc_hook=repr)

Struct = TypeVar("Struct", bound=msgspec.Struct)


class Misplaced(NamedTuple):
    """A text that breaks a rule, and its place: `person.name`, `refs[2]`."""

    place: str
    fault: Refused


def normalized(text: str) -> str:
    """Return the text in normalization form C, with a plain space for each other space of Unicode."""
    if text.isascii():
        return text
    return _OTHER_SPACES.sub(" ", unicodedata.normalize("NFC", text))


def as_compared(text: str) -> str:
    """Return the text as names and codes are compared: two texts that a person reads as one name have the same.

    It has neither upper-case letters nor decomposed ones, and single spaces (Unicode's canonical caseless match, D145).
    """
    decomposed = unicodedata.normalize("NFD", " ".join(text.split()))
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", decomposed.casefold()))


def alike(text: str, others: Iterable[str]) -> str | None:
    """Return the first of the others that a person reads as the same name; None if there is none."""
    wanted = as_compared(text)
    return next((other for other in others if as_compared(other) == wanted), None)


def text_fault(text: str, longest: int = LONGEST_LINE) -> Refused | None:
    """Return the first rule that a normalized text breaks, None for an acceptable one. `longest` is in characters."""
    if len(text) > longest:
        return Refused("text-too-long", most=longest)
    if text.isprintable() and REPLACEMENT not in text:
        return None
    for character in text:
        if character in LINE_BREAKS:
            return Refused("text-with-line-break")
        if not _is_readable(character):
            return _unreadable(character)
    return None


def _unreadable(character: str) -> Refused:
    return Refused("text-unreadable", character=character_name(character))


def bytes_fault(text: str, longest: int) -> Refused | None:
    """Return the first rule that bytes written in Latin-1 break: PostgreSQL's JSON holds no NUL and no surrogate."""
    if len(text) > longest:
        return Refused("text-too-long", most=longest)
    unstorable = next((each for each in text if each == "\0" or "\ud800" <= each <= "\udfff"), None)
    return None if unstorable is None else _unreadable(unstorable)


def character_name(character: str) -> str:
    """Return the code point with its name in Unicode, where it has one: `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    return f"{code_point(character)} {unicodedata.name(character, '')}".rstrip()


def visible(text: str) -> str:
    """Return the text with a placeholder for each character that does not show: `␊` for a line feed, `[U+202E]`."""
    if text.isprintable():
        return text
    return "".join(map(_placeholder, text))


def _placeholder(character: str) -> str:
    if character.isprintable() or _OTHER_SPACES.match(character):
        return character
    return _CONTROL_PICTURES.get(ord(character)) or f"[{code_point(character)}]"


def _is_readable(character: str) -> bool:
    return character != REPLACEMENT and (character.isprintable() or bool(_OTHER_SPACES.match(character)))


def code_point(character: str) -> str:
    """Return the code point: `U+4E00`."""
    return f"U+{ord(character):04X}"


def with_normalized_texts(struct: Struct) -> Struct:
    """Return the struct with every text in it normalized; the same struct where every text is."""
    if _is_plain(struct):
        return struct
    found: Struct = _mapped(struct, normalized)
    return found


def with_visible_texts(struct: Struct) -> Struct:
    """Return the struct with every text in it normalized and visible; the same struct where every text is.

    For facts that must be recorded whatever their text, such as the observations of wheel readers.
    """
    if _is_plain(struct):
        return struct
    found: Struct = _mapped(struct, lambda text: visible(normalized(text)))
    return found


def _is_plain(struct: msgspec.Struct, longest: int = LONGEST_STORED) -> bool:
    """Return True if no text within can break a rule: all are short and printable ASCII. False where it is not known.

    A drain of wheel readers asks this thousands of times a second, and JSON escapes each control character.
    """
    written = _ENCODER.encode(struct)
    return len(written) <= longest and written.isascii() and b"\\" not in written and b"\x7f" not in written


def text_faults(value: Any, place: str = "", longest: int = LONGEST_STORED) -> Iterator[Misplaced]:
    """Yield each text within structs, mappings and sequences that breaks a rule, by place. Keys are texts too."""
    if isinstance(value, str):
        if (fault := text_fault(value, longest)) is not None:
            yield Misplaced(place, fault)
    elif isinstance(value, msgspec.Struct):
        if not place and _is_plain(value, longest):
            return
        for field, name in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            if field in BYTE_FIELDS:
                continue
            yield from text_faults(getattr(value, field), f"{place}.{name}".lstrip("."), longest)
    elif isinstance(value, Mapping):
        for key, within in value.items():
            yield from text_faults(key, place, longest)
            yield from text_faults(within, f"{place}.{visible(str(key))[:60]}".lstrip("."), longest)
    elif isinstance(value, Sequence | frozenset) and not isinstance(value, bytes):
        for turn, within in enumerate(value):
            yield from text_faults(within, f"{place}[{turn}]", longest)


def _mapped(value: Any, change: Any) -> Any:
    """Return the value with each text within it changed; the same object where nothing changes."""
    if isinstance(value, str):
        changed = change(value)
        return value if changed == value else changed
    if isinstance(value, msgspec.Struct):
        texts = (name for name in value.__struct_fields__ if name not in BYTE_FIELDS)
        found = {name: _mapped(getattr(value, name), change) for name in texts}
        differ = {name: each for name, each in found.items() if each is not getattr(value, name)}
        return msgspec.structs.replace(value, **differ) if differ else value
    if isinstance(value, dict):
        mapped = {_mapped(key, change): _mapped(within, change) for key, within in value.items()}
        return mapped if mapped != value else value
    if type(value) in (list, tuple):
        items = [_mapped(each, change) for each in value]
        same = all(one is other for one, other in zip(items, value, strict=True))
        return value if same else type(value)(items)
    return value
