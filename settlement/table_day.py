"""One table's gaming day for the payout sheets: its rows, the stakes that lie, and the rules that settle them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from settlement.models import GamingDay, PayoutSheet, StakeOnCloth
from settlement.payout.engine import settle_coup
from settlement.payout.lines import Coup, Line, Stake
from tables.roulette.bets import parse_bet
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook


class LyingStake(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stake as it lay when the number fell, as the sheet keeps it for working it out again."""

    place: int
    ref: str
    player: str
    bet: str
    amount: int
    level: int = 0
    excess: bool = False
    distance: int | None = None
    layout: int = 1
    chip: int | None = None
    colour: str | None = None
    on_behalf_of: str | None = None
    replay_of: str | None = None

    def for_engine(self, rulebook: Rulebook, wheel: str, companies: Sequence[Sequence[str]]) -> Stake:
        """The stake as the engine settles it; limits hold for the sum of players in one of the `companies`."""
        owner = self.on_behalf_of or self.player
        return Stake(
            ref=self.ref,
            player=self.player,
            bet=parse_bet(self.bet, rulebook, wheel=wheel),
            amount=self.amount,
            level=self.level,
            excess=self.excess,
            distance=self.distance,
            layout=self.layout,
            chip=self.chip,
            counts_to=next((members[0] for members in companies if owner in members), owner),
        )


LYING = tuple(field.name for field in msgspec.structs.fields(LyingStake))


class SettledCoup:
    """A coup as the engine settled it, in the form of a sheet's columns and of rows that stay on the cloth."""

    def __init__(self, coup: Coup, stakes: Sequence[LyingStake], *, by_hand: bool) -> None:
        self.coup = coup
        self.to_pay = by_hand and bool(stakes)
        lay = iter(stakes)  # what is kept comes in the order in which it lay
        self.kept = tuple(
            msgspec.structs.replace(
                next(stake for stake in lay if stake.ref == kept.ref), bet=kept.bet.code, level=kept.level
            )
            for kept in coup.kept
        )

    def columns(self) -> dict[str, Any]:
        """What a sheet shows of it, by column."""
        lines = self.coup.lines
        return {
            "number": self.coup.number,
            "colour": self.coup.colour,
            "lines": msgspec.to_builtins(lines),
            "order": list(self.coup.order),
            "total_stake": _sum(lines, "stake"),
            "total_prize": _sum(lines, "prize"),
            "total_returned": _sum(lines, "returned"),
            "total_held": _sum(lines, "held"),
        }


class TableDay:
    """One table's gaming day: where its rows are, and the rules that settle it."""

    def __init__(self, casino_id: int, stream_id: str) -> None:
        self.casino_id = casino_id
        _, self.table, self.day = stream_id.split("/")

    @property
    def key(self) -> dict[str, Any]:
        """What its rows are found by."""
        return {"casino_id": self.casino_id, "table": self.table, "day": self.day}

    def row(self) -> GamingDay:
        """The day's rules, limits and staff as they are now."""
        return GamingDay.objects.get(**self.key)

    def lying(self) -> tuple[LyingStake, ...]:
        """The stakes on the cloth in the order of placing."""
        rows = StakeOnCloth.objects.filter(**self.key).order_by("place").values(*LYING)
        return tuple(LyingStake(**row) for row in rows)

    def lay(self, stakes: Sequence[LyingStake]) -> None:
        """Puts stakes on the cloth."""
        StakeOnCloth.objects.bulk_create(
            StakeOnCloth(**self.key, **msgspec.structs.asdict(stake)) for stake in stakes
        )

    def lift(self, stakes: Sequence[LyingStake]) -> None:
        """Takes stakes off the cloth, those of them that lie."""
        places = [stake.place for stake in stakes]
        StakeOnCloth.objects.filter(**self.key, place__in=places).delete()

    def withdraw(self, ref: str) -> StakeOnCloth | None:
        """Takes a free stake off the cloth; the stake as it lay, None if it does not lie."""
        stake = StakeOnCloth.objects.filter(**self.key, ref=ref, level=0).first()
        if stake is not None:
            stake.delete()
        return stake

    def sheet(self, coup: int) -> PayoutSheet | None:
        """The sheet of a coup, None if no number fell in it."""
        return PayoutSheet.objects.filter(**self.key, coup=coup).first()

    def sheet_with_replay(self, ref: str) -> PayoutSheet | None:
        """The sheet on which this bet was played again, None if it was not."""
        return PayoutSheet.objects.filter(**self.key, replays__has_key=ref).first()

    def was_played_on(self, sheet: PayoutSheet) -> bool:
        """Whether a later coup has been settled on the cloth that this one left."""
        return PayoutSheet.objects.filter(**self.key, coup__gt=sheet.coup).exists()

    def is_paid_by_hand(self) -> bool:
        """Whether prizes of this day are paid by hand and confirmed, and not credited by themselves."""
        return rules_of(self.row()).payment.by_hand


def rules_of(day: GamingDay) -> Rulebook:
    """The rulebook in the version that the day was opened under."""
    return get_rulebook(day.rulebook, day.rulebook_version)


def settle(
    day: GamingDay,
    stakes: Sequence[LyingStake],
    number: int,
    choices: dict[str, str],
    *,
    limits: dict[str, Any],
    companies: list[list[str]],
) -> SettledCoup:
    """The coup by the rules of its day, the limits that were in force and the companies for which they held; and what
    stays lying after it."""
    rulebook = rules_of(day)
    coup = settle_coup(
        rulebook,
        [stake.for_engine(rulebook, day.wheel, companies) for stake in stakes],
        number,
        choices,
        limits=msgspec.convert(limits, Limits),
    )
    return SettledCoup(coup, stakes, by_hand=rulebook.payment.by_hand)


def _sum(lines: Sequence[Line], column: str) -> int:
    return sum(getattr(line, column) for line in lines)
