"""Patterns that people enter for a reader's messages, run by RE2: the time grows with the message and not beyond.

Python's own engine tries alternatives one after the other, and nested quantifiers make it take hours for one message.
"""

import re2

from tables.refusal import Refused
from tables.wheels.drivers.driver import OptionsBroken

LONGEST_PATTERN = 200
MOST_MEMORY = 65_536
"""Bytes of a compiled pattern. With a message of 256 characters the largest takes about 0.2 ms."""


class EnteredPattern:
    """A pattern of one option, compiled once."""

    def __init__(self, option: str, pattern: str) -> None:
        """Compile the pattern of this option. Raises OptionsBroken if it is too long, too large, or not of RE2."""
        if len(pattern) > LONGEST_PATTERN:
            raise OptionsBroken(
                f"{option} has more than {LONGEST_PATTERN} characters",
                Refused("reader-pattern-too-long", option=option, longest=LONGEST_PATTERN),
            )
        options = re2.Options()
        options.max_mem = MOST_MEMORY
        options.log_errors = False
        try:
            self._pattern = re2.compile(pattern, options)
        except (re2.error, UnicodeError) as broken:
            raise OptionsBroken(
                f"{option} `{pattern}`: {broken}",
                Refused("reader-pattern-malformed", option=option, pattern=pattern),
            ) from None

    def has_group(self, name: str) -> bool:
        """Return True if the pattern has a group of this name."""
        return name in self._pattern.groupindex

    def fits(self, text: str) -> bool:
        """Return True if the whole text fits the pattern."""
        return self._pattern.fullmatch(text) is not None

    def group_of(self, text: str, name: str) -> str:
        """Return the part of the text that the group took; empty if the text does not fit or the group took nothing."""
        found = self._pattern.fullmatch(text)
        return (found[name] or "") if found is not None else ""
