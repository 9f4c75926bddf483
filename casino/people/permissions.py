"""Who may do what: one plain function a permission, whose docstring is the rule.

Each is registered with `rules` under its name, so `person.has_perm("table.run")` and
`@allowed("table.run")` ask the same function. Nothing else in the project looks at a role.
"""

from collections.abc import Callable
from typing import Any

from rules.permissions import set_perm
from rules.predicates import predicate

from casino.people.models import SIGN_IN, Role

Rule = Callable[[Any], bool]
RULES: dict[str, Rule] = {}

RUN_THE_TABLES = (Role.CHEF_DE_TABLE, Role.PIT_BOSS)
CONTROL = (Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)
OVERSEE = (Role.PIT_BOSS, *CONTROL)
ANSWER_FOR_MONEY = (Role.CASH_DESK, *OVERSEE)
READ_THE_PAPERS = (Role.CHEF_DE_TABLE, *ANSWER_FOR_MONEY)


def permission(name: str) -> Callable[[Rule], Rule]:
    """Register a function as the permission `name`."""

    def register(rule: Rule) -> Rule:
        RULES[name] = rule
        set_perm(name, predicate(rule))
        return rule

    return register


def rule_of(name: str) -> str:
    """The rule in words, as a person who is turned away should read it: the docstring's first line."""
    return (RULES[name].__doc__ or "").strip().splitlines()[0]


def _has_role(person: Any, *roles: Role) -> bool:
    return bool(person.is_authenticated and person.is_active and person.role in roles)


@permission("floor.see")
def may_see_the_floor(person: Any) -> bool:
    """The floor is seen by those who run it, those who control it and those who administer it."""
    return _has_role(person, *RUN_THE_TABLES, *CONTROL, Role.ADMINISTRATOR)


@permission("table.run")
def may_run_a_table(person: Any) -> bool:
    """A table's game (bets, launch, result, payments) is run by a chef de table or a pit boss."""
    return _has_role(person, *RUN_THE_TABLES)


@permission("table.open_and_close")
def may_open_and_close_a_table(person: Any) -> bool:
    """A table's day is opened and closed, and its limits and staff are set, by a pit boss."""
    return _has_role(person, Role.PIT_BOSS)


@permission("table.force_close")
def may_force_a_table_closed(person: Any) -> bool:
    """A table is closed under pressure, with things left open, by a pit boss; a second person signs beside."""
    return _has_role(person, Role.PIT_BOSS)


@permission("sheet.see")
def may_see_a_payout_sheet(person: Any) -> bool:
    """A payout sheet is seen by those who run the table, those who pay and those who control."""
    return _has_role(person, *READ_THE_PAPERS)


@permission("cash.see")
def may_see_cash(person: Any) -> bool:
    """Cash, change and tips of a table are seen by those who run the tables, the cash desk and those who control."""
    return _has_role(person, *READ_THE_PAPERS)


@permission("float.see")
def may_see_the_float(person: Any) -> bool:
    """A table's float, and what its counts found, is seen by those who run the tables, the cash desk and control."""
    return _has_role(person, *READ_THE_PAPERS)


@permission("drop.see_uncounted")
def may_see_an_uncounted_drop(person: Any) -> bool:
    """What is recorded for a box that is to be counted is seen by a chef de table, and by nobody who may count it."""
    return _has_role(person, Role.CHEF_DE_TABLE) and not may_count_a_box(person)


@permission("record.read")
def may_read_the_record(person: Any) -> bool:
    """The record itself is read by a games inspector, a public controller or the pit boss."""
    return _has_role(person, *OVERSEE)


@permission("series.see")
def may_see_the_chip_series(person: Any) -> bool:
    """The house's series of chips are seen by those who change, those who exchange and those who control them."""
    return _has_role(person, *ANSWER_FOR_MONEY, Role.ADMINISTRATOR)


@permission("series.change")
def may_change_the_chip_series(person: Any) -> bool:
    """A series of chips is introduced, issued, withdrawn and ended by an administrator or a pit boss."""
    return _has_role(person, Role.ADMINISTRATOR, Role.PIT_BOSS)


@permission("series.exchange")
def may_exchange_an_ended_series(person: Any) -> bool:
    """Chips of an ended series are exchanged by the cash desk, and nobody else."""
    return _has_role(person, Role.CASH_DESK)


@permission("slip.see")
def may_see_the_slips(person: Any) -> bool:
    """Fills and credits are seen by those who ask for them, the cash desk and those who control them."""
    return _has_role(person, *READ_THE_PAPERS)


@permission("slip.ask")
def may_ask_for_a_fill_or_credit(person: Any) -> bool:
    """A fill or a credit is asked for, received and handed over at the table by a chef de table or a pit boss."""
    return _has_role(person, *RUN_THE_TABLES)


@permission("slip.issue")
def may_issue_a_slip(person: Any) -> bool:
    """A slip is issued, sent on its way and received at the bank by the cash desk, and nobody else."""
    return _has_role(person, Role.CASH_DESK)


@permission("slip.reprint")
def may_print_a_slip_again(person: Any) -> bool:
    """A slip is printed again by the cash desk, a chef de table or a pit boss."""
    return _has_role(person, *RUN_THE_TABLES, Role.CASH_DESK)


@permission("chips.see")
def may_see_where_the_chips_are(person: Any) -> bool:
    """Where all chips of the house are is seen by the pit boss, the cash desk and those who control."""
    return _has_role(person, *ANSWER_FOR_MONEY)


@permission("bank.keep")
def may_keep_the_chip_bank(person: Any) -> bool:
    """The chip bank is counted, and sells and redeems chips, by the cash desk and nobody else."""
    return _has_role(person, Role.CASH_DESK)


@permission("closing.see")
def may_see_a_closing_sheet(person: Any) -> bool:
    """A table's closing sheet is seen by those who run the tables, the cash desk and those who control."""
    return _has_role(person, *READ_THE_PAPERS)


@permission("box.see")
def may_see_the_boxes(person: Any) -> bool:
    """Drop boxes are seen by those who remove them, those who count them and those who control them."""
    return _has_role(person, *READ_THE_PAPERS)


@permission("box.count")
def may_count_a_box(person: Any) -> bool:
    """A drop box is counted by the cash desk or the pit boss together with an inspector or a controller."""
    return _has_role(person, *ANSWER_FOR_MONEY)


@permission("box.accept")
def may_accept_a_count(person: Any) -> bool:
    """The count of a drop box is accepted by a pit boss, a games inspector or a public controller."""
    return _has_role(person, *OVERSEE)


@permission("ledger.see")
def may_see_the_ledger(person: Any) -> bool:
    """The day's ledger is seen by the pit boss, the cash desk, the games inspector and the public controller."""
    return _has_role(person, *ANSWER_FOR_MONEY)


@permission("house_day.see")
def may_see_the_houses_day(person: Any) -> bool:
    """What is left over of the house's day is seen by the pit boss, the cash desk and those who control."""
    return _has_role(person, Role.PIT_BOSS, Role.CASH_DESK, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)


@permission("house_day.close")
def may_close_the_houses_day(person: Any) -> bool:
    """The house's day is closed, and a close under pressure explained, by the cash desk or the pit boss."""
    return _has_role(person, Role.CASH_DESK, Role.PIT_BOSS)


@permission("house_day.force_close")
def may_force_the_houses_day_closed(person: Any) -> bool:
    """The house's day is closed under pressure by a pit boss; the cash desk or a controller signs beside."""
    return _has_role(person, Role.PIT_BOSS)


@permission("held.see")
def may_see_what_is_held(person: Any) -> bool:
    """What the house holds is seen by the pit boss, the cash desk, the games inspector and the public controller."""
    return _has_role(person, *ANSWER_FOR_MONEY)


@permission("compliance.read")
def may_read_compliance(person: Any) -> bool:
    """Compliance reports are read by a games inspector, a public controller or the pit boss."""
    return _has_role(person, *OVERSEE)


@permission("violation.read")
def may_read_the_violations(person: Any) -> bool:
    """Violations, and what is said to each, are read by whoever may answer them and whoever may read compliance."""
    return may_answer_a_violation(person) or may_read_compliance(person)


@permission("violation.answer")
def may_answer_a_violation(person: Any) -> bool:
    """A violation is acknowledged and explained by a chef de table or a pit boss."""
    return _has_role(person, *RUN_THE_TABLES)


@permission("violation.judge")
def may_judge_a_violation(person: Any) -> bool:
    """A violation is upheld, dismissed or opened again by a games inspector or a public controller."""
    return _has_role(person, *CONTROL)


@permission("seat.screens")
def may_open_a_seats_screen(person: Any) -> bool:
    """The screens of a live table's seats are opened, looked at and revoked by a chef de table or a pit boss."""
    return _has_role(person, *RUN_THE_TABLES)


@permission("equipment.see")
def may_see_the_equipment(person: Any) -> bool:
    """The register of wheels and balls is seen by the pit boss, the games inspector and the public controller."""
    return _has_role(person, *OVERSEE)


@permission("equipment.keep")
def may_keep_the_equipment(person: Any) -> bool:
    """Wheels and balls are registered, inspected, moved and withdrawn by the pit boss or the games inspector."""
    return _has_role(person, Role.PIT_BOSS, Role.GAMES_INSPECTOR)


@permission("rota.see")
def may_see_the_rota(person: Any) -> bool:
    """The rota is seen by those who run the tables and those who control them."""
    return _has_role(person, *RUN_THE_TABLES, *CONTROL)


@permission("rota.plan")
def may_plan_the_rota(person: Any) -> bool:
    """The rota is planned by a pit boss."""
    return _has_role(person, Role.PIT_BOSS)


@permission("pin.change")
def may_change_their_pin(person: Any) -> bool:
    """Everybody who signs in changes the PIN of their own, and nobody else's."""
    return _has_role(person, *SIGN_IN)


@permission("rules.see")
def may_see_the_rules(person: Any) -> bool:
    """The rulebooks are read by everybody who signs in."""
    return _has_role(person, *SIGN_IN)


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

Whatever makes such a content is told what the person `sees`, and makes nothing else; in the markup its element names
the kind (`data-content`)."""


def contents_for(person: Any) -> frozenset[str]:
    """The kinds of content that a person sees, wherever they are made."""
    return frozenset(kind for kind, name in CONTENTS.items() if RULES[name](person))
