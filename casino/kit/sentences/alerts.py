"""What the kinds of alerts are called, and the sentence of one."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from casino.kit.sentences.catalogue import sentence
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.names import CODES

ALERT_LABELS = {
    "bias": _("Biased pockets"),
    "drop-zone": _("A drop zone"),
    "pace": _("Pace"),
    "rotor-speed": _("Speed of the rotor"),
    "direction": _("Direction unchanged"),
    "device-offline": _("Reader away"),
}
"""By kind, as the record has it."""


def alert_label(kind: str) -> str:
    """A kind of alerts as a person reads it."""
    return gettext(ALERT_LABELS[kind])


def alert_sentence(code: str, parameters: Mapping[str, Any]) -> str:
    """What an alert says."""
    return sentence(code, parameters, CODES)
