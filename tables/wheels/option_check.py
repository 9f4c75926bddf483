"""Check of the options that a register entry gives a reader's driver."""

from collections.abc import Mapping
from typing import Any

from tables.refusal import Refused
from tables.wheels.drivers import OPTIONS, driver_for
from tables.wheels.drivers.driver import OptionsBroken


def options_fault(protocol: str, options: Mapping[str, Any]) -> Refused | None:
    """Return why the driver of a protocol cannot work with these options; None if it can, or if nobody knows it."""
    from tables.wheels.listening import (
        line_options,  # it loads asyncio's transports, and few processes check options
    )

    if protocol not in OPTIONS:
        return None
    try:
        _, of_driver = line_options(dict(options))
        driver_for(protocol, "reader", of_driver)
    except OptionsBroken as broken:
        return broken.as_refused(protocol)
    return None
