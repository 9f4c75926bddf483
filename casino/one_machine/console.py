"""Output of the supervisor: lines under the name of the part that printed them."""

import os
import sys
from typing import TextIO

from casino.installation.disk import FULL

COLOURS = (36, 33, 32, 35, 34, 96, 93, 92, 95, 94)
RED, BOLD = 31, 1
HOUSE = "house"


class Console:
    """Prefixed lines on one stream, in colour where it is a terminal and NO_COLOR is not set.

    A reader who goes away (a closed pipe or terminal) does not take the house down: the rest is not shown. A log file
    on a full disk misses lines, counts them, and goes on when there is room.
    """

    def __init__(self, out: TextIO | None = None, width: int = 14) -> None:
        self.out = out or sys.stdout
        self.width = width
        self.colour = self.out.isatty() and not os.environ.get("NO_COLOR")
        self._numbers: dict[str, int] = {}
        self._lost = 0

    def line(self, name: str, text: str) -> None:
        number = self._numbers.setdefault(name, len(self._numbers))
        self._write(self._paint(COLOURS[number % len(COLOURS)], f"{name:<{self.width}} | ") + text)

    def say(self, text: str) -> None:
        self._write(self._paint(BOLD, f"{HOUSE:<{self.width}} | ") + text)

    def warn(self, text: str) -> None:
        self._write(self._paint(RED, f"{HOUSE:<{self.width}} | ") + self._paint(RED, text))

    def _paint(self, colour: int, text: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.colour else text

    def _write(self, text: str) -> None:
        try:
            if self._lost:
                self.out.write(f"{HOUSE:<{self.width}} | {self._lost} lines were not written: disk full\n")
                self.out.flush()
                self._lost = 0
            self.out.write(text + "\n")
            self.out.flush()
        except (OSError, ValueError) as refused:
            if isinstance(refused, OSError) and refused.errno in FULL:
                self._lost += 1
                return
            self.out = open(os.devnull, "w")  # noqa: SIM115, PTH123  it stays open for as long as we run
