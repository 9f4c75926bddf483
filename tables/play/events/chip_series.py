"""The house's series of chips, as a table hears of them and meets them."""

from tables.play.events.base import Event


class ChipSeriesTold(Event, frozen=True, kw_only=True, tag="chip_series_told"):
    """The house said which series of chips are in play from now on, and which have ended."""

    in_play: tuple[str, ...]
    ended: tuple[str, ...]


class OldSeriesSeen(Event, frozen=True, kw_only=True, tag="old_series_seen"):
    """Chips of an ended series were seen at the table: they take no part, the cash desk exchanges them.

    `amount` in minor units; `where` in any words.
    """

    series: str
    player: str
    amount: int
    where: str


ChipSeriesEvent = ChipSeriesTold | OldSeriesSeen
