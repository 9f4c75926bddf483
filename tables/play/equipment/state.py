"""The casino's series of chips that are in play at a table."""

import msgspec


class ChipSeries(msgspec.Struct, frozen=True, kw_only=True):
    """The casino's last announcement of its series; empty while the casino does not register its chips by series."""

    in_play: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    """The values of the chips of the series in play, in minor units, the highest first."""
