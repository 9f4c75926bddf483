"""Old events in the newest shape: chains of pure functions, applied on reading.

Stored events are never rewritten and hashes are of the stored bytes; an upcaster only changes the reader's view.
"""

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

_upcasters: dict[tuple[str, int], Upcaster] = {}


def register_upcaster(type: str, from_version: int, upcast: Upcaster) -> None:
    """Let `upcast` turn the data of `type` at schema version `from_version` into that of the next version.

    `upcast` is pure and returns new data. ValueError if the step is already taken care of.
    """
    if (type, from_version) in _upcasters:
        raise ValueError(f"{type} already has an upcaster from schema version {from_version}")
    _upcasters[type, from_version] = upcast


def remove_upcaster(type: str, from_version: int) -> None:
    """Forget an upcaster, so that a test leaves none behind."""
    del _upcasters[type, from_version]


def newest_version(type: str) -> int:
    version = 1
    while (type, version) in _upcasters:
        version += 1
    return version


def is_older(type: str, schema_version: int) -> bool:
    return (type, schema_version) in _upcasters


def bring_up(type: str, schema_version: int, data: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    while (upcast := _upcasters.get((type, schema_version))) is not None:
        data = upcast(data)
        schema_version += 1
    return schema_version, data
