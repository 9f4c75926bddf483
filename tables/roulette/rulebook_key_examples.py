"""An example of each key of a rulebook file, ready to copy. The examples come from the real files, so they are
played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from tables.roulette.rulebook_keys import Key

AT_MOST = 3
"""At most so many entries of a list or a section are shown."""
_PLACEHOLDER = re.compile(r'[A-Z]+|"[A-Z]+"')


def example_of(key: Key, documents: Iterable[Mapping[str, Any]]) -> str:
    """Return the first value that one of the documents has under the key, as TOML; empty if none has a value."""
    steps = key.path.split(".")
    for document in documents:
        for value in _values(document, steps):
            return f"{key.name} = {_toml(value)}"
    return ""


def _values(value: Any, steps: list[str]) -> Iterator[Any]:
    """Yield every value at the end of these steps: a placeholder matches any name, `[]` each entry of a list."""
    if not steps:
        yield value
        return
    step, *rest = steps
    many = step.endswith("[]")
    if not isinstance(value, Mapping):
        return
    if _PLACEHOLDER.fullmatch(step):
        below: Iterable[Any] = value.values()
    else:
        name = step.removesuffix("[]")
        below = () if name not in value else value[name] if many else (value[name],)
    for each in below:
        yield from _values(each, rest)


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False)
        case date():
            return value.isoformat()
        case Mapping():
            return "{ " + _some([f"{_name(name)} = {_toml(each)}" for name, each in value.items()]) + " }"
        case list():
            return "[" + _some([_toml(each) for each in value]) + "]"
    return str(value)


def _some(parts: list[str]) -> str:
    return ", ".join(parts[:AT_MOST]) + (", …" if len(parts) > AT_MOST else "")


def _name(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else f'"{name}"'
