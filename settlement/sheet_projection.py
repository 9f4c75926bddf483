"""Every number settles the stakes on the cloth; every event that moves money is posted, together with its effect on
a coup. Stakes, limits and unpaid coups are read off the table's own state.

A late bet takes no part: nothing here reads it. Stakes of a null coup remain.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from settlement import adjustments, day_rows, payment_discrepancies, unclaimed
from settlement.ledger.event_money import MOVES, moves_of
from settlement.models import GamingDay, LedgerEntry, PayoutSheet
from settlement.payment_discrepancies import colours_settled
from settlement.posting import AWAY_FROM_TABLES, insert_entries
from settlement.settled_coup import columns_of, ended_in_prison, kept, settle_sheet, stakes_of
from settlement.table_day import TableDay
from tables.handling.streams import evolved_records
from tables.play import events as e
from tables.play.events import TABLE_EVENTS
from tables.play.payment.settled import settled_on
from tables.play.pending import Evolved
from tables.stream.event import RecordedEvent
from tables.stream.projections import SynchronousProjection


class PayoutSheets(SynchronousProjection):
    """A sheet for every coup of every table, and the entries of the ledger."""

    name = "payout_sheet"
    version = 15
    types = TABLE_EVENTS.types | AWAY_FROM_TABLES.keys()
    models = (GamingDay, PayoutSheet, LedgerEntry)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        """Follow `events` one by one, each on the state after the last one; write rows once for all of a day's."""
        at_tables = [each for each in events if each.type not in AWAY_FROM_TABLES]
        _follow(evolved_records(at_tables), (each for each in events if each.type in AWAY_FROM_TABLES))

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Evolved]) -> None:
        if events[0].type in AWAY_FROM_TABLES:
            _follow((), events)
        else:
            _follow(zip(events, evolved, strict=True), ())


def _follow(at_tables: Iterable[tuple[RecordedEvent, Evolved]], away: Iterable[RecordedEvent]) -> None:
    """A table's next day may end what a coup of the last one left, so that one is written before it begins."""
    days: dict[tuple[int, str], TableDay] = {}
    for recorded, evolved in at_tables:
        event = evolved.event
        kind = type(event)
        if kind not in HANDLERS and kind not in MOVES:
            continue
        table = (recorded.casino_id, recorded.stream_id.rpartition("/")[0])
        day = days.get(table)
        if day is None or not recorded.stream_id.endswith(f"/{day.day}"):
            if day is not None:
                day.flush()
            day = days[table] = TableDay(recorded.casino_id, recorded.stream_id)
        day.take(evolved)
        # An event's movements are read off the sheets as they were before it.
        moves = moves_of(event, day)
        if kind in HANDLERS:
            HANDLERS[kind](day, event, recorded)
        day.post(recorded, moves)
    for day in days.values():
        day.flush()
    insert_entries([entry for each in away for entry in AWAY_FROM_TABLES[each.type](each)])


def _bet_withdrawn(day: TableDay, event: e.BetWithdrawn, recorded: RecordedEvent) -> None:
    """Undo a replay together with its bet, if it was placed out of the payment of another number than the decided
    one.
    """
    of = next((bet.replay_of for bet in day.before.bets if bet.ref == event.ref), None)
    if of is None or day.before.last_coup is None:
        return
    sheet = day.sheet(day.before.last_coup.coup)
    if sheet is not None and of in sheet.replays and sheet.replays[of]["number"] != sheet.number:
        del sheet.replays[of]
        day.sheet_changed(sheet)


def _number_fell(day: TableDay, event: e.NumberFell, recorded: RecordedEvent) -> None:
    table, rulebook = day.after, day.rulebook
    to_pay = event.coup in table.payments_open
    sheet = PayoutSheet(
        **day.key,
        coup=event.coup,
        stakes=kept(table.settled_bets),
        limits=msgspec.to_builtins(table.settled_limits),
        companies=msgspec.to_builtins(table.settled_groups),
        staff=dict(day.row().staff),
        choices={},
        status=PayoutSheet.Status.OPEN if to_pay else PayoutSheet.Status.PAID,
        settled_at=recorded.occurred_at,
        paid_at=None if to_pay else recorded.occurred_at,
        **columns_of(settled_on(table, event.number, rulebook)),
    )
    colours_settled(day, sheet)
    day.add_sheet(sheet)


def _prison_chosen(day: TableDay, event: e.PrisonChosen, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        _amend(day, sheet, sheet.number, {**sheet.choices, event.ref: event.choice}, recorded)


def _prison_ended(day: TableDay, event: e.PrisonEnded, recorded: RecordedEvent) -> None:
    """Note the end of the stake's prison on its line, on the sheet of the last coup."""
    sheet = day.sheet(event.coup)
    if sheet is None:
        return
    coup = ended_in_prison(sheet, event.ref, event.returned, event.clause)
    for column, value in coup.items():
        setattr(sheet, column, value)
    sheet.amended_at = recorded.occurred_at
    day.sheet_changed(sheet)


def _bet_replayed(day: TableDay, event: e.BetReplayed, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        sheet.replays[event.ref] = {
            "replay": event.replay,
            "number": sheet.number,
            "stays": event.stays,
            "restaked": event.restaked,
            "paid_out": event.paid_out,
        }
        day.sheet_changed(sheet)


def _discrepancy_found(day: TableDay, event: e.DiscrepancyFound, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        sheet.withheld = True
        day.sheet_changed(sheet)


def _discrepancy_resolved(day: TableDay, event: e.DiscrepancyResolved, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is None:
        return
    sheet.withheld = False
    if event.number == sheet.number:
        day.sheet_changed(sheet)
        return
    if event.coup in day.after.payments_open:
        sheet.status, sheet.paid_at = PayoutSheet.Status.OPEN, None
    if day.is_last(sheet):
        # A replay whose bets were taken back is empty. Bets of the others are withdrawn by events of their own, or
        # corrected by hand; until then the sheet lists them.
        lying = {bet.replay_of for bet in day.before.bets}
        sheet.replays = {ref: replayed for ref, replayed in sheet.replays.items() if ref in lying}
    # Choices were made about what another number imprisoned; under this one nobody has chosen yet.
    _amend(day, sheet, event.number, {}, recorded)


def _amend(
    day: TableDay, sheet: PayoutSheet, number: int, choices: dict[str, str], recorded: RecordedEvent
) -> None:
    """Settles the sheet's stakes again by the limits of their time."""
    stakes = stakes_of(sheet)
    for column, value in settle_sheet(sheet, day.after, number, stakes, choices).items():
        setattr(sheet, column, value)
    if day.is_last(sheet):
        colours_settled(day, sheet)
    sheet.choices = choices
    sheet.adjustments = adjustments.worked_out(sheet, day.after, stakes)
    sheet.amended_at = recorded.occurred_at
    day.sheet_changed(sheet)


def _bets_reconstituted(day: TableDay, event: e.BetsReconstituted, recorded: RecordedEvent) -> None:
    """Settle the coup on the restored bets; their former place stays on the sheet as an adjustment.

    A choice about one of them at its former place was about another stake: its owner chooses again, if it is in
    prison at the restored place.
    """
    sheet = day.sheet(event.coup)
    if sheet is None:
        return
    put_back = {each.ref: each for each in event.bets}
    sheet.stakes = [
        stake | {"bet": put_back[stake["ref"]].after} if stake["ref"] in put_back else stake
        for stake in sheet.stakes
    ]
    sheet.adjustments = [*sheet.adjustments, adjustments.of_reconstitution(event)]
    choices = {ref: choice for ref, choice in sheet.choices.items() if ref not in put_back}
    _amend(day, sheet, sheet.number, choices, recorded)


def _dispute_decided(day: TableDay, event: e.DisputeDecided, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is None:
        return
    sheet.adjustments = [*sheet.adjustments, adjustments.of_dispute(event)]
    day.sheet_changed(sheet)


def _prizes_paid(day: TableDay, event: e.PrizesPaid, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None and _handled(sheet, event):
        day.sheet_changed(sheet)


def _handled(sheet: PayoutSheet, event: e.PrizesPaid | e.PaymentsConfirmed) -> bool:
    """Notes who raked and who paid; whether there was anything new. A coup that was ticked off line by line knows it
    from there."""
    before = sheet.handled
    if before and isinstance(event, e.PaymentsConfirmed):
        return False
    people = {"raked_by": event.raked_by, "paid_by": event.paid_by}
    for role, person in people.items():
        if person is not None:
            names = dict.fromkeys((*sheet.handled.get(role, ()), person.name))
            sheet.handled = {**sheet.handled, role: list(names)}
    return bool(sheet.handled != before)


def _payments_confirmed(day: TableDay, event: e.PaymentsConfirmed, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        sheet.status, sheet.paid_at = PayoutSheet.Status.PAID, recorded.occurred_at
        _handled(sheet, event)
        day.sheet_changed(sheet)


Handler = Callable[[TableDay, Any, RecordedEvent], None]
HANDLERS: dict[type[e.Event], Handler] = {
    e.TableOpened: day_rows.table_opened,
    e.SpinnerChanged: day_rows.spinner_changed,
    e.StaffChanged: day_rows.staff_changed,
    e.BetWithdrawn: _bet_withdrawn,
    e.NumberFell: _number_fell,
    e.PrisonChosen: _prison_chosen,
    e.PrisonEnded: _prison_ended,
    e.BetReplayed: _bet_replayed,
    e.DiscrepancyFound: _discrepancy_found,
    e.DiscrepancyResolved: _discrepancy_resolved,
    e.BetsReconstituted: _bets_reconstituted,
    e.DisputeDecided: _dispute_decided,
    e.PrizesPaid: _prizes_paid,
    e.PaymentDiffered: payment_discrepancies.payment_differed,
    e.PaymentDifferenceDecided: payment_discrepancies.difference_decided,
    e.PaymentDifferenceUndone: payment_discrepancies.difference_undone,
    e.WinUnclaimed: unclaimed.win_unclaimed,
    e.HeldSetAside: unclaimed.held_set_aside,
    e.HeldClaimed: unclaimed.held_claimed,
    e.HeldPaidIn: unclaimed.held_paid_in,
    e.HeldEnded: unclaimed.held_ended,
    e.HeldUndone: unclaimed.held_undone,
    e.PaymentsConfirmed: _payments_confirmed,
}
