"""Holes in a rulebook: the places of values with a fault, so that the other checks of a file still run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from tables.roulette.fault_path import Fault

T = TypeVar("T")


class NotRead(Exception):
    """A check needs a value with a fault."""


class _Hole:
    """Place of a value with a fault: everything that needs the value raises NotRead."""

    def _refuse(self, *_: object) -> Any:
        raise NotRead

    __bool__ = __iter__ = __len__ = __contains__ = __getitem__ = __getattr__ = __call__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = _refuse
    __str__ = __repr__ = __format__ = _refuse


HOLE: Any = _Hole()


def made(make: Callable[[], T]) -> T:
    """Return the value that `make` makes of other values; a hole if one of them is a hole."""
    try:
        return make()
    except NotRead:
        hole: T = HOLE
        return hole


def until_hole(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults of one check up to the first hole that it touches."""
    try:
        yield from faults
    except NotRead:
        return
