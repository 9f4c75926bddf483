"""Forms about the casino's series of chips."""

from casino.kit.forms.chip_counts import PiecesField
from casino.kit.forms.command_form import CommandForm, TextField
from tables.registers.chip_series_commands import (
    EndSeries,
    ExchangeChips,
    IntroduceSeries,
    IssueChips,
    WithdrawChips,
)


class IntroduceSeriesForm(CommandForm):
    makes = IntroduceSeries
    series = TextField()
    pieces = PiecesField("pieces")


class IssueChipsForm(CommandForm):
    makes = IssueChips
    series = TextField()
    pieces = PiecesField("pieces")


class EndSeriesForm(CommandForm):
    makes = EndSeries
    series = TextField()


class WithdrawChipsForm(CommandForm):
    makes = WithdrawChips
    series = TextField()
    pieces = PiecesField("pieces")


class ExchangeChipsForm(CommandForm):
    """The cash desk takes chips of an ended series and gives others for them."""

    makes = ExchangeChips
    series = TextField()
    into = TextField()
    pieces = PiecesField("pieces")
    given = PiecesField("given")


FORMS: dict[str, type[CommandForm]] = {
    "introduce-series": IntroduceSeriesForm,
    "issue-chips": IssueChipsForm,
    "end-series": EndSeriesForm,
    "withdraw-chips": WithdrawChipsForm,
}
"""The direction's forms by the command's name in the address."""
