"""One table's gaming day for the payout sheets: its rows, the stakes that lie, and the rules that settle them."""

from collections.abc import Sequence
from typing import Any, Literal

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
    """One table's gaming day as the projection works on it: read once, changed in hand, and written back by `flush`.

    So a batch of events costs what it comes to in the end, and not each of them its rows.
    """

    def __init__(self, casino_id: int, stream_id: str) -> None:
        self.casino_id = casino_id
        _, self.table, self.day = stream_id.split("/")
        self._row: GamingDay | None = None
        self._row_is: Literal["kept", "changed", "new"] = "kept"
        self._stored: dict[int, LyingStake] | None = None
        self._laid: dict[int, LyingStake] = {}
        self._lifted: set[int] = set()
        self._sheets: dict[tuple[str, int], PayoutSheet] = {}
        self._new_sheets: set[tuple[str, int]] = set()
        self._changed_sheets: set[tuple[str, int]] = set()

    @property
    def key(self) -> dict[str, Any]:
        """What its rows are found by."""
        return {"casino_id": self.casino_id, "table": self.table, "day": self.day}

    # ------------------------------------------------------------ the day itself

    def open(self, row: GamingDay) -> None:
        """The day begins with this row."""
        self._row, self._row_is = row, "new"

    def row(self) -> GamingDay:
        """The day's rules, limits and staff as they are now. Who changes it says so with `row_changed`."""
        if self._row is None:
            self._row = GamingDay.objects.get(**self.key)
        return self._row

    def row_changed(self) -> None:
        """The row is other than it was read."""
        if self._row_is == "kept":
            self._row_is = "changed"

    def is_paid_by_hand(self) -> bool:
        """Whether prizes of this day are paid by hand and confirmed, and not credited by themselves."""
        return rules_of(self.row()).payment.by_hand

    # ------------------------------------------------------------ the cloth

    def lying(self) -> tuple[LyingStake, ...]:
        """The stakes on the cloth in the order of placing."""
        stored = {place: stake for place, stake in self._read_cloth().items() if place not in self._lifted}
        return tuple(stake for _, stake in sorted((stored | self._laid).items()))

    def _read_cloth(self) -> dict[int, LyingStake]:
        if self._stored is None:
            rows = StakeOnCloth.objects.filter(**self.key).values(*LYING)
            self._stored = {row["place"]: LyingStake(**row) for row in rows}
        return self._stored

    def lay(self, stakes: Sequence[LyingStake]) -> None:
        """Puts stakes on the cloth."""
        self._laid |= {stake.place: stake for stake in stakes}

    def lift(self, stakes: Sequence[LyingStake]) -> None:
        """Takes stakes off the cloth, those of them that lie."""
        for stake in stakes:
            self._laid.pop(stake.place, None)
            self._lifted.add(stake.place)

    def withdraw(self, ref: str) -> LyingStake | None:
        """Takes a free stake off the cloth; the stake as it lay, None if it does not lie."""
        stake = next((each for each in self.lying() if each.ref == ref and not each.level), None)
        if stake is not None:
            self.lift([stake])
        return stake

    # ------------------------------------------------------------ the sheets

    def add_sheet(self, sheet: PayoutSheet) -> None:
        """A coup has been settled."""
        self._sheets[sheet.day, sheet.coup] = sheet
        self._new_sheets.add((sheet.day, sheet.coup))

    def sheet(self, coup: int, *, day: str | None = None) -> PayoutSheet | None:
        """The sheet of a coup of this day, or of an earlier one; None if no number fell in it.

        Who changes it says so with `sheet_changed`.
        """
        key = (day or self.day, coup)
        if key not in self._sheets:
            row = PayoutSheet.objects.filter(**{**self.key, "day": key[0]}, coup=coup).first()
            if row is None:
                return None
            self._sheets[key] = row
        return self._sheets[key]

    def sheet_changed(self, sheet: PayoutSheet) -> None:
        """A sheet is other than it was read."""
        self._changed_sheets.add((sheet.day, sheet.coup))

    def sheet_with_replay(self, ref: str) -> PayoutSheet | None:
        """The sheet on which this bet was played again, None if it was not."""
        for (day, _), sheet in self._sheets.items():
            if day == self.day and ref in sheet.replays:
                return sheet
        row = PayoutSheet.objects.filter(**self.key, replays__has_key=ref).first()
        if row is None or (row.day, row.coup) in self._sheets:
            return None  # in hand it has the replay no more
        return self.sheet(row.coup)

    def was_played_on(self, sheet: PayoutSheet) -> bool:
        """Whether a later coup has been settled on the cloth that this one left."""
        if any(day == sheet.day and coup > sheet.coup for day, coup in self._sheets):
            return True
        return PayoutSheet.objects.filter(**self.key, coup__gt=sheet.coup).exists()

    # ------------------------------------------------------------ writing back

    def flush(self) -> None:
        """Writes what changed: the day, the cloth, the sheets."""
        if self._row is not None and self._row_is != "kept":
            self._row.save(force_insert=self._row_is == "new", force_update=self._row_is == "changed")
        gone = self._lifted if self._stored is None else self._lifted & self._stored.keys()
        if gone:
            StakeOnCloth.objects.filter(**self.key, place__in=gone).delete()
        if self._laid:
            StakeOnCloth.objects.bulk_create(
                StakeOnCloth(**self.key, **msgspec.structs.asdict(stake)) for stake in self._laid.values()
            )
        if self._new_sheets:
            PayoutSheet.objects.bulk_create([self._sheets[key] for key in sorted(self._new_sheets)])
        for key in sorted(self._changed_sheets - self._new_sheets):
            self._sheets[key].save(force_update=True)


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
