"""What msgspec finds out of a struct at its first use, found out before threads begin.

It hands out what it knows of a type while it is still finding out the rest. Two threads that decode a type for the
first time in the same moment end the process (SIGSEGV): a web server that many screens ask at once when it comes back.
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def prepare_struct_types() -> None:
    """Prepares all types of struct that there are by now; a process with threads calls it once its modules are loaded.
    What cannot be decoded, as it is only ever written, is left."""
    for each in set(_kinds_of(msgspec.Struct)):
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(each)


def _kinds_of(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in struct.__subclasses__():
        yield each
        yield from _kinds_of(each)
