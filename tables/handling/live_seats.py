"""Acts of a seat at a live table: place chips, take them back, repeat, and confirm. Each seat has its own draft.

A confirmation goes into the inbox with the server's time. Its answer comes when the record has it. The first process
takes all waiting confirmations; the others find theirs done.
"""

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.db import transaction

from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.live.inbox import commit_without_waiting, line_up, put_in, waits
from tables.handling.live.models import Draft
from tables.handling.projections.table_snapshots import held_state, seat_state
from tables.play.commands import LeaveSeat
from tables.play.events import SeatBet
from tables.play.live.drafts import Bets, add_chip, check_may_draft, remove_chip, repeat
from tables.play.live.questions import Confirmation, seats_rule
from tables.play.live.rounds import check_in_time
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook


class SeatView(msgspec.Struct, frozen=True):
    """A table as one seat sees it: `state` has the bets and the balance of this seat only."""

    casino_id: int
    table: str
    seat: str
    state: State
    rulebook: Rulebook


def seat_view(casino_id: int, table: str, seat: str) -> SeatView:
    """Return the table's newest day for this seat. Raises Refused if it was never opened."""
    state = seat_state(casino_id, table, seat)
    if state is None:
        raise Refused("table-never-opened", table=table)
    return SeatView(casino_id, table, seat, state, get_rulebook(state.rulebook, state.rulebook_version))


def draft_of(view: SeatView, now: datetime) -> Bets:
    """Return the seat's draft; none once it is confirmed, or its round is over: unconfirmed drafts are void then."""
    row = Draft.objects.filter(casino_id=view.casino_id, table=view.table, seat=view.seat).first()
    return _bets(row, view, now)


def place_chip(casino_id: int, table: str, seat: str, chip: SeatBet, now: datetime) -> Bets:
    """Add a chip to the draft and return the draft. Raises Refused, and then nothing is changed."""
    return _redraft(
        casino_id,
        table,
        seat,
        now,
        lambda view, draft: add_chip(view.state, draft, seat, chip, rulebook=view.rulebook, at=now),
    )


def take_chip(casino_id: int, table: str, seat: str, chip: SeatBet, now: datetime) -> Bets:
    """Remove a chip from the draft and return the draft. Raises Refused, and then nothing is changed."""
    return _redraft(
        casino_id,
        table,
        seat,
        now,
        lambda view, draft: remove_chip(view.state, draft, seat, chip, rulebook=view.rulebook, at=now),
    )


def clear_draft(casino_id: int, table: str, seat: str, now: datetime) -> Bets:
    def cleared(view: SeatView, draft: Bets) -> Bets:
        check_may_draft(view.state, seat, view.rulebook, now)
        return ()

    return _redraft(casino_id, table, seat, now, cleared)


def repeat_last(casino_id: int, table: str, seat: str, now: datetime) -> Bets:
    """Put the bets of the seat's last round in the place of its draft, and return them. Raises Refused."""
    return _redraft(
        casino_id, table, seat, now, lambda view, draft: repeat(view.state, seat, view.rulebook, now)
    )


class Ticket(msgspec.Struct, frozen=True):
    """A confirmation that came in time and waits to be taken: of this round, at this table, from this seat."""

    casino_id: int
    table: str
    seat: str
    day: str
    coup: int


def confirm(casino_id: int, table: str, seat: str, *, by: Actor, now: datetime) -> None:
    """Confirm the seat's draft; `now` is the time of the request. Two requests confirm the draft once.

    Raises Refused with the missed time, or with the reason against the bets; then none of them counts.
    """
    ticket = ask_to_confirm(casino_id, table, seat, by=by, now=now)
    if ticket is not None:
        answer(ticket, now)


def ask_to_confirm(casino_id: int, table: str, seat: str, *, by: Actor, now: datetime) -> Ticket | None:
    """Stamp the seat's draft and put it into the inbox; None if this round is confirmed already.

    A caller that waits a moment before fetching the answer is taken together with the seats that come meanwhile.
    """
    with transaction.atomic():
        commit_without_waiting()
        view = seat_view(casino_id, table, seat)
        state = view.state
        clause = seats_rule(view.rulebook).confirm_clause
        there = state.live.seats.get(seat)
        if there is not None and state.coup and there.confirmed == state.coup:
            return None
        check_in_time(state, view.rulebook, now)
        draft = _held_draft(view)
        if not draft:
            raise Refused("no-draft-to-confirm", clause)
        confirmation = Confirmation(coup=state.coup, seat=seat, bets=draft, at=now)
        put_in(casino_id, table, state.day, confirmation, msgspec.to_builtins(by))
    return Ticket(casino_id, table, seat, state.day, state.coup)


def answer(ticket: Ticket, now: datetime) -> None:
    """Wait until the confirmation is in the record. The first process in line takes all waiting ones. Raises Refused if
    it was not accepted.
    """
    if not waits(*msgspec.structs.astuple(ticket)):
        return
    with transaction.atomic():
        # A transaction that only waited and looked writes nothing, so those behind the first cost next to nothing.
        line_up(ticket.casino_id, ticket.table)
        if waits(*msgspec.structs.astuple(ticket)):
            held = held_state(ticket.casino_id, ticket.table)
            assert held is not None
            table = TableAggregate(ticket.casino_id, ticket.table)
            table.open_at(held)
            table.take_waiting(held, now)
    waits(*msgspec.structs.astuple(ticket))


def leave(casino_id: int, table: str, seat: str, *, by: Actor, now: datetime) -> int:
    """Cash the seat out and return the amount in minor units. The seat's draft is void."""
    outcome = handle(TableAggregate(casino_id, table), LeaveSeat(seat=seat), by=by, now=now)
    Draft.objects.filter(casino_id=casino_id, table=table, seat=seat).delete()
    return int(next(event.data["amount"] for event in outcome.events if event.type == "seat_left"))


def _redraft(
    casino_id: int, table: str, seat: str, now: datetime, change: Callable[[SeatView, Bets], Bets]
) -> Bets:
    with transaction.atomic():
        commit_without_waiting()
        view = seat_view(casino_id, table, seat)
        place = {"casino_id": casino_id, "table": table, "seat": seat}
        fresh = Draft(**place, day=view.state.day, coup=view.state.coup, bets=[])
        Draft.objects.bulk_create([fresh], ignore_conflicts=True)
        row = Draft.objects.select_for_update().get(**place)
        draft = change(view, _bets(row, view, now))
        if waits(casino_id, table, seat, view.state.day, view.state.coup):
            raise Refused(
                "round-confirmed-already",
                seats_rule(view.rulebook).confirm_clause,
                seat=seat,
                round=view.state.coup,
            )
        Draft.objects.filter(**place).update(
            day=view.state.day, coup=view.state.coup, bets=msgspec.to_builtins(draft)
        )
    return draft


def _held_draft(view: SeatView) -> Bets:
    place = {"casino_id": view.casino_id, "table": view.table, "seat": view.seat}
    row = Draft.objects.select_for_update().filter(**place).first()
    return () if row is None or not _of_this_round(row, view) else msgspec.convert(row.bets, Bets)


def _bets(row: Draft | None, view: SeatView, now: datetime) -> Bets:
    running = view.state.live.round
    if row is None or not _of_this_round(row, view) or running is None or now > running.closes_at:
        return ()
    there = view.state.live.seats.get(view.seat)
    if there is None or there.confirmed == running.coup:
        return ()
    return msgspec.convert(row.bets, Bets)


def _of_this_round(row: Draft, view: SeatView) -> bool:
    return (row.day, row.coup) == (view.state.day, view.state.coup)
