"""Limits in force as rows, for the table's page, the panel that changes them and the sign."""

from collections.abc import Iterator

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.kit.money import Figures, figures_of, in_a_field, plain, reader_figures
from tables.play.state import State
from tables.roulette.announcements import shown_name
from tables.roulette.limits import maximum_for, maximums_from
from tables.roulette.rulebook import EVEN_CHANCES, KINDS, Limits, Rulebook

FAMILIES = (
    ("carre", "quatre-premiers"),
    ("douzaine", "colonne"),
    ("deux-douzaines", "deux-colonnes"),
    EVEN_CHANCES,
)
"""Kinds that share a row where they have one maximum."""


class LimitRow(msgspec.Struct, frozen=True, kw_only=True):
    """The maximum of one kind of bet, or of several that have the same.

    `maximum` is the shown amount, empty if nothing bounds the stake; `entered` is the content of the panel's field,
    empty if the rulebook's own maximum holds, and `otherwise` is that maximum.
    """

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    maximum: str
    entered: str = ""
    otherwise: str = ""
    steps: str = ""
    """A whole announced bet is staked in steps of this."""

    @property
    def label(self) -> str:
        return ", ".join(self.names)

    @property
    def field(self) -> str:
        return f"maximum-{self.kinds[0]}"


def limits_in_force(state: State, rulebook: Rulebook) -> Limits:
    """Return the table's sign; before its first day the rulebook's."""
    return state.limits or rulebook.default_limits


def limit_rows(limits: Limits, rulebook: Rulebook, figures: Figures | None = None) -> tuple[LimitRow, ...]:
    """Return a row for each kind of bet of the cloth, as the cloth is read: numbers first, even chances last."""
    figures = figures or reader_figures()
    return tuple(_row(kinds, limits, rulebook, figures) for kinds in _together(limits, rulebook))


def announced_rows(
    limits: Limits, rulebook: Rulebook, wheel: str, figures: Figures | None = None
) -> tuple[LimitRow, ...]:
    """Return the announced bets that have a limit of their own for the whole bet (pt-americana/34)."""
    figures = figures or reader_figures()
    found: dict[tuple[int, int], list[str]] = {}
    for rule in rulebook.announced.values():
        maximum = rule.maximum(limits.minimum)
        if maximum is not None and wheel in (rule.wheels or (wheel,)):
            found.setdefault((maximum, rule.limit_step or 1), []).append(rule.kind)
    return tuple(
        LimitRow(
            kinds=tuple(kinds),
            names=_names(tuple(kinds), rulebook),
            maximum=figures.plain(maximum, rulebook.currency),
            steps=figures.plain(step * limits.minimum, rulebook.currency) if step > 1 else "",
        )
        for (maximum, step), kinds in found.items()
    )


class SignRule(msgspec.Struct, frozen=True):
    """Whom the limits bind, by a clause as it is cited."""

    words: str
    clause: str


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """Content of the sign of an open table; `minimum_clause` and `maximum_clause` as they are cited."""

    minimum: str
    minimum_clause: str
    maximum_clause: str
    rows: tuple[LimitRow, ...]
    announced: tuple[LimitRow, ...]
    rules: tuple[SignRule, ...]


def sign_of(state: State, rulebook: Rulebook) -> Sign:
    limits, figures = limits_in_force(state, rulebook), figures_of(rulebook.language)
    return Sign(
        minimum=figures.plain(limits.minimum, rulebook.currency),
        minimum_clause=cited(rulebook, rulebook.limits.minimum_clause),
        maximum_clause=cited(rulebook, rulebook.limits.maximum_clause),
        rules=tuple(_rules(rulebook)),
        rows=limit_rows(limits, rulebook, figures),
        announced=announced_rows(limits, rulebook, state.wheel, figures),
    )


def _rules(rulebook: Rulebook) -> Iterator[SignRule]:
    rule = rulebook.limits
    if rule.third_parties_clause:
        words = gettext("The maximum binds each player, also where others stake for them.")
        yield SignRule(words, cited(rulebook, rule.third_parties_clause))
    if rule.company_clause:
        words = gettext("Players in company stake no more than the maximum together.")
        yield SignRule(words, cited(rulebook, rule.company_clause))


def family_of(kind: str) -> tuple[str, ...]:
    """Return the kinds whose maximum is changed in one field with that of `kind`, itself among them."""
    return next((family for family in FAMILIES if kind in family), (kind,))


def _together(limits: Limits, rulebook: Rulebook) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for kind in (kind for kind in KINDS if kind in rulebook.bets):
        family = tuple(each for each in family_of(kind) if each in rulebook.bets)
        same = len({maximum_for(rulebook, limits, each) for each in family}) == 1
        row = family if same else (kind,)
        if row not in found:
            found.append(row)
    return found


def _row(kinds: tuple[str, ...], limits: Limits, rulebook: Rulebook, figures: Figures) -> LimitRow:
    kind = kinds[0]
    maximum, rule = maximum_for(rulebook, limits, kind), rulebook.bets[kind]
    own = maximums_from({kind: rule}, limits.minimum).get(kind)
    return LimitRow(
        kinds=kinds,
        names=_names(kinds, rulebook),
        maximum="" if maximum is None else figures.plain(maximum, rulebook.currency),
        entered=""
        if maximum is None or (rule.ratio and maximum == own)
        else in_a_field(maximum, rulebook.currency),
        otherwise=f"{rule.ratio} × minimum" if rule.ratio else plain(own, rulebook.currency) if own else "",
    )


def _names(kinds: tuple[str, ...], rulebook: Rulebook) -> tuple[str, ...]:
    names = [shown_name(rulebook, kind) for kind in kinds]
    return tuple(capfirst(name) for name in names)
