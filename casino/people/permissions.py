"""Who may do what: the roles that have each permission, and the rule in words.

Each is registered with `rules` under its name, so `person.has_perm("table.run")` and `@allowed("table.run")` decide
alike. Nothing else in the project looks at a role.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from rules.permissions import set_perm
from rules.predicates import predicate

from casino.people.models import SIGN_IN, Role

Rule = Callable[[Any], bool]
RULES: dict[str, Rule] = {}
"""Whether a person has the permission, by its name."""
_WORDS: dict[str, str] = {}

RUN_THE_TABLES = (Role.CHEF_DE_TABLE, Role.PIT_BOSS)
CONTROL = (Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)
OVERSEE = (Role.PIT_BOSS, *CONTROL)
ANSWER_FOR_MONEY = (Role.CASH_DESK, *OVERSEE)
COUNT_THE_BOXES = ANSWER_FOR_MONEY
READ_THE_PAPERS = (Role.CHEF_DE_TABLE, *ANSWER_FOR_MONEY)


def permission(name: str, words: str, *roles: Role) -> None:
    """Register the permission `name` for people of these roles; `words` is its rule."""

    def has_role(person: Any) -> bool:
        return bool(person.is_authenticated and person.is_active and person.role in roles)

    RULES[name], _WORDS[name] = has_role, words
    set_perm(name, predicate(has_role))


def rule_of(name: str) -> str:
    """The rule as somebody who is turned away reads it."""
    return gettext(_WORDS[name])


permission(
    "floor.see",
    _("The floor is seen by those who run it, those who control it and those who administer it."),
    *RUN_THE_TABLES,
    *CONTROL,
    Role.ADMINISTRATOR,
)
permission(
    "table.run",
    _("A table's game (bets, launch, result, payments) is run by a chef de table or a pit boss."),
    *RUN_THE_TABLES,
)
permission(
    "table.open_and_close",
    _("A table's day is opened and closed, and its limits and staff are set, by a pit boss."),
    Role.PIT_BOSS,
)
permission(
    "table.force_close",
    _(
        "A table is closed under pressure, with things left open, by a pit boss; a second person signs beside."
    ),
    Role.PIT_BOSS,
)
permission(
    "sheet.see",
    _("A payout sheet is seen by those who run the table, those who pay and those who control."),
    *READ_THE_PAPERS,
)
permission(
    "cash.see",
    _(
        "Cash, change and tips of a table are seen by those who run the tables, the cash desk and those who control."
    ),
    *READ_THE_PAPERS,
)
permission(
    "float.see",
    _(
        "A table's float, and what its counts found, is seen by those who run the tables, the cash desk and control."
    ),
    *READ_THE_PAPERS,
)
permission(
    "drop.see_uncounted",
    _(
        "What is recorded for a box that is to be counted is seen by a chef de table, and by nobody who may count it."
    ),
    *({Role.CHEF_DE_TABLE} - set(COUNT_THE_BOXES)),
)
permission(
    "record.read",
    _("The record itself is read by a games inspector, a public controller or the pit boss."),
    *OVERSEE,
)
permission(
    "series.see",
    _(
        "The house's series of chips are seen by those who change, those who exchange and those who control them."
    ),
    *ANSWER_FOR_MONEY,
    Role.ADMINISTRATOR,
)
permission(
    "series.change",
    _("A series of chips is introduced, issued, withdrawn and ended by an administrator or a pit boss."),
    Role.ADMINISTRATOR,
    Role.PIT_BOSS,
)
permission(
    "series.exchange",
    _("Chips of an ended series are exchanged by the cash desk, and nobody else."),
    Role.CASH_DESK,
)
permission(
    "slip.see",
    _("Fills and credits are seen by those who ask for them, the cash desk and those who control them."),
    *READ_THE_PAPERS,
)
permission(
    "slip.ask",
    _(
        "A fill or a credit is requested, received and handed over at the table by a chef de table or a pit boss."
    ),
    *RUN_THE_TABLES,
)
permission(
    "slip.issue",
    _("A slip is issued, sent on its way and received at the bank by the cash desk, and nobody else."),
    Role.CASH_DESK,
)
permission(
    "slip.reprint",
    _("A slip is printed again by the cash desk, a chef de table or a pit boss."),
    *RUN_THE_TABLES,
    Role.CASH_DESK,
)
permission(
    "chips.see",
    _("Where all chips of the house are is seen by the pit boss, the cash desk and those who control."),
    *ANSWER_FOR_MONEY,
)
permission(
    "bank.keep",
    _("The chip bank is counted, and sells and redeems chips, by the cash desk and nobody else."),
    Role.CASH_DESK,
)
permission(
    "closing.see",
    _("A table's closing sheet is seen by those who run the tables, the cash desk and those who control."),
    *READ_THE_PAPERS,
)
permission(
    "box.see",
    _("Drop boxes are seen by those who remove them, those who count them and those who control them."),
    *READ_THE_PAPERS,
)
permission(
    "box.count",
    _("A drop box is counted by the cash desk or the pit boss together with an inspector or a controller."),
    *COUNT_THE_BOXES,
)
permission(
    "box.accept",
    _("The count of a drop box is accepted by a pit boss, a games inspector or a public controller."),
    *OVERSEE,
)
permission(
    "ledger.see",
    _(
        "The day's ledger is seen by the pit boss, the cash desk, the games inspector and the public controller."
    ),
    *ANSWER_FOR_MONEY,
)
permission(
    "house_day.see",
    _("What is left over of the house's day is seen by the pit boss, the cash desk and those who control."),
    Role.PIT_BOSS,
    Role.CASH_DESK,
    Role.GAMES_INSPECTOR,
    Role.PUBLIC_CONTROLLER,
)
permission(
    "house_day.close",
    _("The house's day is closed, and a close under pressure explained, by the cash desk or the pit boss."),
    Role.CASH_DESK,
    Role.PIT_BOSS,
)
permission(
    "house_day.force_close",
    _("The house's day is closed under pressure by a pit boss; the cash desk or a controller signs beside."),
    Role.PIT_BOSS,
)
permission(
    "held.see",
    _(
        "What the house holds is seen by the pit boss, the cash desk, the games inspector and the public controller."
    ),
    *ANSWER_FOR_MONEY,
)
permission(
    "compliance.read",
    _("Compliance reports are read by a games inspector, a public controller or the pit boss."),
    *OVERSEE,
)
permission(
    "violation.read",
    _(
        "Violations and their answers are read by those who may answer them and those who may read compliance."
    ),
    *RUN_THE_TABLES,
    *OVERSEE,
)
permission(
    "violation.answer",
    _("A violation is acknowledged and explained by a chef de table or a pit boss."),
    *RUN_THE_TABLES,
)
permission(
    "violation.judge",
    _("A violation is upheld, dismissed or opened again by a games inspector or a public controller."),
    *CONTROL,
)
permission(
    "seat.screens",
    _(
        "The screens of a live table's seats are opened, looked at and revoked by a chef de table or a pit boss."
    ),
    *RUN_THE_TABLES,
)
permission(
    "equipment.see",
    _(
        "The register of wheels and balls is seen by the pit boss, the games inspector and the public controller."
    ),
    *OVERSEE,
)
permission(
    "equipment.keep",
    _(
        "Wheels and balls are registered, inspected, moved and withdrawn by the pit boss or the games inspector."
    ),
    Role.PIT_BOSS,
    Role.GAMES_INSPECTOR,
)
permission(
    "rota.see",
    _("The rota is seen by those who run the tables and those who control them."),
    *RUN_THE_TABLES,
    *CONTROL,
)
permission("rota.plan", _("The rota is planned by a pit boss."), Role.PIT_BOSS)
permission(
    "pin.change", _("Everybody who signs in changes the PIN of their own, and nobody else's."), *SIGN_IN
)
permission("rules.see", _("The rulebooks are read by everybody who signs in."), *SIGN_IN)

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
"""The kinds of content that not everybody sees who sees the page, each with its permission. Payouts are all that the
bank pays or would pay: sheets, what a number would cost, prizes that are held, what a partage returns.

What makes such a content is given what the person `sees`, and makes nothing else; in the markup its element names the
kind (`data-content`)."""


def contents_for(person: Any) -> frozenset[str]:
    """The kinds of content that a person sees, wherever they are made."""
    return frozenset(kind for kind, name in CONTENTS.items() if RULES[name](person))
