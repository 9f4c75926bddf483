"""Line of each key in a TOML file, for messages about mistakes."""

import re
import tomllib
from collections.abc import Sequence

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]\s*(?:#.*)?$")
_VALUE = re.compile(rf"\s*({_DOTTED})\s*=")

Place = tuple[str, ...]


class Places:
    """The lines of a TOML text by the paths of its keys, counted from 1."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {}
        section: Place = ()
        for number, line in enumerate(text.splitlines(), start=1):
            if header := _HEADER.match(line):
                section = _path(header[1])
                for length in range(1, len(section) + 1):
                    self._lines.setdefault(section[:length], number)
            elif value := _VALUE.match(line):
                self._lines.setdefault((*section, *_path(value[1])), number)

    def line_of(self, place: Sequence[str]) -> int:
        """The line of the key, or of the nearest one above it; 1 where there is none."""
        for length in range(len(place), 0, -1):
            if found := self._lines.get(tuple(place[:length])):
                return found
        return 1


def _path(dotted: str) -> Place:
    """The keys of a dotted key, as TOML reads them."""
    try:
        within = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return (dotted,)
    path: list[str] = []
    while isinstance(within, dict):
        (key,) = within
        path.append(key)
        within = within[key]
    return tuple(path)
