"""Names of the kinds of alerts, and the sentence of one."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from casino.kit.sentences.catalogue import sentence
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.names import CODES
from tables.compliance.alerts.state import NAME_PREFIX

ALERT_LABELS = {
    "bias": _("Biased pockets"),
    "drop-zone": _("A drop zone"),
    "pace": _("Pace"),
    "no-coup": _("No coup"),
    "rotor-speed": _("Speed of the rotor"),
    "direction": _("Direction unchanged"),
    "device-offline": _("Reader away"),
}
"""Name by the kind in the record."""


def alert_label(kind: str) -> str:
    """Return a kind of alerts as a person reads it."""
    return gettext(ALERT_LABELS[kind])


def alert_called(name: str) -> str:
    """Return an alert by its name within the day, as a person reads it: `Pace 2`."""
    kind, __, number = name.removeprefix(NAME_PREFIX).rpartition("-")
    return f"{alert_label(kind)} {number}"


def alert_sentence(code: str, parameters: Mapping[str, Any]) -> str:
    """Return the sentence of an alert."""
    return sentence(code, parameters, CODES)
