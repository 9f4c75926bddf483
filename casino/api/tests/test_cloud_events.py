"""An event is the same CloudEvent, to the byte, whether its data was decoded or passed on as it is stored."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.http.response import ascii_json, utf8_json
from settlement.simulation.recording import simulate_and_record
from tables.handling.models import Casino, GamingTable
from tables.play import commands as c
from tables.roulette.loader import rulebooks
from tables.simulation.openings import simulated_opening
from tables.stream import RecordedEvent, StoredEvent, read_feed, read_feed_as_stored, register_upcaster
from tables.stream.upcasters import remove_upcaster
from testkit.house import OpenHouse

DAY = date(2026, 11, 1)
COUPS = 6
MOST = 100_000


@pytest.fixture
def played(casino: Casino, seal: Callable[[int], int]) -> Casino:
    """A casino in whose feed is a simulated day of each rulebook, with all that belongs to it."""
    for place, rules in enumerate(rulebooks().values()):
        table = GamingTable.objects.create(
            casino_id=casino.pk,
            code=f"T{place}",
            name=rules.id,
            rulebook=rules.id,
            limits={},
            balls=[],
            pit="A",
        )
        opening = simulated_opening(rules, table=table.code, day=DAY.isoformat())
        begins = datetime(DAY.year, DAY.month, DAY.day, 15, tzinfo=UTC)
        after = begins + timedelta(days=1)
        simulate_and_record(table, opening, opens_at=begins, now=after, coups=COUPS, seed=place)
    seal(casino.pk)
    return casino


def both(casino_id: int) -> list[tuple[StoredEvent, RecordedEvent]]:
    stored, decoded = read_feed_as_stored(casino_id, limit=MOST), read_feed(casino_id, limit=MOST)
    return list(zip(stored, decoded, strict=True))


def plainly(event: RecordedEvent) -> dict[str, Any]:
    """What the documentation says of an event, put together member by member."""
    by = event.metadata.get("by", {})
    signed = [each["person"]["id"] for each in event.metadata.get("signed", [])]
    at_table = event.stream_id.split("/")[1:] if event.stream_id.startswith("table/") else [None, None]
    said = {
        "specversion": "1.0",
        "datacontenttype": "application/json",
        "id": str(event.event_id),
        "source": f"/casinos/{event.casino_id}",
        "type": event.type,
        "subject": event.stream_id,
        "time": event.occurred_at.isoformat().replace("+00:00", "Z"),
        "data": event.data,
        "position": event.position,
        "streamversion": event.version,
        "schemaversion": event.schema_version,
        "recordedat": event.recorded_at.isoformat().replace("+00:00", "Z"),
        "table": at_table[0],
        "gamingday": at_table[1],
        "actor": by.get("id"),
        "actorname": by.get("name"),
        "terminal": by.get("terminal"),
        "signedby": " ".join(signed) or None,
        "codeversion": event.metadata["code"],
        "cause": event.metadata.get("cause"),
        "datedby": event.metadata.get("dated_by"),
    }
    return {name: value for name, value in said.items() if value is not None}


def test_a_day_of_every_rulebook_is_passed_on_as_it_was_recorded(played: Casino) -> None:
    events = both(played.pk)
    assert {"table_opened", "bet_placed", "number_fell", "table_closed"} <= {
        stored.type for stored, _ in events
    }
    assert any(decoded.metadata.get("signed") for _, decoded in events)
    assert any(not decoded.stream_id.startswith("table/") for _, decoded in events)
    for stored, decoded in events:
        told = utf8_json(cloud_event(stored))
        assert told == utf8_json(cloud_event(decoded))
        assert msgspec.json.decode(told) == plainly(decoded)
        assert msgspec.json.decode(told, type=CloudEvent).id == decoded.event_id


def test_old_events_are_passed_on_in_the_newest_shape(played: Casino) -> None:
    register_upcaster("number_fell", 1, lambda data: {**data, "wheel": "W1", "grams": 1.5, "of": ["é", None]})
    try:
        events = [(stored, decoded) for stored, decoded in both(played.pk) if stored.type == "number_fell"]
        assert events
        for stored, decoded in events:
            told = utf8_json(cloud_event(stored))
            assert told == utf8_json(cloud_event(decoded))
            assert msgspec.json.decode(told) == plainly(decoded)
            assert (stored.schema_version, decoded.data["grams"]) == (2, 1.5)
    finally:
        remove_upcaster("number_fell", 1)


@pytest.mark.django_db(transaction=True)
def test_an_event_that_is_not_sealed_yet_has_no_position_and_is_else_the_same(
    casino_id: int, seal: Callable[[int], int]
) -> None:
    house = OpenHouse(casino_id, "it-venezia", now=timezone.now())
    house.do(c.AnnounceBetsOpen())
    not_sealed = [cloud_event(event) for event in house.events()]
    seal(casino_id)
    sealed = [cloud_event(event) for event in read_feed_as_stored(casino_id)]
    for before, after in zip(not_sealed, sealed, strict=True):
        told = msgspec.json.decode(utf8_json(after))
        del told["position"]
        assert msgspec.json.decode(ascii_json(before)) == msgspec.json.decode(utf8_json(before)) == told
