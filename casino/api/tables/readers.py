"""/api/v1/wheel-readers: readers of an integrator's own, and their observations."""

import re
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import ADMINISTRATION, READERS_WRITE, scopes_by_method
from casino.api.commands.view import rejections_as_problems
from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.http.body import document_of, read
from casino.api.http.idempotency import has_response, respond_once
from casino.api.openapi.operations import operation
from casino.api.waiting.asking import ActRequested, Wanted, wait_for_officer
from casino.api.waiting.operations import Asked, By, Carried, waits
from casino.kit.register_changes import DECLARE
from casino.kit.sentences import sentence_of
from casino.kit.structs import response_of
from casino.web.problem import Problem
from casino.web.problem_response import NotThere
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import GamingTable, WheelReader
from tables.handling.observations import observe
from tables.handling.registers import declare
from tables.handling.streams import reader_stream
from tables.play.events import ReaderRole
from tables.play.reader.observation import Kind, Observation, Rotation
from tables.refusal import Refused
from tables.registers.entries.kinds.readers import OVER_HTTP, PRIMARY, second_primary
from tables.roulette.wheel import WrittenPocket, entered
from tables.stream import stream_version

MOST_AT_ONCE = 1000
WITH_A_NUMBER: tuple[Kind, ...] = ("result", "result_recovered")
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,49}")


class SeenByReader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One observation of a reader. Values that its wheel does not report are left out.

    `game` is the wheel's own counter, and `epoch` grows each time that it restarts or wraps. `sequence` numbers the
    reader's observations: with it a second delivery, under any key, is recognised; without it the next number is given.
    Without `observed_at` the time of arrival is recorded, as such. A time in the future, or before the event of the
    table that it follows, is kept as claimed: the time of receipt dates the event, and a number waits for a person.
    """

    kind: Kind
    reader: Annotated[str | None, msgspec.Meta(description="The reader of the address, if it is said")] = None
    epoch: Annotated[int, msgspec.Meta(ge=0)] = 1
    game: Annotated[int, msgspec.Meta(ge=0)] | None = None
    sequence: Annotated[int, msgspec.Meta(ge=1)] | None = None
    observed_at: datetime | None = None
    received_at: Annotated[
        datetime | None, msgspec.Meta(description="By the integrator's clock; the house has its own")
    ] = None
    number: (
        Annotated[int, msgspec.Meta(ge=0, le=99)]
        | Annotated[Literal["00"], msgspec.Meta(description="Of a wheel that has it")]
        | None
    ) = None
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    rotor_speed_rpm: Annotated[float, msgspec.Meta(ge=0)] | None = None
    launch_pocket: Annotated[
        WrittenPocket | None,
        msgspec.Meta(description="The pocket that passed the ball as it was launched, of `ball_launched`"),
    ] = None
    ball_turns: Annotated[int, msgspec.Meta(ge=0)] | None = None
    warnings: tuple[str, ...] = ()
    missing: (
        Annotated[int, msgspec.Meta(ge=1, description="Results unheard before it, of `results_missing`")]
        | None
    ) = None
    raw: Annotated[str, msgspec.Meta(description="The bytes as received, in Latin-1")] = ""


class SeenInOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Several observations in the order in which they were made: all are recorded, or none."""

    observations: Annotated[tuple[SeenByReader, ...], msgspec.Meta(min_length=1, max_length=MOST_AT_ONCE)]


class HeardFromReader(msgspec.Struct, frozen=True, kw_only=True):
    """An observation in the record. `not_taken` is the reason why the table did not take its fact; the reader's stream
    has it all the same.
    """

    sequence: int
    event: CloudEvent
    not_taken: str


class Observations(msgspec.Struct, frozen=True, kw_only=True):
    """Recorded observations of a reader, in their order."""

    reader: str
    table: str
    observations: tuple[HeardFromReader, ...]


class ReaderRegistration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reader of an integrator's own, which reports observations at `table` over the API."""

    code: str
    table: str
    role: Annotated[
        ReaderRole,
        msgspec.Meta(description="The numbers of the primary reader settle, those of a witness are compared"),
    ] = "primary"


class ReaderStands(msgspec.Struct, frozen=True, kw_only=True):
    """A registered reader. `protocol` is `http` for a reader that reports over the API."""

    code: str
    table: str
    role: ReaderRole
    protocol: str
    enabled: bool


class Readers(msgspec.Struct, frozen=True, kw_only=True):
    """The casino's wheel readers, by code."""

    readers: tuple[ReaderStands, ...]


class ReadersView(APIView):
    required_scopes = scopes_by_method(read=READERS_WRITE, write=READERS_WRITE, act=DECLARE)

    @operation("list_readers", "readers", Readers)
    def get(self, request: Request) -> Readers:
        """Return the casino's wheel readers, by code."""
        rows = WheelReader.objects.filter(casino_id=client_of(request).casino_id).order_by("code")
        return Readers(readers=tuple(response_of(ReaderStands, row) for row in rows))

    @operation("register_reader", "readers", ActRequested, body=ReaderRegistration, status=202)
    def post(self, request: Request) -> HttpResponse:
        """Request the registration of a reader that reports over the API. An officer confirms it on a screen; the
        result is a ReaderStands.
        """
        registration = read(document_of(request), ReaderRegistration)
        if not has_response(request):
            _check_registration(client_of(request).casino_id, registration)
        wanted = Wanted(operation=register_reader, act=DECLARE, arguments=msgspec.to_builtins(registration))
        return wait_for_officer(request, wanted, partial(rejections_as_problems, gettext("the registers")))


def _check_registration(casino_id: int, registration: ReaderRegistration) -> None:
    """Raise Problem for a malformed or taken code, and for a table that is not registered."""
    code, table = registration.code, registration.table
    if not _CODE.fullmatch(code):
        raise Problem.malformed(
            "code", gettext("'{code}' is not of 1 to 50 letters, digits, '.', '_' and '-'").format(code=code)
        )
    if not GamingTable.objects.filter(casino_id=casino_id, code=table).exists():
        raise Problem.malformed("table", gettext("no table {table} is registered").format(table=table))
    if WheelReader.objects.filter(casino_id=casino_id, code=code).exists():
        raise Problem.malformed("code", gettext("there is a reader {code} already").format(code=code))
    others = WheelReader.objects.filter(casino_id=casino_id, table=table, role=PRIMARY, enabled=True)
    if registration.role == PRIMARY and (primary := others.order_by("code").first()) is not None:
        raise Problem.malformed("role", sentence_of(second_primary(primary.code, table).refusal))


@waits("readers.register", READERS_WRITE, ADMINISTRATION, result=ReaderStands)
def register_reader(asked: Asked, by: By) -> Carried:
    """Register a reader that reports over the API. Raises Refused."""
    casino_id, registration = asked.client.casino_id, msgspec.convert(asked.arguments, ReaderRegistration)
    hold_casino(casino_id)
    if WheelReader.objects.filter(casino_id=casino_id, code=registration.code).exists():
        raise Refused("reader-code-taken", reader=registration.code)
    values = {"table": registration.table, "protocol": OVER_HTTP, "role": registration.role}
    declare(casino_id, "reader", registration.code, values, by=by.actor, now=by.now, signatures=by.signatures)
    row = WheelReader.objects.get(casino_id=casino_id, code=registration.code)
    return Carried(result=response_of(ReaderStands, row))


class ObservationsView(APIView):
    required_scopes = [READERS_WRITE]

    @operation("observe", "readers", Observations, body=(SeenByReader, SeenInOrder), status=201)
    def post(self, request: Request, reader: str) -> HttpResponse:
        """Record a reader's observations, one or several in their order, and report them to its table."""
        document, now = document_of(request), timezone.now()
        casino_id = client_of(request).casino_id
        if isinstance(document, dict) and "observations" in document:
            seen, place = read(document, SeenInOrder).observations, "observations[{}]."
        else:
            seen, place = (read(document, SeenByReader),), ""
        for turn, each in enumerate(seen):
            _check(each, reader, place.format(turn))

        def work() -> dict[str, Any]:
            # The lock on the reader is the one on its next number.
            held = WheelReader.objects.select_for_update().filter(casino_id=casino_id, code=reader)
            registered = held.first()
            if registered is None or not registered.enabled:
                raise NotThere("reader-unknown", reader=reader)
            if registered.protocol != OVER_HTTP:
                raise Problem.malformed(
                    "",
                    gettext("reader {reader} is heard over {protocol}, not here").format(
                        reader=reader, protocol=registered.protocol
                    ),
                )
            heard = [_heard(casino_id, reader, each, now) for each in seen]
            return {"reader": reader, "table": registered.table, "observations": heard}

        return respond_once(request, work, status=201)


def _check(seen: SeenByReader, reader: str, place: str) -> None:
    if seen.reader not in (None, reader):
        raise Problem.malformed(
            f"{place}reader",
            gettext("'{named}' is not {reader}, whose address this is").format(
                named=seen.reader, reader=reader
            ),
        )
    if seen.kind in WITH_A_NUMBER and seen.number is None:
        raise Problem.malformed(f"{place}number", gettext("a {kind} has a number").format(kind=seen.kind))


def _heard(casino_id: int, reader: str, seen: SeenByReader, now: datetime) -> dict[str, Any]:
    sequence = seen.sequence or stream_version(casino_id, reader_stream(reader)) + 1
    observation = Observation(
        **{
            name: getattr(seen, name)
            for name in SeenByReader.__struct_fields__
            if name not in ("reader", "sequence", "received_at", "number", "launch_pocket")
        },
        launch_pocket=None if seen.launch_pocket is None else entered(seen.launch_pocket),
        number=None if seen.number is None else entered(seen.number),
        reader=reader,
        sequence=sequence,
        received_at=seen.received_at or now,
    )
    reused = f"observation {sequence} of {reader} was another one already."
    with rejections_as_problems(reader, key_reused=reused):
        heard = observe(
            casino_id, reader, observation, now, received=msgspec.json.encode(seen, order="sorted")
        )
    return {"sequence": sequence, "event": cloud_event(heard.event), "not_taken": _in_words(heard.not_taken)}


def _in_words(not_taken: Refused | ValueError | None) -> str:
    if not_taken is None:
        return ""
    return sentence_of(not_taken.refusal) if isinstance(not_taken, Refused) else str(not_taken)
