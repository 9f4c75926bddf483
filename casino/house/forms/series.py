"""What is asked about the house's series of chips."""

from collections.abc import Callable

from casino.kit.forms.chip_counts import pieces
from casino.kit.forms.fields import Form, text
from tables.registers.chip_series_commands import (
    EndSeries,
    ExchangeChips,
    IntroduceSeries,
    IssueChips,
    SeriesCommand,
    WithdrawChips,
)

COMMANDS: dict[str, Callable[[Form], SeriesCommand]] = {
    "introduce-series": lambda form: IntroduceSeries(
        series=text(form, "series"), pieces=pieces(form, "pieces")
    ),
    "issue-chips": lambda form: IssueChips(series=text(form, "series"), pieces=pieces(form, "pieces")),
    "end-series": lambda form: EndSeries(series=text(form, "series")),
    "withdraw-chips": lambda form: WithdrawChips(series=text(form, "series"), pieces=pieces(form, "pieces")),
}
"""What the direction asks."""


def exchange_chips(form: Form) -> SeriesCommand:
    """What the cash desk asks."""
    return ExchangeChips(
        series=text(form, "series"),
        into=text(form, "into"),
        pieces=pieces(form, "pieces"),
        given=pieces(form, "given"),
    )
