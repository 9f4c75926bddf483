"""One table's gaming day for the payout sheets and the ledger: its rows, the table's state, what was posted."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from django.db.models import QuerySet, Sum

from settlement.ledger.accounts import Account
from settlement.ledger.coup_money import coup_effect
from settlement.ledger.moves import Effect, Move, moves_between
from settlement.ledger.reasons import Reason
from settlement.models import GamingDay, LedgerEntry, PayoutSheet
from settlement.posting import Entry, entries_of, insert_entries
from settlement.settled_coup import DAY
from tables.handling.streams import table_stream
from tables.play.colours.questions import rule_on_colours
from tables.play.events import Handed
from tables.play.pending import Evolved
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
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
        self.before = self.after = State()
        """The table as the event at hand found it, and as it leaves it."""
        self._sheets: dict[tuple[str, int], PayoutSheet] = {}
        self._new_sheets: set[tuple[str, int]] = set()
        self._changed_sheets: set[tuple[str, int]] = set()
        self._posted: dict[tuple[str, int], Effect] = {}
        self._touched: dict[tuple[str, int], None] = {}
        self._entries: list[Entry] = []

    @property
    def key(self) -> dict[str, Any]:
        return {"casino_id": self.casino_id, "table": self.table, "day": self.day}

    # ------------------------------------------------------------ the day itself

    def open(self, row: GamingDay) -> None:
        self._row, self._row_is = row, "new"

    def row(self) -> GamingDay:
        """Return the day's rules, and the people seated at the table now. A caller that changes it calls
        `row_changed`.
        """
        if self._row is None:
            self._row = DAY.find(**self.key)
            assert self._row is not None, "a table that plays was opened"
        return self._row

    def row_changed(self) -> None:
        if self._row_is == "kept":
            self._row_is = "changed"

    # ------------------------------------------------------------ the table

    def take(self, evolved: Evolved) -> None:
        """Goes on to the next event: what the table's state is before and after it."""
        self.before, self.after = evolved.before, evolved.after

    @cached_property
    def rulebook(self) -> Rulebook:
        return get_rulebook(self.after.rulebook, self.after.rulebook_version)

    def is_last(self, sheet: PayoutSheet) -> bool:
        """Return True if no later coup has been settled on what this one left."""
        last = self.after.last_coup
        return last is not None and (self.day, last.coup) == (sheet.day, sheet.coup)

    # ------------------------------------------------------------ the sheets

    def add_sheet(self, sheet: PayoutSheet) -> None:
        key = (sheet.day, sheet.coup)
        self._sheets[key] = sheet
        self._new_sheets.add(key)
        self._posted[key] = {}
        self._touched[key] = None

    def sheet(self, coup: int, *, day: str | None = None) -> PayoutSheet | None:
        """Return the sheet of a coup of this day, or of an earlier one; None if no number fell in it.

        A caller that changes it calls `sheet_changed`.
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
        key = (sheet.day, sheet.coup)
        self._changed_sheets.add(key)
        self._touched[key] = None

    # ------------------------------------------------------------ the ledger

    def float_stands(self) -> int:
        """The float by the ledger, in minor units."""
        recorded = self._float_entries().aggregate(all=Sum("amount"))["all"] or 0
        return recorded + sum(entry.amount for entry in self._entries if entry.account == Account.FLOAT)

    def float_was_counted(self) -> bool:
        """Return True if the table's float has ever been counted: before that the ledger knows only what moved it."""
        in_hand = any(entry.reason == Reason.FIRST_COUNT for entry in self._entries)
        return in_hand or self._float_entries().filter(reason=Reason.FIRST_COUNT).exists()

    def _float_entries(self) -> QuerySet[LedgerEntry]:
        return LedgerEntry.objects.filter(casino_id=self.casino_id, table=self.table, account=Account.FLOAT)

    def colours_stand(self) -> int:
        """Return the ledger's amount for the table's colours, in minor units: zero or below."""
        recorded = LedgerEntry.objects.filter(
            casino_id=self.casino_id, table=self.table, account=Account.COLOURS
        ).aggregate(all=Sum("amount"))
        in_hand = sum(entry.amount for entry in self._entries if entry.account == Account.COLOURS)
        return (recorded["all"] or 0) + in_hand

    def colours_moved_at(self, version: int) -> int:
        """Return the amount that the event of this version of the day moved of the table's colours, in minor units."""
        in_hand = sum(
            entry.amount
            for entry in self._entries
            if (entry.day, entry.version, entry.account) == (self.day, version, Account.COLOURS)
        )
        of_event = LedgerEntry.objects.filter(**self.key, version=version, account=Account.COLOURS)
        of_event = of_event.filter(stream_id=table_stream(self.table, self.day))
        return in_hand + (of_event.aggregate(all=Sum("amount"))["all"] or 0)

    def late_chips(self) -> Mapping[str, int]:
        return self.before.colours.late

    def late_worth(self, minimum: int | None = None) -> int:
        """Return the worth of a late chip of a colour, by the rulebook, at this minimum or at the one in force;
        minor units.
        """
        rule = rule_on_colours(self.rulebook)
        if rule is None:
            return 0
        if minimum is None:
            assert self.before.limits is not None, "the table is open"
            minimum = self.before.limits.minimum
        return rule.late_worth(minimum)

    def colour_is_played(self, colour: str, ref: str) -> bool:
        return self.before.colours.laid(colour, ref) is not None

    def refs_of_difference(self, difference: str) -> Sequence[str]:
        known = (*self.before.differences.open, *self.before.differences.standing)
        return next((each.refs for each in known if each.difference == difference), ())

    def handed_for_change(self, number: int) -> tuple[Handed, int]:
        change = next(each for each in self.before.change.open if each.number == number)
        return change.handed, change.total

    def post(self, recorded: RecordedEvent, moves: Sequence[Move]) -> None:
        """Post the movements of this event: its own, and those of coups whose sheets it added or changed."""
        if not moves and not self._touched:
            return
        moved = [*((None, move) for move in moves), *self._moved_by_coups()]
        if moved:
            currency = self.after.currency
            self._entries += entries_of(recorded, moved, table=self.table, day=self.day, currency=currency)

    def _moved_by_coups(self) -> list[tuple[int, Move]]:
        moved: list[tuple[int, Move]] = []
        for key in self._touched:
            effect = self._effect_of(self._sheets[key])
            moved.extend((key[1], move) for move in moves_between(self._posted[key], effect))
            self._posted[key] = effect
        self._touched.clear()
        return moved

    def _effect_of(self, sheet: PayoutSheet) -> Effect:
        if not self.rulebook.payment.by_hand:
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
        """Write the changes: the day, the sheets, and the posted entries."""
        if self._row is not None and self._row_is != "kept":
            self._row.save(force_insert=self._row_is == "new", force_update=self._row_is == "changed")
        if self._new_sheets:
            insert_rows([self._sheets[key] for key in sorted(self._new_sheets)])
        for key in sorted(self._changed_sheets - self._new_sheets):
            self._sheets[key].save(force_update=True)
        insert_entries(self._entries)
