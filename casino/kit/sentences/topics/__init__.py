"""Files by topic, whose `SENTENCES` has the English sentence of each of its codes.

A sentence begins with a small letter and has no full stop: screens capitalise it, and others put it behind a place.
`SUBJECTS` of a topic are subjects of other sentences, such as signed acts and counted chips. Both have placeholders.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from casino.kit.sentences.marks import Sentence


@cache
def sentences() -> Mapping[str, Sentence]:
    """Return every code with its sentence. Raises ValueError if two topics have one code."""
    return _gathered("SENTENCES")


@cache
def subjects() -> Mapping[str, str]:
    """Return every subject by its code. Raises ValueError if two topics have one code."""
    return _gathered("SUBJECTS")


def _gathered(kind: str) -> Mapping[str, Any]:
    gathered: dict[str, Any] = {}
    for module in iter_modules(__path__, f"{__name__}."):
        own: Mapping[str, Any] = getattr(import_module(module.name), kind, {})
        if twice := gathered.keys() & own.keys():
            raise ValueError(f"{module.name}: another topic has {', '.join(sorted(twice))} in its {kind} too")
        gathered.update(own)
    return gathered
