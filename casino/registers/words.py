"""Names of the kinds of the registers and their fields on the screens."""

from collections.abc import Callable

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from casino.api.access.scopes import SCOPES
from casino.kit.register_words import choice_name, help_text, label
from casino.kit.sentences.words import word
from casino.people.models import Role
from tables.registers.entries.reader_presets import reader_presets
from tables.roulette.loader import rulebooks

COLUMN_WORDS: dict[str, str] = {
    "chip_colours.key": _("Colour"),
    "chip_colours.count": _("Chips"),
    "par.key": _("Value"),
    "par.count": _("Pieces"),
    "options.name": _("Option"),
    "options.value": _("Value"),
}
"""Names of the columns in rows, where the kind declares none."""

HELP_WORDS: dict[str, str] = {
    "theory_of_drop": _("Per cent of the drop that is held in theory. Empty: not estimated."),
    "allowed_minimums": _("With spaces between them. Empty: all that the rulebook lets."),
}
"""Help of a screen that differs from that of the casino's file and the API."""

CHOICE_WORDS: dict[str, str] = {
    "protocol.slingshot2": _("SlingShot 2"),
    "protocol.plain_result": _("Plain results"),
    "protocol.observations": _("JSON observations, over MQTT or TCP"),
    "protocol.http": _("HTTP: it says over the API what it sees"),
    "role.primary": _("Primary: its numbers settle the coups"),
    "role.witness": _("Witness: its numbers are compared with the primary's"),
    "launch.entered": _("Entered: staff enter it or close the bets"),
    "launch.implied": _("Implied: numbers are displayed only, none is settled while bets lie"),
}
"""Words by field and value, where a screen shows more than the code."""

EMPTY_CHOICES: dict[str, str] = {
    "table.currency": _("As in the rulebook"),
    "table.wheel": _("The usual one of the rulebook"),
    "table.rulebook_version": _("The newest in force"),
    "table.pit": _("In no pit"),
    "reader.table": _("At no table"),
    "reader.preset": _("No preset"),
    "webhook.table": _("All tables"),
    "casino.currency": _("Whatever the rulebooks say"),
    "casino.gaming_day_begins_at": _("As the server's settings say"),
}

GROUPS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "casino": (
        (_("Clock and money"), ("time_zone", "currency", "gaming_day_begins_at")),
        (_("Shifts"), ("shifts", "rota_break_after_minutes")),
        (_("Languages and rulebooks"), ("languages", "rulebooks")),
        (_("Signing in"), ("second_factor_roles", "idle_minutes", "password_days")),
    ),
    "table": (
        (
            _("Rulebook and layout"),
            ("rulebook", "rulebook_version", "rulebook_from", "currency", "pit", "wheel", "double"),
        ),
        (_("Limits"), ("limits", "allowed_minimums", "pace_target")),
        (
            _("Chips and float"),
            ("chip_symbol", "face_value_only", "chip_colours", "counts_float", "par", "theory_of_drop"),
        ),
        (
            _("Alerts"),
            (
                "alert_evidence",
                "alert_pace_percent",
                "alert_fast_percent",
                "alert_pace_minutes",
                "alert_idle_minutes",
                "alert_rotor_slowest",
                "alert_rotor_fastest",
                "alert_same_direction",
                "alert_silent_minutes",
            ),
        ),
        (_("Wheel readers"), ("witness_takes_over",)),
        (_("Wheel and balls that are in no register"), ("cylinder_mm", "balls")),
    ),
}
"""The fields of a kind that are together under a title; the others come first, without one."""


def label_of(kind: str, field: str, column: str = "") -> str:
    """Return the label of a field, or of one of its columns."""
    if column and (words := COLUMN_WORDS.get(f"{field}.{column}")):
        return gettext(words)
    return label(kind, f"{field}.{column}" if column else field)


def help_of(kind: str, field: str) -> str:
    """A word of help; empty where there is none."""
    words = HELP_WORDS.get(field)
    return gettext(words) if words else help_text(kind, field)


def empty_choice_of(kind: str, field: str) -> str:
    """Return the name of the empty choice."""
    words = EMPTY_CHOICES.get(f"{kind}.{field}")
    return gettext(words) if words else "–"


def choice_words(field: str, value: str) -> str:
    """Return the name of a choice; the value itself by default."""
    if words := CHOICE_WORDS.get(f"{field}.{value}"):
        return gettext(words)
    called = CALLED.get(field)
    return called(value) if called else choice_name(value)


def _rulebook(value: str) -> str:
    found = rulebooks().get(value)
    return f"{value}: {found.title}, {found.currency}" if found else value


def _scope(value: str) -> str:
    return ": ".join((value, gettext(SCOPES[value]))) if value in SCOPES else value


def _preset(value: str) -> str:
    found = reader_presets().get(value)
    return found.words(get_language() or "en").name if found else value


CALLED: dict[str, Callable[[str], str]] = {
    "preset": _preset,
    "second_factor_roles": lambda value: str(Role(value).label) if value in Role.values else value,
    "rulebook": _rulebook,
    "rulebooks": _rulebook,
    "scopes": _scope,
    "wheel": lambda value: capfirst(word("numbering", value)),
    "time_zone": lambda value: value.replace("_", " "),
}
"""Function that names the values of a field, by the field's name."""
