"""The ball in play, unfit equipment, and the casino's series of chips."""

from typing import Literal

from tables.play.command import Fact, Request


class TellChipSeries(Fact, frozen=True, kw_only=True, tag="tell-chip-series"):
    """The casino has these series of chips in play from now on, and these have ended."""

    in_play: tuple[str, ...]
    ended: tuple[str, ...]
    values: tuple[int, ...] = ()
    """The values of the chips of the series in play, in minor units, the highest first."""


class SeeOldSeries(Fact, frozen=True, kw_only=True, tag="see-old-series"):
    """Chips of an ended series were seen at the table, worth `amount` minor units; `where` in any words."""

    series: str
    player: str
    amount: int
    where: str = ""


class ChangeBall(Fact, frozen=True, kw_only=True, tag="ball-change"):
    """The ball was changed; to the other one where `ball` is not given."""

    ball: str | None = None
    announced: bool = True


class ReplaceBall(Request, frozen=True, kw_only=True, tag="replace-ball"):
    """Put another ball in the place of a defective, broken or lost one; without `ball` the ball in play is meant.

    `serial` and `diameter_mm` are the new ball's. The register gives the diameter of a registered ball, so
    `diameter_mm` may be left out.
    """

    ball: str | None = None
    reason: str
    serial: str = ""
    diameter_mm: float | None = None


class FindUnfit(Fact, frozen=True, kw_only=True, tag="equipment-unfit"):
    """An inspection found the wheel, or the ball of that letter, unfit while the table is open."""

    what: Literal["wheel", "ball"]
    serial: str
    ball: str = ""
    remarks: str = ""
