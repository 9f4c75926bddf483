"""Recipients of notices: the entries of the casino's register of notices, or, without any, the server's settings."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings

from casino.kit.delivery.secrets import new_secret
from casino.kit.encryption import decrypted, encrypted
from casino.notices.models import Notice
from tables.compliance.rules import rule_tells
from tables.handling.entry_secrets import keep, kept
from tables.handling.projections.register_entries import entries_of
from tables.registers.entries.kinds import NoticeEntry
from tables.registers.entries.reading import read_stored
from tables.registers.entries.state import Entry

NOTICE = NoticeEntry.KIND


def recipients(casino_id: int, rule: str | None = None) -> Iterator[tuple[Notice.Way, str]]:
    """Yield the way and the address of each recipient of breaches of this rule; without a rule, of those with no
    rule.
    """
    registered = entries_of(casino_id, NOTICE, withdrawn=False)
    if not registered:
        yield from _of_server()
    for entry in registered:
        wanted = read_stored(NoticeEntry, entry.values)
        if wanted.enabled and (rule is None or not wanted.rules or rule in wanted.rules):
            yield Notice.Way(wanted.way), wanted.address


def _of_server() -> Iterator[tuple[Notice.Way, str]]:
    for address in settings.NOTICE_EMAILS:
        yield Notice.Way.EMAIL, address
    if settings.NOTICE_WEBHOOK:
        yield Notice.Way.WEBHOOK, settings.NOTICE_WEBHOOK


def is_registered(casino_id: int, address: str) -> bool:
    return _code_of(casino_id, address) is not None


def secret_for(casino_id: int, address: str) -> str:
    """Return the secret that signs notices to this address."""
    code = _code_of(casino_id, address)
    return (
        settings.NOTICE_WEBHOOK_SECRET
        if code is None
        else decrypted(kept(casino_id, NOTICE, code).encode()).decode()
    )


def _code_of(casino_id: int, address: str) -> str | None:
    for entry in entries_of(casino_id, NOTICE):
        if entry.values["way"] == Notice.Way.WEBHOOK and entry.values["address"] == address:
            return entry.code
    return None


def rules_that_tell() -> tuple[str, ...]:
    """Return the rules whose breaches are reported to the inspectors, and the kinds of alerts."""
    from casino.compliance.rule_labels import RULE_LABELS
    from casino.kit.sentences.alerts import ALERT_LABELS
    from casino.notices.wording import rule_of_alerts

    rules = (name for name in RULE_LABELS if "inspectors" in rule_tells(name))
    return tuple(sorted((*rules, *map(rule_of_alerts, ALERT_LABELS))))


def follow_notice(casino_id: int, entry: Entry, now: datetime) -> None:
    """Store a secret with the entry, so that notices are signed before somebody reads the secret."""
    if entry.values["way"] == Notice.Way.WEBHOOK and not kept(casino_id, NOTICE, entry.code):
        keep_secret(casino_id, entry, new_secret())


def keep_secret(casino_id: int, entry: Entry, secret: str) -> None:
    keep(casino_id, entry, encrypted(secret.encode()).decode())


__all__ = [
    "follow_notice",
    "is_registered",
    "keep_secret",
    "new_secret",
    "recipients",
    "rules_that_tell",
    "secret_for",
]
