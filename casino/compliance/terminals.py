"""Names of the terminals at which people act: the record has their short names."""

from django.utils.translation import gettext

from casino.compliance.who import ROLES
from casino.kit.sentences.marks import gettext_noop as _

TERMINALS = {
    "cash": _("cash desk"),
    "command-line": _("the server's command line"),
    "compliance": _("compliance pages"),
    "floor": _("the floor"),
    "house": _("back office"),
    "people": _("register of people"),
    "set-up": _("setting up"),
    "setup-link": _("link of an invitation"),
    "sign-in": _("sign-in"),
}
"""Terminals that mean a group of pages."""


def terminal_words(terminal: str) -> str:
    """Return `RF1/pit-boss` as "RF1, pit boss", `LV1/P3` as "LV1, seat 3"; a device's own name stays as it is.

    Empty where the record has the person alone.
    """
    if terminal in TERMINALS:
        return gettext(TERMINALS[terminal])
    if terminal.replace("-", "_") in ROLES:
        return gettext(ROLES[terminal.replace("-", "_")])
    table, slash, place = terminal.partition("/")
    if table == "person":
        return ""
    role = place.replace("-", "_")
    if slash and role in ROLES:
        return gettext("{table}, {role}").format(table=table, role=gettext(ROLES[role]))
    if slash and place[:1] == "P" and place[1:].isdecimal():
        return gettext("{table}, seat {seat}").format(table=table, seat=place[1:])
    return terminal
