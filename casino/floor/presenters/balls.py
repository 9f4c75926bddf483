"""A defective, broken or lost ball: which, why, and the balls that may take its place."""

from django.utils.translation import gettext

from casino.kit.clauses import cited
from tables.handling.models import GamingTable
from tables.handling.projections.equipment import balls_for
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

Choice = tuple[str, str]


def ball_replacement(table: GamingTable, state: State, rulebook: Rulebook) -> dict[str, object]:
    """Return the panel: balls of an open table, reasons (any, if none is listed), and possible replacements."""
    rule = rulebook.ball_change
    known = balls_for(table.casino_id, table.code)
    free = [
        ball for ball in known if not ball.letter and ball.inspected and ball.inspected.condition == "fit"
    ]
    return {
        "balls": tuple(
            (
                ball.name,
                gettext("Ball {name}, {diameter} mm").format(
                    name=ball.name, diameter=f"{ball.diameter_mm:g}"
                ),
            )
            for ball in state.balls
        ),
        "in_play": state.ball,
        "reasons": tuple(rule.replacement_reasons.items()) if rule else (),
        "clause": cited(rulebook, rule.replacement_clause) if rule else "",
        # One of the spares is chosen by its serial; else the diameter of the new ball is typed.
        "by_register": bool(known),
        "spares": tuple(
            (
                ball.serial,
                _with_diameter(gettext("{name}, {diameter} mm"), ball.serial, ball.diameter_mm),
            )
            for ball in free
        ),
    }


def _with_diameter(text: str, name: str, diameter_mm: float) -> str:
    return text.format(name=name, diameter=f"{diameter_mm:g}")
