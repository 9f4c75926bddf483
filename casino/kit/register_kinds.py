"""Names of the kinds of register entries, and of the changes of an entry."""

from typing import NamedTuple

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

HAPPENED = {
    "entry_registered": _("Registered"),
    "entry_changed": _("Changed"),
    "entry_withdrawn": _("Withdrawn"),
    "entry_secret_issued": _("New secret"),
}


class KindWords(NamedTuple):
    """Names of a kind: of one entry, of all, and of its code."""

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
        _("API client"),
        _("API clients"),
        _("Code"),
        _("Systems that sign in to the API, with their scopes."),
    ),
    "webhook": KindWords(
        _("Webhook"), _("Webhooks"), _("Code"), _("Addresses to which the feed of events is brought.")
    ),
    "witness": KindWords(
        _("Witness"), _("Witnesses"), _("Code"), _("Who outside the house cosigns the record's checkpoints.")
    ),
}


def kind_words(kind: str) -> KindWords:
    """Return the words of a kind in the reader's language."""
    return KindWords(*map(gettext, KIND_WORDS[kind]))
