"""The payout sheets and the ledger, kept beside the record, in the append's transaction.

Every number settles the stakes that lie; every event that moves money is posted, and so is what it makes of a coup.

A late bet takes no part: nothing here reads it. What a null coup leaves lying, lies on.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from settlement import adjustments, colours_out, day_rows, differences, unclaimed
from settlement.ledger.event_money import MOVES, moves_of
from settlement.models import GamingDay, LedgerEntry, PayoutSheet, StakeOnCloth
from settlement.posting import AWAY_FROM_TABLES, Entry, insert_entries
from settlement.settled_coup import LyingStake, settle
from settlement.table_day import TableDay
from tables.play import events as e
from tables.stream.event import RecordedEvent
from tables.stream.projections import InlineProjection


class PayoutSheets(InlineProjection):
    """A sheet for every coup of every table, the stakes that lie, and the entries of the ledger."""

    name = "payout_sheet"
    version = 10
    models = (GamingDay, StakeOnCloth, PayoutSheet, LedgerEntry)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        """Follows `events` one by one, each on what the last one left; rows are written once for all of a day's.

        A table's next day may end what a coup of the last one left, so that one is written before it begins.
        """
        days: dict[tuple[int, str], TableDay] = {}
        away: list[Entry] = []
        for recorded in events:
            if recorded.type in AWAY_FROM_TABLES:
                away += AWAY_FROM_TABLES[recorded.type](recorded)
                continue
            event = e.from_record(recorded.type, recorded.data)
            table = (recorded.casino_id, recorded.stream_id.rpartition("/")[0])
            day = days.get(table)
            if day is None or not recorded.stream_id.endswith(f"/{day.day}"):
                if day is not None:
                    day.flush()
                day = days[table] = TableDay(recorded.casino_id, recorded.stream_id)
            # What an event moves is read off the sheets as they were before it.
            moves = moves_of(event, day)
            if type(event) in HANDLERS:
                HANDLERS[type(event)](day, event, recorded)
            day.post(recorded, moves)
        for day in days.values():
            day.flush()
        insert_entries(away)


def _bet_placed(day: TableDay, event: e.BetPlaced, recorded: RecordedEvent) -> None:
    day.lay(
        [
            LyingStake(
                place=recorded.version,
                ref=event.ref,
                player=event.player,
                bet=event.bet,
                amount=event.amount,
                excess=event.excess,
                distance=event.distance,
                layout=event.layout,
                chip=event.chip,
                colour=event.colour,
                on_behalf_of=event.on_behalf_of,
                replay_of=event.replay_of,
                stays_of=event.stays_of,
            )
        ]
    )


def _bet_withdrawn(day: TableDay, event: e.BetWithdrawn, recorded: RecordedEvent) -> None:
    withdrawn = day.withdraw(event.ref)
    if withdrawn is None or withdrawn.replay_of is None:
        return
    sheet = day.sheet_with_replay(withdrawn.replay_of)
    if sheet is not None and sheet.replays[withdrawn.replay_of]["number"] != sheet.number:
        # It was placed out of the payment of another number than the one that stands: the replay is undone.
        del sheet.replays[withdrawn.replay_of]
        day.sheet_changed(sheet)


def _number_fell(day: TableDay, event: e.NumberFell, recorded: RecordedEvent) -> None:
    stakes = day.lying()
    row = day.row()
    settled = settle(row, stakes, event.number, {}, limits=row.limits, companies=row.companies)
    day.lift(stakes)
    day.lay((*settled.kept, *settled.lying_on))
    sheet = PayoutSheet(
        **day.key,
        coup=event.coup,
        stakes=msgspec.to_builtins(stakes),
        limits=row.limits,
        companies=list(row.companies),
        staff=dict(row.staff),
        choices={},
        status=PayoutSheet.Status.OPEN if settled.to_pay else PayoutSheet.Status.PAID,
        settled_at=recorded.occurred_at,
        paid_at=None if settled.to_pay else recorded.occurred_at,
        **settled.columns(),
    )
    colours_out.colours_settled(day, sheet)
    day.add_sheet(sheet)


def _prison_chosen(day: TableDay, event: e.PrisonChosen, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        _amend(day, sheet, sheet.number, {**sheet.choices, event.ref: event.choice}, recorded)


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
    if sheet.stakes and day.is_paid_by_hand():
        sheet.status, sheet.paid_at = PayoutSheet.Status.OPEN, None
    if not day.was_played_on(sheet):
        # Of a replay whose bets were taken back there is nothing left. What lies of the others is withdrawn by events
        # of its own, or is put right by hand; until then the sheet tells of it.
        lying = {stake.replay_of for stake in day.lying()}
        sheet.replays = {ref: replayed for ref, replayed in sheet.replays.items() if ref in lying}
    # Choices were made about what another number imprisoned; under this one nobody has been asked yet.
    _amend(day, sheet, event.number, {}, recorded)


def _amend(
    day: TableDay, sheet: PayoutSheet, number: int, choices: dict[str, str], recorded: RecordedEvent
) -> None:
    """Settles the sheet's stakes again by the limits of their time, and lays what now stays where the stakes lay."""
    stakes = _took_part(sheet)
    settled = settle(day.row(), stakes, number, choices, limits=sheet.limits, companies=sheet.companies)
    is_last = not day.was_played_on(sheet)
    if is_last:
        # Once a later coup is settled on what this one left, the cloth is put right by hand.
        day.lay_bound(stakes, settled.kept)
    for column, value in settled.columns().items():
        setattr(sheet, column, value)
    if is_last:
        colours_out.colours_settled(day, sheet)
    sheet.choices = choices
    sheet.adjustments = adjustments.worked_out(day.row(), sheet, stakes)
    sheet.amended_at = recorded.occurred_at
    day.sheet_changed(sheet)


def _took_part(sheet: PayoutSheet) -> tuple[LyingStake, ...]:
    return msgspec.convert(sheet.stakes, tuple[LyingStake, ...])


def _bets_reconstituted(day: TableDay, event: e.BetsReconstituted, recorded: RecordedEvent) -> None:
    """The coup settles on the bets as they were put back; where they lay before stays on the sheet as an adjustment.

    What was chosen about one of them where it had lain was chosen about another stake: its owner is asked anew, if it
    is in prison where it was put.
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


def _payments_confirmed(day: TableDay, event: e.PaymentsConfirmed, recorded: RecordedEvent) -> None:
    sheet = day.sheet(event.coup)
    if sheet is not None:
        sheet.status, sheet.paid_at = PayoutSheet.Status.PAID, recorded.occurred_at
        day.sheet_changed(sheet)


def _table_closed(day: TableDay, event: e.TableClosed, recorded: RecordedEvent) -> None:
    day.lift(day.lying())  # what is bound is handed on by the event


Handler = Callable[[TableDay, Any, RecordedEvent], None]
HANDLERS: dict[type[e.Event], Handler] = {
    e.TableOpened: day_rows.table_opened,
    e.SpinnerChanged: day_rows.spinner_changed,
    e.StaffChanged: day_rows.staff_changed,
    e.LimitsChanged: day_rows.limits_changed,
    e.CompanyDeclared: day_rows.company_declared,
    e.CompanyEnded: day_rows.company_ended,
    e.ColourAssigned: colours_out.colour_assigned,
    e.ColourChipsBought: colours_out.colour_chips_bought,
    e.ColourRedeemed: colours_out.colour_redeemed,
    e.LateChipsRedeemed: colours_out.late_chips_redeemed,
    e.BetPlaced: _bet_placed,
    e.BetWithdrawn: _bet_withdrawn,
    e.NumberFell: _number_fell,
    e.PrisonChosen: _prison_chosen,
    e.BetReplayed: _bet_replayed,
    e.DiscrepancyFound: _discrepancy_found,
    e.DiscrepancyResolved: _discrepancy_resolved,
    e.BetsReconstituted: _bets_reconstituted,
    e.DisputeDecided: _dispute_decided,
    e.PaymentDiffered: differences.payment_differed,
    e.PaymentDifferenceDecided: differences.difference_decided,
    e.PaymentDifferenceUndone: differences.difference_undone,
    e.ChangeAsked: day_rows.change_asked,
    e.ChangeFinished: day_rows.change_ended,
    e.ChangeGivenBack: day_rows.change_ended,
    e.WinUnclaimed: unclaimed.win_unclaimed,
    e.HeldSetAside: unclaimed.held_set_aside,
    e.HeldClaimed: unclaimed.held_claimed,
    e.HeldPaidIn: unclaimed.held_paid_in,
    e.HeldEnded: unclaimed.held_ended,
    e.HeldUndone: unclaimed.held_undone,
    e.PaymentsConfirmed: _payments_confirmed,
    e.TableClosed: _table_closed,
}
PayoutSheets.types = (
    frozenset(str(event.__struct_config__.tag) for event in HANDLERS.keys() | MOVES.keys())
    | AWAY_FROM_TABLES.keys()
)
