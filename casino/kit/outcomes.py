"""Outcome of a stake, in a word or two, for payout sheets and comparisons with them."""

from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop as _

NO_PRIZE = {
    "won": _("won, all of it over the maximum"),
    "lost": _("lost"),
    "halved": _("half returned"),
    "imprisoned": _("in prison"),
    "still-imprisoned": _("still in prison"),
    "freed": _("freed and returned"),
    "divided": _("divided"),
}
"""Words of a line without a prize, by its outcome."""


def in_prison(level: int, *, still: bool = False) -> str:
    """Return the words of an imprisoned stake: a level is a zero that binds it."""
    if level == 1:
        return gettext("still in prison") if still else gettext("in prison")
    text = gettext("still in prison {count} times") if still else gettext("in prison {count} times")
    return text.format(count=level)


def outcome_in_words(outcome: str, *, prize: int, level: int | None) -> str:
    """Return the outcome of a stake in words: `won`, `lost`, `in prison 2 times`."""
    if outcome == "won" and prize:
        return gettext("won")
    if level:
        return in_prison(level, still=outcome == "still-imprisoned")
    return gettext(NO_PRIZE[outcome])
