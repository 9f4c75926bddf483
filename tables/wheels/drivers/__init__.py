"""Protocol drivers: bytes and their time of arrival go in, neutral observations come out.

A driver is pure: no clock, no socket, no database, no randomness. Its memory is an immutable value that the gateway
keeps on disk together with the observations made from it.
"""

from typing import Any

from tables.wheels.drivers.driver import Build, Driver, OptionsBroken
from tables.wheels.drivers.observations import Observations, ObservationsOptions
from tables.wheels.drivers.plain_result import PlainResult, PlainResultOptions
from tables.wheels.drivers.slingshot2 import Slingshot2
from tables.wheels.drivers.slingshot2_state import Slingshot2Options

DRIVERS: dict[str, Build] = {
    "slingshot2": Slingshot2,
    "plain_result": PlainResult,
    "observations": Observations,
}
OPTIONS: dict[str, tuple[str, ...]] = {
    "slingshot2": Slingshot2Options.__struct_fields__,
    "plain_result": PlainResultOptions.__struct_fields__,
    "observations": ObservationsOptions.__struct_fields__,
}
"""The names of each driver's options."""


def driver_for(protocol: str, reader: str, options: dict[str, Any] | None = None) -> Driver[Any]:
    """Return the driver of a reader. Raises OptionsBroken, also for an unknown protocol."""
    build = DRIVERS.get(protocol)
    if build is None:
        raise OptionsBroken(f"no driver speaks `{protocol}`; there are: {', '.join(sorted(DRIVERS))}")
    return build(reader, options or {})
