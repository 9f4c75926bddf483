"""A file's text as TOML. A file that is not TOML gets a refusal with line, column and likely cause."""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

from tables.outside.files import LARGEST_TOML, OutsideFileRefused, read_plain
from tables.outside.toml_bounds import TomlTooMuch, check_toml_bounds
from tables.roulette.refusal import RulebookBroken

_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
_TWICE = "look there, and above it, for a key or a section that stands twice"
_OPEN = "look there, and above it, for a missing value, = or comma, or a quotation mark or bracket not closed"


def read_toml(path: Path) -> dict[str, Any]:
    """Return the document in this file. Raises RulebookBroken: `<file>: line L, column C: <reason>`."""
    return parse_toml(path.name, read_content(path))


def read_content(path: Path) -> bytes:
    """Return the bytes of this file. Raises RulebookBroken if the file cannot be read, is no plain file or is too
    large.
    """
    try:
        return read_plain(path, LARGEST_TOML)
    except OutsideFileRefused as refused:
        raise RulebookBroken(path.name, "the file", refused.reason) from None


def parse_toml(file: str, content: bytes) -> dict[str, Any]:
    """Return the document in the content of the file of this name. Raises RulebookBroken as `read_toml`."""
    # Some editors begin a file with an invisible byte order mark, which is no part of the text.
    data = content.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = _place_after(data[: error.start].decode())
        reason = "is no UTF-8: save the file in that encoding, or type the letter there anew"
        raise RulebookBroken(file, place, reason) from error
    try:
        check_toml_bounds(text)
        return tomllib.loads(text)
    except TomlTooMuch as much:
        raise RulebookBroken(file, _place_after(text[: much.at]), str(much)) from None
    except tomllib.TOMLDecodeError as error:
        raise RulebookBroken(file, *_place_and_reason(str(error), text)) from error


def _place_and_reason(message: str, text: str) -> tuple[str, str]:
    at = _PLACE.search(message)
    what = message[: at.start()] if at else message
    # At the end of the document the parser waited for more: the missing part belongs behind the last thing written.
    place = f"line {at['line']}, column {at['column']}" if at and at["line"] else _place_after(text.rstrip())
    return place, f"is no TOML ({what}): {_TWICE if what.startswith('Cannot') else _OPEN}"


def _place_after(text: str) -> str:
    """The place of the character that follows this text, counted from 1."""
    line = text.count("\n") + 1
    return f"line {line}, column {len(text) - text.rfind(chr(10))}"
