"""Clauses as people cite them."""

from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook


def cited(rulebook: Rulebook, clause: str | None) -> str:
    """Return the clause's short reference as it is printed (`n.º 9`); empty without a clause."""
    return rulebook.clauses.get(clause, clause) if clause else ""


def cited_from(clause: str | None) -> str:
    """Return the short reference of a clause of any rulebook: its id begins with the rulebook's (`pt-americana/9`)."""
    return cited(get_rulebook(clause.partition("/")[0]), clause) if clause else ""
