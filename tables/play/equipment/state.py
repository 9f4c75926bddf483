"""Which of the house's series of chips are played with at a table."""

import msgspec


class ChipSeries(msgspec.Struct, frozen=True, kw_only=True):
    """As the house told it last. While none was told, the house does not tell its chips apart by series."""

    in_play: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
