"""Limits that are agreed with a body outside the casino, and signs that bound every stake alike."""

from datetime import datetime

from msgspec.structs import replace

from tables.play import events as e
from tables.refusal import Refused
from tables.roulette.limits import Limits, kinds_by_derogation, maximum_for
from tables.roulette.rulebook import Rulebook


def agreement_needed(
    agreed: e.Agreement | None,
    in_force: Limits,
    limits: Limits,
    rulebook: Rulebook,
    at: datetime,
    *,
    derogation: bool = False,
) -> e.Agreement | None:
    """Return the agreement that a change from `in_force` to these limits needs, with the rulebook's body; None if none.

    A derogation needs the agreement of its body. Otherwise changed maximums need the agreement of their body, except
    those that fall back from a derogation to the rulebook's amounts. One command has one agreement. Raises Refused for
    a derogation with other maximums if each needs a body of its own. Raises Refused for an agreement in the future or
    without its words.
    """
    rule = rulebook.limits
    by_derogation = kinds_by_derogation(rulebook, limits) if derogation else ()
    lapsed = kinds_by_derogation(rulebook, in_force)
    otherwise = [
        kind
        for kind in rulebook.bets
        if maximum_for(rulebook, limits, kind) != maximum_for(rulebook, in_force, kind)
        and kind not in by_derogation
        and not (kind in lapsed and limits.maximums.get(kind) == rulebook.bets[kind].maximum)
    ]
    bodies = {
        *((rule.derogation_agreed_with,) if by_derogation else ()),
        *((rule.maximums_agreed_with,) if otherwise else ()),
    } - {None}
    if not bodies:
        return None
    if len(bodies) > 1:
        raise Refused("two-agreements-at-once", rule.agreement_clause, bodies=tuple(sorted(map(str, bodies))))
    (body,) = bodies
    if agreed is None or not agreed.person.strip() or not agreed.ground.strip():
        raise Refused("limits-not-agreed", rule.agreement_clause, body=body)
    if agreed.at > at:
        raise Refused("agreed-later-than-now", rule.agreement_clause, body=body, agreed_at=agreed.at)
    return replace(agreed, body=body)


def bound_alike(limits: Limits, others: Limits, rulebook: Rulebook) -> bool:
    """Return True if two signs bound every stake alike, also if one of them names fewer kinds."""
    return limits.minimum == others.minimum and all(
        maximum_for(rulebook, limits, kind) == maximum_for(rulebook, others, kind) for kind in rulebook.bets
    )
