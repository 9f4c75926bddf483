"""Forms of the count of a drop box."""

from casino.cash.forms.steps import StepForm, Steps
from casino.kit.forms.chip_counts import PiecesField
from casino.kit.forms.command_form import TextField, TickField
from settlement.boxes.commands import AcceptBox, CountBox


class CountBoxForm(StepForm):
    """Two people counted the notes of a box, or found it empty."""

    makes = CountBox
    permission = "box.count"
    pieces = PiecesField("notes")
    empty = TickField()
    reason = TextField()


class AcceptBoxForm(StepForm):
    """Somebody who did not count accepts the count."""

    makes = AcceptBox
    permission = "box.accept"


STEPS: Steps = {"count": CountBoxForm, "accept": AcceptBoxForm}
