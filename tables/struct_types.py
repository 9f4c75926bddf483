"""Preparation of msgspec's knowledge of structs, before threads begin.

msgspec inspects a struct at its first use. It hands out partial knowledge of a type while it still inspects the rest.
Two threads that decode a type for the first time in the same moment end the process (SIGSEGV). A web server meets that
when many screens ask at once after its restart.
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def prepare_struct_types() -> None:
    """Prepare all types of struct that there are by now; a process with threads calls it once its modules are loaded.
    Types that are only written, and cannot be decoded, are left out.
    """
    for each in set(_kinds_of(msgspec.Struct)):
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(each)


def _kinds_of(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in struct.__subclasses__():
        yield each
        yield from _kinds_of(each)
