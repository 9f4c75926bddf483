"""The place of a fault in a rulebook's file."""

from __future__ import annotations

import re

Fault = tuple[str, str]
"""The key in the file, and the fault there with its remedy, in whole sentences."""


def below(path: str, key: str) -> str:
    """Return the path of `key` in the section at `path`, as TOML would write it."""
    name = key if re.fullmatch(r"[\w-]+", key, re.ASCII) else f'"{key}"'
    return f"{path}.{name}" if path else name
