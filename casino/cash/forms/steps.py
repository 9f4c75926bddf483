"""Steps at the cash desk: the form and the permitted people of each, by its name in the addresses."""

from functools import partial
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from casino.kit.forms.chip_counts import PiecesField, pieces_by_series
from casino.kit.forms.command_form import (
    CommandForm,
    TextField,
    TickField,
    WholeFormField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, Unclear, text
from casino.people.permissions import RULES, rule_of
from settlement.bank.commands import CountBank, RedeemChips, SellChips
from settlement.bank.pieces import NO_SERIES, BySeries
from settlement.boxes.commands import AcceptBox, CountBox
from settlement.desk_claims.commands import AnswerDeskClaim, ClaimAtDesk
from settlement.slips.commands import CarrySlip, IssueSlip, ReceiveSlip, ReprintSlip, VoidSlip
from tables.registers.casino_day.commands import CloseHouseDay, ExplainHouseClose


class Step(NamedTuple):
    permission: str
    form: type[CommandForm]


Steps = dict[str, Step]


def step_form(request: HttpRequest, steps: Steps, step: str) -> type[CommandForm]:
    """Return the form of a step. Raises Http404 for an unknown one, PermissionDenied unless the person may take
    it.
    """
    if step not in steps:
        raise Http404(f"no step is called {step}")
    permission, form = steps[step]
    if not RULES[permission](request.user):
        raise PermissionDenied(rule_of(permission))
    return form


def chips_by_series(form: Form) -> BySeries:
    """Return the chips of the form by series. Raises Unclear, also if there are none."""
    pieces, by_series = pieces_by_series(form, text(form, "currency"))
    if not any(pieces.values()):
        raise Unclear("pieces-not-entered")
    known = by_series or {text(form, "series") or NO_SERIES: pieces}
    return {series: of for series, of in known.items() if of}


class BankForm(CommandForm):
    currency = TextField()
    by_series = WholeFormField(chips_by_series)


SLIP: Steps = {
    "issue": Step(
        "slip.issue",
        CommandForm.of(IssueSlip, carrier=TextField(), pieces=PiecesField("pieces"), reason=TextField()),
    ),
    "carry": Step("slip.issue", CommandForm.of(CarrySlip, carrier=TextField())),
    "receive": Step(
        "slip.issue", CommandForm.of(ReceiveSlip, pieces=PiecesField("pieces"), reason=TextField())
    ),
    "void": Step("slip.issue", CommandForm.of(VoidSlip, reason=TextField())),
    "reprint": Step("slip.reprint", CommandForm.of(ReprintSlip)),
}
BOX: Steps = {
    "count": Step(
        "box.count",
        CommandForm.of(CountBox, pieces=PiecesField("notes"), empty=TickField(), reason=TextField()),
    ),
    "accept": Step("box.accept", CommandForm.of(AcceptBox)),
}
BANK: Steps = {
    "count": Step("bank.keep", BankForm.of(CountBank, reason=TextField())),
    "sell": Step("bank.keep", BankForm.of(SellChips)),
    "redeem": Step("bank.keep", BankForm.of(RedeemChips)),
}
CLAIM: Steps = {
    "claim": Step("bank.keep", CommandForm.of(ClaimAtDesk, receipt=TextField(), what=TextField())),
    "answer": Step(
        "desk_claim.answer",
        CommandForm.of(
            AnswerDeskClaim,
            claim=WholeNumberField("claim", required=True),
            upheld=TickField(),
            answer=TextField(),
        ),
    ),
}
DAY: Steps = {
    "close": Step("house_day.close", CommandForm.of(CloseHouseDay)),
    "force-close": Step(
        "house_day.force_close", CommandForm.of(partial(CloseHouseDay, forced=True), reason=TextField())
    ),
    "explain": Step("house_day.close", CommandForm.of(ExplainHouseClose, reason=TextField())),
}
