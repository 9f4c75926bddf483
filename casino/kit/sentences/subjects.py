"""What sentences of several topics are about: something that is signed, or chips that are counted.

A topic's `SUBJECTS` has its own, by code, with placeholders as a sentence has them.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from casino.kit.sentences import topics


@cache
def subjects() -> Mapping[str, str]:
    """Every subject by its code, gathered from the topics. Raises ValueError where two topics have one code."""
    gathered: dict[str, str] = {}
    for module in iter_modules(topics.__path__, f"{topics.__name__}."):
        own: Mapping[str, str] = getattr(import_module(module.name), "SUBJECTS", {})
        if twice := gathered.keys() & own.keys():
            raise ValueError(f"{module.name}: {', '.join(sorted(twice))} are subjects of another topic")
        gathered.update(own)
    return gathered
