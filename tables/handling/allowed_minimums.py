"""The minimum stakes that the casino allows at a table: those of the register, where it names any."""

from tables.handling.models import GamingTable
from tables.play.commands import ChangeLimits, Command, OpenTable
from tables.roulette.money import Money
from tables.roulette.refusal import LimitRefused
from tables.roulette.rulebook import Rulebook


def check_minimum_allowed(casino_id: int, table: str, command: Command, rulebook: Rulebook) -> None:
    """Raises LimitRefused for a sign whose minimum the casino does not allow at the table. A derogation is decided by
    those whom the rulebook names, whatever the register says."""
    if not isinstance(command, OpenTable | ChangeLimits) or getattr(command, "derogation", None) is not None:
        return
    registered = GamingTable.objects.filter(casino_id=casino_id, code=table)
    allowed = registered.values_list("allowed_minimums", flat=True).first()
    if allowed and command.limits.minimum not in allowed:
        raise LimitRefused(
            "minimum-not-allowed-at-table",
            table=table,
            value=Money(command.limits.minimum, rulebook.currency),
            allowed=tuple(Money(each, rulebook.currency) for each in sorted(allowed)),
        )
