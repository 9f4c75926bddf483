"""Clauses as people cite them."""

from tables.roulette.rulebook import Rulebook


def cited(rulebook: Rulebook, clause: str | None) -> str:
    """The clause's short reference as it is printed (`n.º 9`); empty where no clause speaks."""
    return rulebook.clauses.get(clause, clause) if clause else ""
