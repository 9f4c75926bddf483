"""The symbols on chips without face value: each open table of a house has its own (pt-americana/7)."""

from tables.handling.models import Board
from tables.play.colours.questions import rule_on_colours
from tables.play.commands import OpenTable
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def check_symbol_is_unique(casino_id: int, command: OpenTable, rulebook: Rulebook) -> None:
    """Raises Refused, naming the other table, where one that is open has the symbol of the table that is to open.

    The house is held by who opens a table, so that no other one opens with it meanwhile.
    """
    rule = rule_on_colours(rulebook)
    if rule is None or not command.chip_symbol:
        return
    others = Board.objects.filter(
        casino_id=casino_id, state__colours__symbol__iexact=command.chip_symbol
    ).exclude(table=command.table)
    for other in others.exclude(state__phase="closed").order_by("table").values_list("table", flat=True):
        raise Refused(
            "chip-symbol-in-use",
            rule.symbol_clause,
            other=other,
            symbol=command.chip_symbol,
            table=command.table,
        )
