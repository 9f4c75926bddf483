"""Forms of the close of the casino's gaming day."""

from functools import partial

from casino.cash.forms.steps import StepForm, Steps
from casino.kit.forms.command_form import TextField
from tables.registers.casino_day.commands import CloseHouseDay, ExplainHouseClose


class CloseDayForm(StepForm):
    """The day closes: nothing keeps it open."""

    makes = CloseHouseDay
    permission = "house_day.close"


class ForceCloseDayForm(StepForm):
    """The day closes by force, with what keeps it open named in the record."""

    makes = partial(CloseHouseDay, forced=True)
    permission = "house_day.force_close"
    reason = TextField()


class ExplainForcedCloseForm(StepForm):
    """Two people explain how a forced close is reconciled."""

    makes = ExplainHouseClose
    permission = "house_day.close"
    reason = TextField()


STEPS: Steps = {"close": CloseDayForm, "force-close": ForceCloseDayForm, "explain": ExplainForcedCloseForm}
