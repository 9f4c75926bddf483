"""What rulebook files say under a key, as an example to copy: it is taken from the files, and so is played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from tables.roulette.rulebook_keys import Key

AT_MOST = 3
"""So many things of a list or a section are shown."""
_PLACEHOLDER = re.compile(r'[A-Z]+|"[A-Z]+"')


def example_of(key: Key, documents: Iterable[Mapping[str, Any]]) -> str:
    """The first that one of the documents says under the key, as TOML; empty where none says anything."""
    steps = key.path.split(".")
    for document in documents:
        for value in _values(document, steps):
            return f"{key.name} = {_toml(value)}"
    return ""


def _values(value: Any, steps: list[str]) -> Iterator[Any]:
    """All that stands at the end of these steps: a placeholder is any name, `[]` each of a list."""
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
