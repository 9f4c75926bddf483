"""The currencies that a house plays in: those of its tables' rulebooks."""

from tables.handling.models import GamingTable
from tables.roulette.loader import get_rulebook


def house_currencies(casino_id: int) -> tuple[str, ...]:
    """The currencies of the casino's tables (ISO codes), by name; most houses have one."""
    rulebooks = GamingTable.objects.filter(casino_id=casino_id).values_list("rulebook", flat=True).distinct()
    return tuple(sorted({get_rulebook(name).currency for name in rulebooks}))
