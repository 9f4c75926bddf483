"""Permissions: the roles of each, and the rule in words.

Each permission is registered with `rules` under its name, so `person.has_perm("table.run")` and
`@permission_required("table.run")` decide alike. Nothing else in the project looks at a role. Nobody who may count a
drop box has `drop.see_uncounted`: a count is blind, and so are all figures from which the drop follows.

The public controller only reads. Their account records findings, answers to violations and the signature of a report,
and nothing else. If a rulebook requires their signature, they sign on a colleague's screen.
"""

from collections.abc import Callable, Set
from functools import partial
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from rules.permissions import set_perm
from rules.predicates import predicate

from casino.people.models import SIGN_IN, Role
from settlement.blind_count import Sight

RUN_THE_TABLES = (Role.CHEF_DE_TABLE, Role.PIT_BOSS)
CONTROL = (Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)
DECIDE = (Role.PIT_BOSS, Role.DIRECTION)
READ_THE_RECORD = (*DECIDE, *CONTROL)
SEE_THE_MONEY = (Role.CASH_DESK, *READ_THE_RECORD)
READ_THE_PAPERS = (Role.CHEF_DE_TABLE, *SEE_THE_MONEY)

RULES_BY_ROLES: dict[tuple[Role, ...], dict[str, str]] = {
    (*RUN_THE_TABLES, Role.DIRECTION, *CONTROL, Role.ADMINISTRATOR): {
        "floor.see": _(
            "The floor is seen by those who run it, those who control it and those who administer it."
        ),
        "reader.see": _(
            "Only a chef de table, a pit boss, the management, an inspector, a controller or an administrator can see "
            "the page of a wheel reader."
        ),
    },
    RUN_THE_TABLES: {
        "table.run": _(
            "A table's game (bets, launch, result, payments) is run by a chef de table or a pit boss."
        ),
        "slip.ask": _(
            "A fill or a credit is requested, received and handed over at the table by a chef de table or a pit boss."
        ),
        "violation.answer": _("A violation is acknowledged and explained by a chef de table or a pit boss."),
        "alert.acknowledge": _("An alert is acknowledged by a chef de table or a pit boss."),
        "seat.screens": _(
            "The screens of a live table's seats are opened, looked at and revoked by a chef de table or a pit boss."
        ),
    },
    DECIDE: {
        "finding.answer": _("Findings and questions are answered by the pit boss or the management."),
        "table.open_and_close": _(
            "A table's day is opened and closed, and its limits and staff are set, by a pit boss or the "
            "management; what its rulebook reserves to the management is signed by the management."
        ),
        "desk_claim.answer": _(
            "A claim about chips sold or redeemed at the cash desk is answered by a pit boss or the management."
        ),
        "table.force_close": _(
            "A table is closed in an emergency, with things left open, by a pit boss or the management; a "
            "second person countersigns."
        ),
        "table.reopen": _(
            "A table that was closed by mistake is opened again on the same gaming day by a pit boss or the "
            "management; a second person countersigns."
        ),
    },
    (Role.PIT_BOSS,): {
        "house_day.force_close": _(
            "The casino's day is closed in an emergency by a pit boss; the cash desk or a controller countersigns."
        ),
        "rota.plan": _("The rota is planned by a pit boss."),
    },
    READ_THE_PAPERS: {
        "sheet.see": _(
            "A payout sheet is seen by those who run the table, the management, those who pay and those who control."
        ),
        "cash.see": _(
            "Cash, change and tips of a table are seen by those who run the tables, the management, the cash "
            "desk and those who control."
        ),
        "float.see": _(
            "A table's float, and what its counts found, is seen by those who run the tables, the "
            "management, the cash desk and control."
        ),
        "slip.see": _(
            "Fills and credits are seen by those who ask for them, the management, the cash desk and those "
            "who control them."
        ),
        "closing.see": _(
            "A table's closing sheet is seen by those who run the tables, the management, the cash desk and "
            "those who control."
        ),
        "box.see": _(
            "Drop boxes are seen by those who remove them, the management, those who count them and those "
            "who control them."
        ),
    },
    (Role.CHEF_DE_TABLE, Role.DIRECTION): {
        "drop.see_uncounted": _(
            "The cash recorded for a box before its count, and each figure that reveals it, is seen by a chef de "
            "table and the management, and by nobody who may count the box."
        ),
    },
    READ_THE_RECORD: {
        "report.sign": _(
            "A day's report is signed for the casino by the pit boss or the management, for control by a games "
            "inspector or a public controller."
        ),
        "record.read": _(
            "The record itself is read by a games inspector, a public controller, the pit boss or the management."
        ),
        "compliance.read": _(
            "Compliance reports are read by a games inspector, a public controller, the pit boss or the management."
        ),
        "wheel_statistics.see": _(
            "The statistics of the wheels are seen by a games inspector, a public controller, the pit boss or the "
            "management."
        ),
    },
    (*READ_THE_RECORD, Role.ADMINISTRATOR): {
        "equipment.see": _(
            "The register of wheels and balls is seen by the pit boss, the management, the games inspector, "
            "the public controller and the administrator."
        ),
    },
    (*SEE_THE_MONEY, Role.ADMINISTRATOR): {
        "series.see": _(
            "The casino's series of chips are seen by those who change, those who exchange and those who control them."
        ),
    },
    (Role.ADMINISTRATOR, *DECIDE): {
        "series.change": _(
            "A series of chips is introduced, issued, withdrawn and ended by an administrator, a pit boss or "
            "the management."
        ),
        "reader.record": _(
            "Only an administrator, a pit boss or the management can record the raw lines of a wheel reader."
        ),
        "dead_letter.decide": _(
            "Only an administrator, a pit boss or the management can retry or discard a dead letter."
        ),
    },
    (Role.ADMINISTRATOR, Role.DIRECTION, *CONTROL): {
        "registers.see": _(
            "The casino's registers are seen by the administrator, the management, the games inspector and "
            "the public controller."
        ),
        "people.see": _(
            "The register of people is seen by administrators, the management, the games inspector and the "
            "public controller."
        ),
        "access.read": _(
            "Who signed in, failed or was locked, and who gained or lost a role, is read by administrators, "
            "the management, the games inspector and the public controller."
        ),
    },
    (Role.ADMINISTRATOR, Role.DIRECTION, Role.GAMES_INSPECTOR): {
        "people.confirm": _(
            "A person who is present is confirmed by an administrator, the management or a games inspector who had no "
            "part in making the account."
        ),
    },
    (Role.ADMINISTRATOR,): {
        "requests.decide": _(
            "Requests of API clients for administration are confirmed or refused by an administrator."
        ),
        "registers.change": _(
            "Tables, readers, API clients and all else that is registered is changed by the administrator."
        ),
        "people.keep": _(
            "People are engaged, suspended and restored, and their roles changed, by an administrator; nobody does "
            "so to themselves. A second officer countersigns an account, a role, a link and the loss of a secret."
        ),
    },
    (Role.CASH_DESK,): {
        "series.exchange": _("Chips of an ended series are exchanged by the cash desk, and nobody else."),
        "slip.issue": _(
            "A slip is issued, sent on its way and received at the bank by the cash desk, and nobody else."
        ),
        "bank.keep": _(
            "The chip bank is counted, and sells and redeems chips, by the cash desk and nobody else."
        ),
    },
    (*RUN_THE_TABLES, Role.CASH_DESK): {
        "slip.reprint": _("A slip is printed again by the cash desk, a chef de table or a pit boss."),
    },
    (Role.CASH_DESK, Role.PIT_BOSS, Role.GAMES_INSPECTOR): {
        "box.count": _(
            "A drop box is counted by the cash desk or the pit boss together with an inspector or a controller."
        ),
    },
    SEE_THE_MONEY: {
        "chips.see": _(
            "Where all chips of the casino are is seen by the pit boss, the management, the cash desk and "
            "those who control."
        ),
        "ledger.see": _(
            "The day's ledger is seen by the pit boss, the management, the cash desk, the games inspector "
            "and the public controller."
        ),
        "house_day.see": _(
            "What is still to do of the casino's day is seen by the pit boss, the management, the cash desk "
            "and those who control."
        ),
        "held.see": _(
            "What the casino holds is seen by the pit boss, the management, the cash desk, the games "
            "inspector and the public controller."
        ),
    },
    (Role.CASH_DESK, Role.PIT_BOSS): {
        "house_day.close": _(
            "The casino's day is closed, and an emergency close explained, by the cash desk or the pit boss."
        ),
    },
    (*RUN_THE_TABLES, *READ_THE_RECORD): {
        "violation.read": _(
            "Violations and their answers are read by those who may answer them and those who may read compliance."
        ),
        "alert.see": _(
            "Alerts of tables and wheels are seen by those who run the tables, the management and those who "
            "control them."
        ),
    },
    CONTROL: {
        "finding.raise": _(
            "Findings and questions are raised and closed, and inspection sheets keyed in, by a games inspector or "
            "a public controller."
        ),
        "draw.make": _(
            "Tables to inspect are drawn, and asked for, by a games inspector or a public controller."
        ),
        "violation.judge": _(
            "A violation is upheld, dismissed or opened again by a games inspector or a public controller."
        ),
    },
    (Role.PIT_BOSS, Role.GAMES_INSPECTOR): {
        "box.accept": _("The count of a drop box is accepted by a pit boss or a games inspector."),
        "equipment.keep": _(
            "Wheels and balls are registered, inspected, moved and withdrawn by the pit boss or the games inspector."
        ),
    },
    (*RUN_THE_TABLES, Role.DIRECTION, *CONTROL): {
        "rota.see": _(
            "The rota is seen by those who run the tables, the management and those who control them."
        ),
        "permanence.see": _(
            "The permanence of a table's day is read and printed by those who run the tables, the management "
            "and those who control them."
        ),
    },
    SIGN_IN: {
        "account.keep": _("Everybody who signs in sees their own account, and chooses its language."),
        "pin.change": _("Everybody who signs in changes the PIN of their own, and nobody else's."),
        "sign_in.keep": _(
            "Everybody who signs in keeps the password and the second factors of their own, and nobody else's."
        ),
        "rules.see": _("The rulebooks are read by everybody who signs in."),
    },
}
"""Permissions with their rules in words, by the roles that have them."""


def _has_role(roles: tuple[Role, ...], person: Any) -> bool:
    return bool(person.is_authenticated and person.is_active and person.role in roles)


RULES: dict[str, Callable[[Any], bool]] = {
    name: partial(_has_role, roles) for roles, rules in RULES_BY_ROLES.items() for name in rules
}
"""True if a person has the permission, by its name."""
for name, rule in RULES.items():
    set_perm(name, predicate(rule))


def roles_of(name: str) -> tuple[Role, ...]:
    """The roles that have the permission."""
    return next(roles for roles, rules in RULES_BY_ROLES.items() if name in rules)


def rule_of(name: str) -> str:
    """Return the rule as a rejected person reads it."""
    return next(gettext(rules[name]) for rules in RULES_BY_ROLES.values() if name in rules)


CONTENTS: dict[str, str] = {
    "payouts": "sheet.see",
    "cash": "cash.see",
    "float": "float.see",
    "uncounted-drop": "drop.see_uncounted",
    "slips": "slip.see",
    "record": "record.read",
    "ledger": "ledger.see",
    "closing": "closing.see",
    "boxes": "box.see",
    "chips": "chips.see",
    "held": "held.see",
    "house-day": "house_day.see",
}
"""Kinds of content that only some viewers of a page see, each with its permission.

Payouts are all that the bank pays or would pay: sheets, costs of a number, prizes in safekeeping, returns of a partage.
A presenter gets the kinds that the person `sees`, and makes no other content. In the markup the element of such a
content names its kind (`data-content`).
"""


def contents_for(person: Any) -> frozenset[str]:
    """The kinds of content that a person sees, wherever they are made."""
    return frozenset(kind for kind, name in CONTENTS.items() if RULES[name](person))


def sight_by(sees: Set[str]) -> Sight:
    """Return the figures that a person may see who `sees` these kinds of content."""
    return Sight(uncounted_drop="uncounted-drop" in sees)


def sight_of(person: Any) -> Sight:
    """Return the figures that a person may see."""
    return sight_by(contents_for(person))
