"""The outbox follows the record: one notice for each event that has one, each way that is set, and each recipient.

It moves on in the transaction that writes its notices, so each event is there once, even where a process dies.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import override

from casino.languages.choosing import language_of_casino
from casino.notices.models import Notice
from casino.notices.recipients import recipients
from casino.notices.wording import WORDS, NoticeText, rule_of, text_of
from tables.compliance.alerts.state import PREFIX
from tables.handling.streams import TABLE_PREFIX, rulebook_of_day, table_and_day, table_stream
from tables.stream import AsynchronousProjection, RecordedEvent

OF_TABLES = (TABLE_PREFIX, PREFIX)
"""Beginnings of the streams with events at a table, and of its alerts."""
NO_NEWS_AFTER = timedelta(days=1)
"""Older records are not sent: a recipient added today gets nothing of last month."""


class Outbox(AsynchronousProjection):
    """Puts notices into the outbox, in the casino's language: an address has none of its own.

    It has no rows that could be derived again.
    """

    name = "notices"
    version = 1
    types = frozenset(WORDS)
    models = ()
    not_rebuilt = "what goes out to people goes out once, and is not made again"

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        now = timezone.now()
        fresh = [event for event in events if now - event.recorded_at < NO_NEWS_AFTER]
        notices = [notice for event in fresh for notice in _notices(event, now)]
        Notice.objects.bulk_create(notices, ignore_conflicts=True)


def put_in_outbox(casino_id: int, text: NoticeText, now: datetime) -> None:
    """A notice that is about no event of the record, for the same recipients; in the caller's transaction."""
    about = uuid4()
    Notice.objects.bulk_create(
        _notice((casino_id, about), text, way, recipient, now)
        for way, recipient in dict.fromkeys(recipients(casino_id))
    )


def _notices(event: RecordedEvent, now: datetime) -> Iterator[Notice]:
    if not event.stream_id.startswith(OF_TABLES):
        return
    told = dict.fromkeys(recipients(event.casino_id, rule_of(event)))
    if not told:
        return
    with override(language_of_casino(event.casino_id)):
        day = table_stream(*table_and_day(event.stream_id))
        text = text_of(event, rulebook_of_day(event.casino_id, day))
    if text is None:
        return
    for way, recipient in told:
        yield _notice((event.casino_id, UUID(int=event.id)), text, way, recipient, now)


def _notice(of: tuple[int, UUID], text: NoticeText, way: Notice.Way, recipient: str, now: datetime) -> Notice:
    casino_id, about = of
    return Notice(
        casino_id=casino_id,
        event_id=about,
        way=way,
        recipient=recipient,
        subject=text.subject,
        body=text.body,
        payload=text.payload,
        made_at=now,
        next_try_at=now,
    )
