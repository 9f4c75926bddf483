"""What the kinds of the registers and their fields are called on the screens."""

from typing import NamedTuple

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.api.access.scopes import SCOPES
from casino.people.models import Role
from tables.roulette.loader import rulebooks


class KindWords(NamedTuple):
    """What a kind is called: one entry, all of them, and what its code is."""

    one: str
    many: str
    code: str
    about: str


KIND_WORDS: dict[str, KindWords] = {
    "casino": KindWords(
        _("Casino"), _("Casino"), _("Code"), _("Its clock, currency, shifts, languages and rulebooks.")
    ),
    "pit": KindWords(
        _("Pit"), _("Pits"), _("Short name"), _("Where tables stand together under one pit boss.")
    ),
    "table": KindWords(
        _("Table"), _("Tables"), _("Code"), _("Rulebook, layout, limits, chips and par of each.")
    ),
    "reader": KindWords(
        _("Wheel reader"),
        _("Wheel readers"),
        _("Code"),
        _("What each speaks, where it is reached, and whose wheel it reads."),
    ),
    "sign": KindWords(
        _("Sign or display"), _("Signs and displays"), _("Code"), _("What guests read at each table.")
    ),
    "notice": KindWords(
        _("Notice"), _("Notices"), _("Code"), _("Who is told of breaches, by e-mail or by a webhook.")
    ),
    "client": KindWords(
        _("API client"), _("API clients"), _("Client ID"), _("Systems that sign in to the API, with their scopes.")
    ),
    "webhook": KindWords(
        _("Webhook"), _("Webhooks"), _("Code"), _("Addresses to which the feed of events is brought.")
    ),
}

FIELD_WORDS: dict[str, tuple[str, str]] = {
    "casino.name": (_("Name"), ""),
    "casino.time_zone": (_("Time zone"), ""),
    "casino.currency": (_("Currency"), _("Left empty: whatever its rulebooks say.")),
    "casino.gaming_day_begins_at": (
        _("The gaming day begins at"),
        _("What happens earlier belongs to the evening before."),
    ),
    "casino.shifts": (_("Shifts"), _("In the order of the gaming day. Each goes on until the next begins.")),
    "casino.shifts.name": (_("Shift"), ""),
    "casino.shifts.begins": (_("Begins"), ""),
    "casino.languages": (_("Languages"), _("In which the staff may read the screens.")),
    "casino.rulebooks": (_("Rulebooks"), _("None chosen: all that there are.")),
    "casino.second_factor_roles": (_("Sign in with a second factor"), ""),
    "casino.idle_minutes": (
        _("Minutes without a press until a session locks"),
        _("0: it never locks."),
    ),
    "casino.password_days": (_("Days until a password is asked anew"), _("0: never.")),
    "casino.rota_break_after_minutes": (
        _("Minutes of work after which the rota warns of a break"),
        _("0: it does not warn."),
    ),
    "pit.name": (_("Name"), ""),
    "pit.order": (_("Order among the pits"), _("The lowest comes first.")),
    "table.name": (_("Name"), _("As screens and signs show it.")),
    "table.rulebook": (_("Rulebook"), ""),
    "table.rulebook_version": (_("Version"), _("Left open: the newest that is in force on each day.")),
    "table.rulebook_from": (_("From the gaming day"), _("Before it, the newest version in force holds.")),
    "table.currency": (_("Currency"), _("Left open: that of the rulebook.")),
    "table.pit": (_("Pit"), ""),
    "table.wheel": (_("Numbering of the wheel"), _("Left open: the usual one of the rulebook.")),
    "table.double": (_("Two layouts at one wheel"), ""),
    "table.face_value_only": (_("Played with face-value chips only"), ""),
    "table.chip_symbol": (_("Symbol on its colour chips"), ""),
    "table.chip_colours": (_("Colour chips"), _("How many chips of each colour the table has.")),
    "table.chip_colours.key": (_("Colour"), ""),
    "table.chip_colours.count": (_("Chips"), ""),
    "table.counts_float": (_("The float is counted at opening and closing"), ""),
    "table.par": (_("Par"), _("The chips with which the table begins each day. None: it has no par.")),
    "table.par.key": (_("Value"), ""),
    "table.par.count": (_("Pieces"), ""),
    "table.theory_of_drop": (
        _("Hold of the drop in theory, per cent"),
        _("Left open: the theoretical result is not estimated by the drop."),
    ),
    "table.limits": (
        _("Limits"),
        _("Left open: the usual sign of the rulebook. A maximum that is left open follows from the rulebook."),
    ),
    "table.allowed_minimums": (
        _("Minimums allowed at opening"),
        _("With spaces between. None: all that the rulebook lets."),
    ),
    "table.pace_target": (_("Target pace, coups an hour"), ""),
    "table.cylinder_mm": (
        _("Diameter of the cylinder, mm"),
        _("Only where no wheel is registered under Wheels and balls."),
    ),
    "table.balls": (_("Balls"), _("Only where no ball is registered under Wheels and balls.")),
    "table.balls.name": (_("Ball"), ""),
    "table.balls.diameter_mm": (_("Diameter, mm"), ""),
    "reader.table": (_("Table"), _("Whose wheel it reads.")),
    "reader.wheel": (_("Serial number of the wheel"), _("That it is built into, where it is.")),
    "reader.protocol": (_("Protocol"), ""),
    "reader.url": (
        _("Address"),
        _("socket://host:port, listen://host:port, rfc2217://host:port, or a serial device such as /dev/ttyS0."),
    ),
    "reader.options": (_("Options"), _("What its driver has to know.")),
    "reader.options.name": (_("Option"), ""),
    "reader.options.value": (_("Value"), ""),
    "reader.enabled": (_("It is listened to"), ""),
    "sign.table": (_("Table"), ""),
    "sign.shows": (_("It shows"), ""),
    "notice.way": (_("How"), ""),
    "notice.address": (_("Address"), _("An e-mail address, or the web address that it is posted to.")),
    "notice.rules": (_("Rules"), _("Whose breaches are told of. None chosen: all.")),
    "notice.enabled": (_("It is sent"), ""),
    "client.name": (_("Name"), _("As the record and the lists have it.")),
    "client.scopes": (_("Scopes"), _("What it may do.")),
    "webhook.client": (_("API client"), ""),
    "webhook.url": (_("Address"), _("Where events are posted.")),
    "webhook.types": (_("Types of events"), _("None chosen: all.")),
    "webhook.table": (_("Table"), _("Left open: everything of the casino.")),
}
"""By kind and field, and by column where a field has rows: its name, and a word of help."""

CHOICE_WORDS: dict[str, str] = {
    "way.email": _("E-mail"),
    "way.webhook": _("Webhook"),
    "shows.limits": _("Posted limits"),
    "shows.colours": _("Colours of the chips"),
    "shows.numbers": _("Last numbers"),
    "shows.permanence": _("Permanence of the day"),
    "protocol.slingshot2": _("SlingShot 2"),
    "protocol.plain_result": _("Plain results"),
    "protocol.http": _("HTTP: it says over the API what it sees"),
}
"""By field and value, where a choice is called otherwise than its code."""

EMPTY_CHOICES: dict[str, str] = {
    "table.currency": _("That of the rulebook"),
    "table.wheel": _("The usual one of the rulebook"),
    "table.rulebook_version": _("The newest in force"),
    "table.pit": _("In no pit"),
    "reader.table": _("At no table"),
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
        (_("Wheel and balls that are in no register"), ("cylinder_mm", "balls")),
    ),
}
"""The fields of a kind that stand together under a title; the others come first, without one."""


def kind_words(kind: str) -> KindWords:
    """The words of a kind in the reader's language."""
    return KindWords(*map(gettext, KIND_WORDS[kind]))


def label_of(kind: str, *path: str) -> str:
    """What a field, or a column of one, is called."""
    return gettext(FIELD_WORDS[".".join((kind, *path))][0])


def help_of(kind: str, field: str) -> str:
    """A word of help; empty where there is none."""
    words = FIELD_WORDS[f"{kind}.{field}"][1]
    return gettext(words) if words else ""


def empty_choice_of(kind: str, field: str) -> str:
    """What it is called to choose nothing."""
    words = EMPTY_CHOICES.get(f"{kind}.{field}")
    return gettext(words) if words else "–"


def choice_words(field: str, value: str) -> str:
    """What a value that may be chosen is called; the value itself where it is called so."""
    if words := CHOICE_WORDS.get(f"{field}.{value}"):
        return gettext(words)
    match field:
        case "languages":
            return str(dict(settings.LANGUAGES).get(value, value))
        case "second_factor_roles":
            return str(Role(value).label) if value in Role.values else value
        case "rulebook" | "rulebooks":
            found = rulebooks().get(value)
            return f"{found.title} ({value}, {found.currency})" if found else value
        case "scopes":
            return f"{value}: {SCOPES[value]}" if value in SCOPES else value
        case "wheel":
            return capfirst(value)
        case "time_zone":
            return value.replace("_", " ")
        case "gaming_day_begins_at":
            return f"{int(value):02}:00"
    return value
