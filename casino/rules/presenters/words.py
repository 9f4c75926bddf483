"""English labels for the choices of a rulebook's rules; gettext has the other languages."""

from casino.kit.sentences.marks import gettext_noop

LIMITS = {
    "ratio-at-most": gettext_noop(
        "A table's maximum is at most this multiple of its minimum; amounts are for the minimum named here."
    ),
    "ratio-exact": gettext_noop(
        "A table's maximum is exactly this multiple of its minimum; amounts are for the minimum named here."
    ),
    "posted": gettext_noop("Limits are posted at the table; these are those of a new table's sign."),
}
"""Sentences by the kind of the rule on limits."""

AT_ZERO = {
    "lose": gettext_noop("loses"),
    "half": gettext_noop("loses half"),
    "prison": gettext_noop("goes to prison"),
}
"""Effect of zero on a stake on an even chance."""

RELEASE = {
    "first-win": gettext_noop("A single win frees the whole stake."),
    "win-per-level": gettext_noop("It takes as many wins to free a stake as it was imprisoned times."),
}
"""Release of a stake from prison."""

RELEASE_REDUCED = gettext_noop("A single win frees the stake, halved once for each zero after the first.")
"""Release from prison if further zeros reduce the stake."""

AT_LAST_COUP = {
    "divided": gettext_noop("What lies there after the last coup of the day is divided with the bank."),
    "returned": gettext_noop("What lies there after the last coup of the day goes back whole."),
    "kept": gettext_noop("What lies there after the last coup of the day is lost."),
    "next-day": gettext_noop("What lies there after the last coup of the day waits for the next day."),
}
"""End of a stake in prison at the end of a day."""

REPLAYS = {
    ("same", "beside"): gettext_noop(
        "As many chips as before, all from the payment; the winning chips lie on beside them."
    ),
    ("same", "counts"): gettext_noop("As many chips as before, less the winning ones that stay."),
    ("whole", "counts"): gettext_noop("As many whole bets as win and stake make; the rest is paid out."),
    ("whole", "beside"): gettext_noop(
        "As many whole bets as the win makes; the winning chips lie on beside them, the rest is paid out."
    ),
}
"""Stakes of a replay, by its pieces and by the course of the winning stake."""
