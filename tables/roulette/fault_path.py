"""The place of a fault in a document, with every key named: msgspec writes `[...]` for any key of a mapping."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

ANY_KEY = "[...]"

_STEP = re.compile(r"\.\w+|\[\d+\]|\[\.\.\.\]")


def named_path(path: str, value: Any, type_: Any, message: str) -> str:
    """Return `path` with the keys of mappings named. msgspec gives the path with `message` for a `value` that is no
    `type_`.

    The faulty entry is the first one that causes the same message when it stands alone in its mapping.
    """

    def at_fault(document: Any) -> bool:
        try:
            msgspec.convert(document, type_)
        except msgspec.ValidationError as error:
            return str(error) == message
        return False

    return _named(steps_of(path), value, at_fault)


def steps_of(path: str) -> list[str]:
    """The fields, places and keys that a path as msgspec gives it goes through."""
    return _STEP.findall(path)


def below(path: str, key: str) -> str:
    """The path of `key` in the section at `path`, as TOML would write it."""
    bare = re.fullmatch(r"[\w-]+", key, re.ASCII)
    return f"{path}.{key}" if bare else f'{path}."{key}"'


def _named(steps: list[str], value: Any, at_fault: Callable[[Any], bool]) -> str:
    if not steps:
        return ""
    step, *rest = steps
    if step.startswith("."):
        key = step[1:]
        return step + _named(rest, value[key], lambda part: at_fault({**value, key: part}))
    if step == ANY_KEY:
        key = next(key for key, part in value.items() if at_fault({key: part}))
        return below("", key) + _named(rest, value[key], lambda part: at_fault({key: part}))
    place = int(step[1:-1])
    # People count from one.
    return f"[{place + 1}]" + _named(
        rest, value[place], lambda part: at_fault([*value[:place], part, *value[place + 1 :]])
    )
