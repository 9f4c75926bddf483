"""A file's text as TOML. A file that is not TOML gets a refusal with line, column and likely cause."""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

from tables.outside.files import LARGEST_TOML, OutsideFileRefused, read_plain
from tables.outside.toml_bounds import TomlTooMuch, check_toml_bounds
from tables.refusal import RulebookBroken

_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
_LEADING_ZERO = re.compile(r"(?<![\w.+:-])0\d+\b(?![-:.])")
_WORD = re.compile(r"(?<![\w\"'-])[A-Za-z]+\b")
_RIGHT_WORD = {"yes": "true", "no": "false", "True": "true", "False": "false", "on": "true", "off": "false"}
_TWICE = "Look there, and above, for a key or a section that is written twice."
_OPEN = "Look there, and above, for a missing value, = or comma, or a quotation mark or bracket not closed."


def read_toml(path: Path) -> dict[str, Any]:
    """Return the document in this file. Raises RulebookBroken: `<file>: line L, column C: <reason>`."""
    return parse_toml(path.name, read_content(path))


def read_content(path: Path) -> bytes:
    """Return the bytes of this file. Raises RulebookBroken for an unreadable file, a special file, or a file that is
    too large.
    """
    try:
        return read_plain(path, LARGEST_TOML)
    except OutsideFileRefused as refused:
        raise RulebookBroken(path.name, "the file", refused.reason) from None


def parse_toml(file: str, content: bytes) -> dict[str, Any]:
    """Return the document in the content of the file of this name. Raises RulebookBroken as `read_toml`."""
    # Some editors begin a file with an invisible byte order mark, which does not belong to the text.
    data = content.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = _place_after(data[: error.start].decode())
        reason = "The text is not UTF-8. Save the file in UTF-8, or type the letter there again."
        raise RulebookBroken(file, place, reason) from error
    try:
        check_toml_bounds(text)
        return tomllib.loads(text)
    except TomlTooMuch as much:
        reason = f"{str(much)[:1].upper()}{str(much)[1:]}. Write less."
        raise RulebookBroken(file, _place_after(text[: much.at]), reason) from None
    except tomllib.TOMLDecodeError as error:
        raise RulebookBroken(file, *_place_and_reason(str(error), text)) from error


def _place_and_reason(message: str, text: str) -> tuple[str, str]:
    at = _PLACE.search(message)
    what = message[: at.start()] if at else message
    # At the end of the document the parser waited for more: the missing part belongs behind the last thing written.
    place = f"line {at['line']}, column {at['column']}" if at and at["line"] else _place_after(text.rstrip())
    if (written := _word_at(place, text, _WORD)) in _RIGHT_WORD:
        return place, f"TOML knows only true and false. For {written} write {_RIGHT_WORD[written]}."
    if number := _word_at(place, text, _LEADING_ZERO):
        right = (
            '"00" in quotation marks, if you mean the pocket' if set(number) == {"0"} else number.lstrip("0")
        )
        return place, f"No number in TOML begins with 0. For {number} write {right}."
    return place, f"This is not TOML ({what}). {_TWICE if what.startswith('Cannot') else _OPEN}"


def _word_at(place: str, text: str, word: re.Pattern[str]) -> str:
    """Return the word of this form at the place of a fault, empty if another word is there."""
    line, column = map(int, re.findall(r"\d+", place))
    lines = text.split("\n")
    found = word.finditer(lines[min(line, len(lines)) - 1])
    return next((each[0] for each in found if each.start() < column <= each.end() + 1), "")


def _place_after(text: str) -> str:
    """Return the place of the character that follows this text, counted from 1."""
    line = text.count("\n") + 1
    return f"line {line}, column {len(text) - text.rfind(chr(10))}"
