"""A full live table, for tests and for the bench: hundreds of seats with a balance and a draft each."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import msgspec
from django.db import connection, transaction

from tables.codec import encode
from tables.handling.live.models import Draft
from tables.handling.live_seats import Ticket, answer, ask_to_confirm
from tables.handling.streams import table_stream
from tables.play import events as e
from tables.stream import NewEvent, append
from testkit.house import BOSS, OpenHouse

Said = BaseException | None


def seat_all(house: OpenHouse, seats: Iterable[str], balance: int) -> None:
    """Every seat has bought in; in one append, where people would come one by one."""
    bought = (e.BoughtIn(seat=seat, amount=balance) for seat in seats)
    new = [
        NewEvent(type=type_, data=data, occurred_at=house.now)
        for type_, data in (encode(event) for event in bought)
    ]
    state = house.state
    with transaction.atomic():
        stream = table_stream(house.table, state.day)
        append(house.casino_id, stream, new, expected_version=state.version, now=house.now)


def draft_all(house: OpenHouse, seats: Iterable[str], bets: Sequence[e.SeatBet]) -> None:
    """Every seat has these chips placed in the running round."""
    state = house.state
    Draft.objects.bulk_create(
        Draft(
            casino_id=house.casino_id,
            table=house.table,
            seat=seat,
            day=state.day,
            coup=state.coup,
            bets=msgspec.to_builtins(tuple(bets)),
        )
        for seat in seats
    )


def confirm_all(
    house: OpenHouse, asked: Sequence[tuple[str, datetime]], connections: int
) -> list[tuple[str, Said]]:
    """Each seat confirms at its time, from as many threads as there are connections; what was raised, by seat.

    As behind a web server, where hundreds of requests wait at once: a thread puts its share in, then asks for the
    answers.
    """

    def its_share(share: Sequence[tuple[str, datetime]]) -> list[tuple[str, Said]]:
        said: list[tuple[str, Said]] = []
        try:
            tickets = [(seat, at, _tried(_put_in, house, seat, at)) for seat, at in share]
            for seat, at, ticket in tickets:
                raised = _tried(answer, ticket, at) if isinstance(ticket, Ticket) else ticket
                said.append((seat, raised if isinstance(raised, BaseException) else None))
        finally:
            connection.close()
        return said

    shares = [asked[place::connections] for place in range(connections)]
    with ThreadPoolExecutor(connections) as pool:
        return [each for answers in pool.map(its_share, shares) for each in answers]


def _put_in(house: OpenHouse, seat: str, at: datetime) -> Ticket | None:
    return ask_to_confirm(house.casino_id, house.table, seat, by=BOSS, now=at)


def _tried(what: Callable[..., object], *arguments: object) -> object:
    try:
        return what(*arguments)
    except Exception as raised:
        return raised
