"""The house's series of chips: what a table is told of them, and old ones seen there."""

from tables.play.commands.base import Fact


class TellChipSeries(Fact, frozen=True, kw_only=True, tag="tell-chip-series"):
    """The house has these series of chips in play from now on, and these have ended."""

    in_play: tuple[str, ...]
    ended: tuple[str, ...]


class SeeOldSeries(Fact, frozen=True, kw_only=True, tag="see-old-series"):
    """Chips of an ended series were seen at the table, worth `amount` minor units; `where` in any words."""

    series: str
    player: str
    amount: int
    where: str = ""
