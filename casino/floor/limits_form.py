"""The panel that changes the limits in force: what it asks, and what was written in it."""

import msgspec

from casino.kit.clauses import cited
from casino.kit.forms.fields import Form, amount, text, ticked
from casino.kit.limits import LimitRow, family_of, limit_rows, limits_in_force
from casino.kit.money import in_a_field
from tables.play.commands import ChangeLimits
from tables.play.events import Derogation
from tables.play.state import State
from tables.roulette.rulebook import Limits, Rulebook


class LimitsPanel(msgspec.Struct, frozen=True, kw_only=True):
    """The panel's fields, filled in with what is in force.

    `by_ratio` says that the maximums follow from the minimum and are not asked; `change_clause` is the clause on
    notice and sign, `derogation_clause` the one on derogations, empty where the rulebook knows none.
    """

    minimum: str
    rows: tuple[LimitRow, ...]
    by_ratio: bool
    change_clause: str
    derogation_clause: str
    derogation: Derogation | None


def limits_panel(state: State, rulebook: Rulebook) -> LimitsPanel:
    """The panel for the table as it stands."""
    rule, limits = rulebook.limits, limits_in_force(state, rulebook)
    return LimitsPanel(
        minimum=in_a_field(limits.minimum),
        rows=limit_rows(limits, rulebook),
        by_ratio=rule.kind == "ratio-exact",
        change_clause=cited(rulebook, rule.change_clause),
        derogation_clause=cited(rulebook, rule.derogation_clause),
        derogation=state.derogation,
    )


def change_limits(form: Form, rulebook: Rulebook) -> ChangeLimits:
    """The limits as they are to be. A maximum that is left empty follows from the ratio, or stays. Raises Unclear."""
    maximums = {kind: amount(form, field) for kind in rulebook.bets if (field := _field_of(kind, form))}
    return ChangeLimits(
        limits=Limits(minimum=amount(form, "minimum"), maximums=maximums),
        players_told=ticked(form, "players_told"),
        sign_changed=ticked(form, "sign_changed"),
        derogation=_derogation(form),
    )


def _field_of(kind: str, form: Form) -> str:
    """The field in which the maximum of a kind was written: its own, or the one that it shares."""
    fields = (f"maximum-{each}" for each in (kind, *family_of(kind)))
    field = next((field for field in fields if field in form), "")
    return field if text(form, field) else ""


def _derogation(form: Form) -> Derogation | None:
    names = tuple(name for each in text(form, "authorisers").split(",") if (name := each.strip()))
    notice = text(form, "notice")
    return Derogation(authorisers=names, notice=notice) if names or notice else None
