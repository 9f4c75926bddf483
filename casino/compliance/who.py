"""Place and second signatories of an event, in words."""

from collections.abc import Iterator

from django.utils.translation import gettext

from casino.kit.actors import called
from casino.kit.sentences.marks import gettext_noop as _
from tables.handling.outcome import acted_by
from tables.stream import RecordedEvent

ROLES = {
    "croupier": _("croupier"),
    "chef_de_table": _("chef de table"),
    "pit_boss": _("pit boss"),
    "direction": _("direction"),
    "games_inspector": _("games inspector"),
    "public_controller": _("public controller"),
    "cash_desk": _("cash desk"),
    "administrator": _("administrator"),
}
"""The roles in which people sign."""


def where_done(record: RecordedEvent) -> str:
    """Return the terminal or the seat; else the device that sent it, or the person."""
    by = record.metadata.get("by") or {}
    return str(by.get("terminal") or by.get("id") or "")


def signed_beside(record: RecordedEvent) -> Iterator[str]:
    """Yield the second signatories, with the role: `Rosa (pit boss)`."""
    by = record.metadata.get("by") or {}
    for signature in record.metadata.get("signed") or ():
        if signature["person"]["id"] != by.get("id"):
            role = gettext(ROLES.get(signature["role"], signature["role"]))
            yield f"{signature['person']['name']} ({role})"


def doer(record: RecordedEvent) -> str:
    """Return the name of the person who acted, or the acting part of the casino in the reader's language."""
    return called(acted_by(record))


def people_of(record: RecordedEvent) -> tuple[str, ...]:
    """Everybody who did it or signed it, by name."""
    signed = (signature["person"]["name"] for signature in record.metadata.get("signed") or ())
    return tuple(filter(None, (acted_by(record), *signed)))
