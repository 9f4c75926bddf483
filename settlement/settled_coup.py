"""A coup that is settled, in the form of its sheet's columns, and the stakes that took part as the sheet keeps them."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec

from settlement.models import GamingDay, PayoutSheet
from tables.play.state import State
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.bound_stake import ended_with_last_coup
from tables.roulette.payout.engine import settle_coup
from tables.roulette.payout.lines import Coup, Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.stream.prepared_rows import PreparedRow

DAY = PreparedRow(GamingDay, "casino_id", "table", "day")


class _KeptStake(Stake, frozen=True, kw_only=True, omit_defaults=True):
    """A stake as a sheet keeps it: usual values are left out."""


KEPT = (
    "ref", "player", "bet", "amount", "level", "distance", "excess", "layout", "chip", "colour",
    "on_behalf_of", "replay_of", "stays_of",
)  # fmt: skip
"""Fields that a sheet keeps of each stake."""
_kept_values = attrgetter(*KEPT)


def kept(stakes: Iterable[Stake]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.to_builtins(
        [_KeptStake(**dict(zip(KEPT, _kept_values(stake), strict=True))) for stake in stakes]
    )
    return found


def stakes_of(sheet: PayoutSheet) -> tuple[Stake, ...]:
    return msgspec.convert(sheet.stakes, tuple[Stake, ...])


def rules_of(day: GamingDay) -> Rulebook:
    return get_rulebook(day.rulebook, day.rulebook_version)


def settle_sheet(
    sheet: PayoutSheet, table: State, number: int, stakes: Sequence[Stake], choices: Mapping[str, str]
) -> dict[str, Any]:
    """The sheet's columns if these stakes of it are settled by `number`: by the rules of the `table`, the limits that
    were in force and the groups for which they held."""
    coup = settle_coup(
        get_rulebook(table.rulebook, table.rulebook_version),
        stakes,
        number,
        choices,
        limits=msgspec.convert(sheet.limits, Limits),
        groups=sheet.companies,
        wheel=table.wheel,
    )
    return columns_of(coup)


def columns_of(coup: Coup) -> dict[str, Any]:
    lines = coup.lines
    return {
        "number": coup.number,
        "colour": coup.colour,
        "lines": msgspec.to_builtins(lines),
        "order": list(coup.order),
        "total_stake": _sum(lines, "stake"),
        "total_prize": _sum(lines, "prize"),
        "total_returned": _sum(lines, "returned"),
        "total_held": _sum(lines, "held"),
    }


def ended_in_prison(sheet: PayoutSheet, ref: str, returned: int, clause: str) -> dict[str, Any]:
    """The sheet's columns once the stake of this reference, which its coup left in prison, has ended there: so much
    (minor units) was returned. Its line is that of a stake freed, lost, or divided."""
    lines = [
        ended_with_last_coup(line, returned, clause) if line.ref == ref else line
        for line in msgspec.convert(sheet.lines, tuple[Line, ...])
    ]
    return {
        "lines": msgspec.to_builtins(lines),
        "total_returned": _sum(lines, "returned"),
        "total_held": _sum(lines, "held"),
    }


def _sum(lines: Sequence[Line], column: str) -> int:
    return sum(getattr(line, column) for line in lines)
