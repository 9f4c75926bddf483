"""What became of a stake, in a word or two, as payout sheets and what is set beside them say it."""

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
"""Of a line without a prize, by its outcome."""


def in_prison(level: int, *, still: bool = False) -> str:
    """In prison so many times: a level is a zero that a stake lies under."""
    if level == 1:
        return gettext("still in prison") if still else gettext("in prison")
    text = gettext("still in prison {count} times") if still else gettext("in prison {count} times")
    return text.format(count=level)


def outcome_in_words(outcome: str, *, prize: int, level: int | None) -> str:
    """What became of a stake: `won`, `lost`, `in prison 2 times`."""
    if outcome == "won" and prize:
        return gettext("won")
    if level:
        return in_prison(level, still=outcome == "still-imprisoned")
    return gettext(NO_PRIZE[outcome])
