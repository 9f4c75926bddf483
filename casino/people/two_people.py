"""The rules of two people outside the administration: the acts that need a second person, and the permitted roles.

The deciders enforce the roles and the number of people. confirmation.py decides whether a person counts. The acts of
administration that need two people are in acts.py (`second`); `manage.py permissions_matrix` prints both.
"""

from typing import Literal

import msgspec

from settlement.bank import commands as bank
from settlement.bank.decide import DESK
from settlement.boxes import commands as boxes
from settlement.boxes.decide import ACCEPT, CONTROL, COUNT
from settlement.slips import commands as slips
from settlement.slips.decide import BANK
from tables.compliance.inspections import commands as sheets
from tables.compliance.review import commands as review
from tables.compliance.review.decide import SIGN_FOR
from tables.play import commands as c
from tables.play.day.decide.forced_close import ORDERS, SIGNS_BESIDE
from tables.play.signatures import AUTHORISE, DECIDE, IN_CHARGE
from tables.play.slips.questions import ASK, CHIEF, CROUPIER
from tables.registers.casino_day import commands as day
from tables.registers.casino_day.decide import BESIDE_FORCE, SIGN_BESIDE
from tables.registers.casino_day.decide import IN_CHARGE as CLOSE_DAY
from tables.registers.casino_day.decide import ORDERS as FORCE_DAY
from tables.registers.people import commands as people
from tables.registers.people.decide import CONFIRM

How = Literal["together", "step", "reserved"]
"""Both sign one act; or the second person makes a later step; or a rulebook names the role that signs, beside the
person who acts if that is somebody else."""
ANYBODY: tuple[str, ...] = ()
"""Anybody of the casino; a croupier only while seated at the table."""
BY_RULEBOOK: tuple[str, ...] = ()
"""Only a role that the rulebook names."""


class TwoPeopleRule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. `first` and `second` are roles, `refusal` the code without the second person, `why` the clause or the
    reason; `act` and `why` are English, for docs/permissions.md. Where a rulebook may name the role, `first` has those
    who sign without that."""

    command: type[msgspec.Struct]
    act: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    refusal: str
    how: How = "together"
    why: str = "the casino's own"


def _counted(command: type[msgspec.Struct], act: str, why: str) -> TwoPeopleRule:
    return TwoPeopleRule(
        command=command,
        act=act,
        first=IN_CHARGE,
        second=ANYBODY,
        refusal="countersignature-missing",
        why=why,
    )


def _chips(command: type[msgspec.Struct], act: str) -> TwoPeopleRule:
    return TwoPeopleRule(
        command=command,
        act=act,
        first=(CHIEF,),
        second=(CROUPIER,),
        refusal="signature-missing",
        why="nobody moves chips of the float alone",
    )


def _by_rulebook(
    command: type[msgspec.Struct], act: str, why: str, first: tuple[str, ...] = BY_RULEBOOK
) -> TwoPeopleRule:
    return TwoPeopleRule(
        command=command,
        act=act,
        first=first,
        second=ANYBODY,
        refusal="signature-missing",
        how="reserved",
        why=why,
    )


TWO_PEOPLE: tuple[TwoPeopleRule, ...] = (
    TwoPeopleRule(
        command=boxes.CountBox,
        act="count a drop box",
        first=COUNT,
        second=CONTROL,
        refusal="box-counted-alone",
        why="neither of them signed for its removal",
    ),
    TwoPeopleRule(
        command=boxes.AcceptBox,
        act="accept the count of a drop box",
        first=COUNT,
        second=ACCEPT,
        refusal="own-box-count",
        how="step",
        why="nobody accepts their own count",
    ),
    _counted(c.PlaceBox, "place a drop box", "a box is never in one person's hands"),
    _counted(c.RemoveBox, "remove a drop box", "a box is never in one person's hands"),
    _counted(c.CountTips, "count the tips of a shift", "the staff's money"),
    _counted(c.CorrectCash, "correct an entry of cash", "an entry moves the ledger"),
    _counted(c.CountHeld, "count chips in safekeeping", "a player's money"),
    _counted(c.ExplainVariance, "explain a difference of the float", "it opens the game again"),
    _counted(c.ExplainForcedClose, "explain an emergency close", "it opens the game again"),
    TwoPeopleRule(
        command=c.CountFloat,
        act="count a table's float",
        first=ANYBODY,
        second=ANYBODY,
        refusal="second-signature-missing",
        why="one counts, the other verifies",
    ),
    TwoPeopleRule(
        command=c.CloseTable,
        act="close a table in an emergency",
        first=ORDERS,
        second=SIGNS_BESIDE,
        refusal="forced-close-not-countersigned",
    ),
    TwoPeopleRule(
        command=c.ReopenTable,
        act="open a table again that was closed by mistake",
        first=ORDERS,
        second=(*ORDERS, *SIGNS_BESIDE),
        refusal="reopening-not-countersigned",
    ),
    _chips(slips.HandOverSlip, "hand over the chips of a credit"),
    _chips(slips.ReceiveSlip, "receive the chips of a fill"),
    _chips(slips.VoidSlip, "void a credit whose chips were handed over"),
    TwoPeopleRule(
        command=slips.IssueSlip,
        act="issue a slip that the table requested",
        first=ASK,
        second=BANK,
        refusal="slip-issue-unsigned",
        how="step",
        why="the table requests, the chip bank issues",
    ),
    TwoPeopleRule(
        command=slips.CarrySlip,
        act="send a fill on its way",
        first=ASK,
        second=BANK,
        refusal="slip-departure-unsigned",
        how="step",
        why="the table requests, the chip bank sends",
    ),
    TwoPeopleRule(
        command=slips.ReceiveSlip,
        act="receive the chips of a credit at the chip bank",
        first=(CHIEF,),
        second=BANK,
        refusal="slip-receipt-unsigned",
        how="step",
        why="the table hands over, the chip bank receives",
    ),
    TwoPeopleRule(
        command=bank.CountBank,
        act="count the chip bank",
        first=(DESK,),
        second=ANYBODY,
        refusal="second-signature-missing",
        why="the desk counts, somebody else verifies",
    ),
    TwoPeopleRule(
        command=day.CloseHouseDay,
        act="close the casino's day",
        first=CLOSE_DAY,
        second=SIGN_BESIDE,
        refusal="house-close-signed-by-one",
    ),
    TwoPeopleRule(
        command=day.CloseHouseDay,
        act="close the casino's day in an emergency",
        first=FORCE_DAY,
        second=BESIDE_FORCE,
        refusal="forced-house-close-signed-by-one",
    ),
    TwoPeopleRule(
        command=day.ExplainHouseClose,
        act="explain an emergency close of the casino's day",
        first=CLOSE_DAY,
        second=SIGN_BESIDE,
        refusal="reconciliation-signed-by-one",
    ),
    TwoPeopleRule(
        command=review.SignReport,
        act="sign the report of a day for control",
        first=SIGN_FOR["casino"],
        second=SIGN_FOR["control"],
        refusal="report-signed-by-one",
        how="step",
        why="each side signs the report that it saw",
    ),
    TwoPeopleRule(
        command=sheets.EnterSheet,
        act="enter an inspection sheet",
        first=ANYBODY,
        second=CONTROL,
        refusal="inspection-keyed-in-by-counter",
        how="step",
        why="one counts, another enters",
    ),
    TwoPeopleRule(
        command=sheets.CorrectSheet,
        act="correct an inspection sheet",
        first=ANYBODY,
        second=CONTROL,
        refusal="inspection-keyed-in-by-counter",
        how="step",
        why="one counts, another enters",
    ),
    TwoPeopleRule(
        command=people.ConfirmPerson,
        act="confirm a person who is present",
        first=CONFIRM,
        second=ANYBODY,
        refusal="person-confirmed-by-maker",
        why="nobody vouches for an account that they made",
    ),
    _by_rulebook(c.AdvanceChips, "advance chips to a player", "it-campione/16"),
    _by_rulebook(c.CarryAdvance, "carry an advance to the next day", "it-campione/16"),
    _by_rulebook(c.PayIn, "pay unclaimed stakes in", "the clause on what is held"),
    _by_rulebook(c.DecideDispute, "decide a dispute", "the clause on disputes", DECIDE),
    _by_rulebook(c.ChangeLimits, "change the limits", "the clause on limits", DECIDE),
    _by_rulebook(c.SuspendTable, "suspend a table", "the clause on suspensions", DECIDE),
    _by_rulebook(c.ResumeTable, "resume a table", "the clause on suspensions", DECIDE),
    _by_rulebook(c.DecidePaymentDifference, "decide a payment that differs", "the casino's own", DECIDE),
    _by_rulebook(c.AnnulCoup, "declare a null coup", "the clause on null coups", AUTHORISE),
    _by_rulebook(c.AcceptLateBet, "accept a late bet", "the clause on late bets"),
    _by_rulebook(c.RefuseLateBet, "refuse a late bet", "the clause on late bets"),
)

_STEPS = tuple({rule.command for rule in TWO_PEOPLE if rule.how == "step"})


def takes_two(command: object) -> bool:
    """Return whether the command is the second of two people's steps, so that its own signature has to count."""
    return isinstance(command, _STEPS)
