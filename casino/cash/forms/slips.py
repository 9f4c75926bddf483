"""Forms of the steps of a slip that are made at the cash desk."""

from casino.cash.forms.steps import StepForm, Steps
from casino.kit.forms.chip_counts import PiecesField
from casino.kit.forms.command_form import TextField
from settlement.slips.commands import CarrySlip, IssueSlip, ReceiveSlip, ReprintSlip, VoidSlip


class IssueSlipForm(StepForm):
    """The chips of a fill are issued, or somebody is sent for those of a credit."""

    makes = IssueSlip
    permission = "slip.issue"
    carrier = TextField()
    pieces = PiecesField("pieces")
    reason = TextField()


class CarrySlipForm(StepForm):
    """The chips leave the bank."""

    makes = CarrySlip
    permission = "slip.issue"
    carrier = TextField()


class ReceiveSlipForm(StepForm):
    """The chips of a credit are counted at the bank."""

    makes = ReceiveSlip
    permission = "slip.issue"
    pieces = PiecesField("pieces")
    reason = TextField()


class VoidSlipForm(StepForm):
    """The slip is voided."""

    makes = VoidSlip
    permission = "slip.issue"
    reason = TextField()


class ReprintSlipForm(StepForm):
    """The slip is printed again."""

    makes = ReprintSlip
    permission = "slip.reprint"


STEPS: Steps = {
    "issue": IssueSlipForm,
    "carry": CarrySlipForm,
    "receive": ReceiveSlipForm,
    "void": VoidSlipForm,
    "reprint": ReprintSlipForm,
}
