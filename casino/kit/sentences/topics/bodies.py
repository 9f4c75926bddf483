"""Sentences about a request's body that is not JSON or not of the documented form."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
    "not-json-at": _("not JSON at line {line}, column {column}: {fault:json_fault}"),
    "not-json-readable": _("not JSON that can be read: {fault:json_fault}"),
    "json-key-twice": _("the key '{key}' stands twice in one object"),
    "value-of-another-type": _("right would be {right:json_type}, and this is {found:json_type}"),
    "key-of-another-type": _(
        "a key of it is wrong: right would be {right:json_type}, and this is {found:json_type}"
    ),
    "key-unknown": _("no such key; there are {fields}"),
    "value-missing": _("the key '{key}' is missing"),
    "value-not-among": _("{value} is none of the values here; right would be {right:or}"),
    "value-unreadable": _("it cannot be read as {right:json_type}"),
    "value-too-small": _("{least} is the least here"),
    "value-too-large": _("{most} is the most here"),
    "text-too-short": ngettext_noop(
        "text here has at least {least} character", "text here has at least {least} characters", by="least"
    ),
    "text-too-long": ngettext_noop(
        "text here has at most {most} character", "text here has at most {most} characters", by="most"
    ),
    "text-with-line-break": _("it has a line break: write it on one line"),
    "text-unreadable": _(
        "it has a character that cannot be read ({character}): write it without this character"
    ),
    "text-of-another-pattern": _("text here is written by the pattern {pattern}"),
    "list-too-short": ngettext_noop(
        "the list has at least {least} entry", "the list has at least {least} entries", by="least"
    ),
    "list-too-long": ngettext_noop(
        "the list has at most {most} entry", "the list has at most {most} entries", by="most"
    ),
    "value-undocumented": _("it is not of the documented form"),
}
