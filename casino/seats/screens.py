"""Make, open and revoke the screens of a live table's seats.

Staff make a screen and get a code; a terminal that enters the code gets a token. The token then authorizes every
request of the terminal. A seat has one screen: opening another ends the one before.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from casino.people.models import Person
from casino.seats.models import SeatScreen
from casino.seats.screen_events import Made, Opened, Revoked, record
from tables.handling import Actor
from tables.handling.projections.table_snapshots import newest_state, open_day
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook

CODE_LASTS = timedelta(minutes=10)
"""To walk from the pit desk to the terminal."""
TOKEN_LASTS = timedelta(hours=24)
"""No gaming day is longer; mostly the table's day ends it."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are taken for one another."""
CODE_LENGTH = 10
HIGHEST_SEAT = 9999


def make_screen(casino_id: int, table: str, number: int, *, by: Person, actor: Actor, now: datetime) -> str:
    """Make a screen for a seat and return the code that opens it once. A code of the seat that still waits is void.

    Raises Refused where the table has no seats, or no day is open.
    """
    state = newest_state(casino_id, table)
    if state is None or state.phase == "closed":
        raise Refused("seats-of-closed-table", table=table)
    if get_rulebook(state.rulebook, state.rulebook_version).seats is None:
        raise Refused("table-without-seat-screens", table=table)
    if not 1 <= number <= HIGHEST_SEAT:
        raise Refused("seat-number-wrong", seat=number, highest=HIGHEST_SEAT)
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    with transaction.atomic():
        _of_seat(casino_id, table, number).filter(token_hash=None, revoked_at=None).update(
            revoked_at=now, revoked_by=by.display_name
        )
        SeatScreen.objects.create(
            casino_id=casino_id,
            table=table,
            number=number,
            day=state.day,
            code_hash=_hash(code),
            code_until=now + CODE_LASTS,
            expires_at=now + TOKEN_LASTS,
            made_by_id=by.pk,
            made_by=by.display_name,
            made_at=now,
        )
        record(casino_id, Made(table=table, seat=number, day=state.day), by=actor, now=now)
    return f"{code[:5]}-{code[5:]}"


def open_screen(code: str, now: datetime, *, key: str = "") -> tuple[SeatScreen, str]:
    """Open the screen of a code on this terminal; the screen, and the token that the terminal keeps.

    Any other screen of the seat ends. The form that was sent first, recognized by its `key`, gets its screen again when
    it is sent twice. Raises Refused for a code that nobody has, or that is no longer good.
    """
    plain = code.upper().replace("-", "").replace(" ", "")
    with transaction.atomic():
        screen = SeatScreen.objects.select_for_update().filter(code_hash=_hash(plain)).first()
        again = screen is not None and bool(key) and screen.opened_key == _hash(key) and screen.stands(now)
        if screen is None or not (again or screen.waits(now)):
            raise Refused("screen-code-invalid")
        others = _of_seat(screen.casino_id, screen.table, screen.number).exclude(pk=screen.pk)
        others.filter(revoked_at=None).update(revoked_at=now, revoked_by=screen.made_by)
        token = secrets.token_urlsafe(32)
        screen.token_hash = _hash(token)
        if again:
            screen.save(update_fields=["token_hash"])
            return screen, token
        screen.opened_at, screen.opened_key = now, _hash(key) if key else ""
        screen.save(update_fields=["token_hash", "opened_at", "opened_key"])
        opened = Opened(table=screen.table, seat=screen.number, day=screen.day)
        record(screen.casino_id, opened, by=actor_of(screen), now=now)
    return screen, token


def revoke_screen(casino_id: int, table: str, pk: int, *, by: Person, actor: Actor, now: datetime) -> None:
    """End a screen. One that has ended stays as it is. Raises Refused where the table has no such screen."""
    with transaction.atomic():
        screen = (
            SeatScreen.objects.select_for_update().filter(casino_id=casino_id, table=table, pk=pk).first()
        )
        if screen is None:
            raise Refused("screen-unknown", table=table)
        if screen.revoked_at is not None:
            return
        screen.revoked_at, screen.revoked_by = now, by.display_name
        screen.save(update_fields=["revoked_at", "revoked_by"])
        record(casino_id, Revoked(table=table, seat=screen.number, day=screen.day), by=actor, now=now)


def screen_of_token(token: str, table: str, number: int, now: datetime) -> SeatScreen | None:
    """Return the screen of a token, if it is for this seat of this table and still valid."""
    found = SeatScreen.objects.filter(token_hash=_hash(token), table=table, number=number).first()
    return found if found is not None and found.stands(now) else None


def still_open(asked: Collection[int]) -> set[int]:
    """Return those of the screens, by their keys, that are not revoked, in time, and of the table's open day.

    One query for all of them, and one for each of their tables.
    """
    now = timezone.now()
    found = [each for each in SeatScreen.objects.filter(pk__in=asked) if each.stands(now)]
    days = {place: open_day(*place) for place in {(each.casino_id, each.table) for each in found}}
    return {each.pk for each in found if days[each.casino_id, each.table] == each.day}


def screens_of(casino_id: int, table: str, day: str, now: datetime) -> list[SeatScreen]:
    """The screens of a table's day that are open or wait for their code, by seat."""
    there = SeatScreen.objects.filter(
        Q(token_hash__isnull=False) | Q(code_until__gt=now),
        casino_id=casino_id,
        table=table,
        day=day,
        revoked_at=None,
        expires_at__gt=now,
    )
    return list(there.order_by("number", "made_at"))


def actor_of(screen: SeatScreen) -> Actor:
    """Return the actor of a request from a seat's screen: the seat itself, since nobody is signed in there."""
    return Actor(
        id=f"seat-screen/{screen.pk}",
        name=f"Seat {screen.number}",
        terminal=f"{screen.table}/P{screen.number}",
    )


def _of_seat(casino_id: int, table: str, number: int) -> QuerySet[SeatScreen]:
    return SeatScreen.objects.filter(casino_id=casino_id, table=table, number=number)


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
