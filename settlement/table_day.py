"""One table's gaming day for the payout sheets and the ledger: its rows, the stakes that lie, what was posted."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from django.db.models import QuerySet, Sum

from settlement.ledger.accounts import Account
from settlement.ledger.coup_money import coup_effect
from settlement.ledger.event_money import FIRST_COUNT
from settlement.ledger.moves import Effect, Move, moves_between
from settlement.models import GamingDay, LedgerEntry, PayoutSheet, StakeOnCloth
from settlement.posting import Entry, entries_of, insert_entries
from settlement.settled_coup import LYING, LyingStake, rules_of
from tables.play.events import Handed
from tables.stream.event import RecordedEvent
from tables.stream.row_writing import insert_rows


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
        self._posted: dict[tuple[str, int], Effect] = {}
        self._touched: dict[tuple[str, int], None] = {}
        self._entries: list[Entry] = []

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

    def lay_bound(self, took_part: Sequence[LyingStake], kept: Sequence[LyingStake]) -> None:
        """Lays what is in prison of the stakes that `took_part`, in place of what was. Of the free ones that lie on
        those leave that are bound now; the others leave by events of their own."""
        places, bound = {stake.place for stake in took_part}, {stake.place for stake in kept}
        self.lift(
            [
                stake
                for stake in self.lying()
                if stake.place in bound or (stake.level and stake.place in places)
            ]
        )
        self.lay(kept)

    def withdraw(self, ref: str) -> LyingStake | None:
        """Takes a free stake off the cloth; the stake as it lay, None if it does not lie."""
        stake = next((each for each in self.lying() if each.ref == ref and not each.level), None)
        if stake is not None:
            self.lift([stake])
        return stake

    # ------------------------------------------------------------ the sheets

    def add_sheet(self, sheet: PayoutSheet) -> None:
        """A coup has been settled."""
        key = (sheet.day, sheet.coup)
        self._sheets[key] = sheet
        self._new_sheets.add(key)
        self._posted[key] = {}
        self._touched[key] = None

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
            self._posted[key] = self._effect_of(row)
        return self._sheets[key]

    def sheet_changed(self, sheet: PayoutSheet) -> None:
        """A sheet is other than it was read."""
        key = (sheet.day, sheet.coup)
        self._changed_sheets.add(key)
        self._touched[key] = None

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

    # ------------------------------------------------------------ the ledger

    def float_stands(self) -> int:
        """The float by the ledger, in minor units."""
        recorded = self._float_entries().aggregate(all=Sum("amount"))["all"] or 0
        return recorded + sum(entry.amount for entry in self._entries if entry.account == Account.FLOAT)

    def float_was_counted(self) -> bool:
        """Whether the table's float has ever been counted: before that the ledger knows only what moved it."""
        in_hand = any(entry.reason == FIRST_COUNT for entry in self._entries)
        return in_hand or self._float_entries().filter(reason=FIRST_COUNT).exists()

    def _float_entries(self) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(casino_id=self.casino_id, table=self.table, account=Account.FLOAT)

    def colours_stand(self) -> int:
        """What the ledger has for the table's colours, in minor units: zero or below."""
        recorded = LedgerEntry.objects.filter(
            casino_id=self.casino_id, table=self.table, account=Account.COLOURS
        ).aggregate(all=Sum("amount"))
        in_hand = sum(entry.amount for entry in self._entries if entry.account == Account.COLOURS)
        return (recorded["all"] or 0) + in_hand

    def late_chips(self) -> Mapping[str, int]:
        """The chips that are out late, by colour."""
        late: Mapping[str, int] = self.row().colours["late"]
        return late

    def minimum(self) -> int:
        """The least stake by the limits in force, minor units."""
        return int(self.row().limits["minimum"])

    def handed_for_change(self, number: int) -> tuple[Handed, int]:
        """What was handed in for this change of the day, and how much."""
        handed, amount = self.row().change_open[str(number)]
        return handed, amount

    def post(self, recorded: RecordedEvent, moves: Sequence[Move]) -> None:
        """Posts what this event moved: by itself, and by what it made of coups whose sheets were added or changed."""
        if not moves and not self._touched:
            return
        moved = [*((None, move) for move in moves), *self._moved_by_coups()]
        if moved:
            currency = self.row().currency
            self._entries += entries_of(recorded, moved, table=self.table, day=self.day, currency=currency)

    def _moved_by_coups(self) -> list[tuple[int, Move]]:
        moved = []
        for key in self._touched:
            effect = self._effect_of(self._sheets[key])
            moved.extend((key[1], move) for move in moves_between(self._posted[key], effect))
            self._posted[key] = effect
        self._touched.clear()
        return moved

    def _effect_of(self, sheet: PayoutSheet) -> Effect:
        if not self.is_paid_by_hand():
            return {}
        return coup_effect(
            sheet.lines,
            [stake.get("colour") for stake in sheet.stakes],
            paid=sheet.status == PayoutSheet.Status.PAID,
            held=sheet.unclaimed,
            in_colours=sheet.in_colours,
        )

    # ------------------------------------------------------------ writing back

    def flush(self) -> None:
        """Writes what changed: the day, the cloth, the sheets, and what was posted."""
        if self._row is not None and self._row_is != "kept":
            self._row.save(force_insert=self._row_is == "new", force_update=self._row_is == "changed")
        gone = self._lifted if self._stored is None else self._lifted & self._stored.keys()
        if gone:
            StakeOnCloth.objects.filter(**self.key, place__in=gone).delete()
        if self._laid:
            insert_rows(
                [StakeOnCloth(**self.key, **msgspec.structs.asdict(stake)) for stake in self._laid.values()]
            )
        if self._new_sheets:
            insert_rows([self._sheets[key] for key in sorted(self._new_sheets)])
        for key in sorted(self._changed_sheets - self._new_sheets):
            self._sheets[key].save(force_update=True)
        insert_entries(self._entries)
