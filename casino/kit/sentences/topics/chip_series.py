"""The house's series of chips at a table."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-rule-on-series": _(
        "{rulebook} has no rule on series of chips: they are not told apart at this table"
    ),
    "series-not-ended": _("series {series} has not ended; ended: {ended}"),
    "unnamed-series-not-ended": _("series without a name has not ended; ended: {ended}"),
    "old-series-of-nothing": _("chips of an old series are worth something"),
    "old-series-of-nobody": _("chips of an old series come from somebody: a seat, a colour or an alias"),
    "series-ended": _(
        "chips of series {series}: that series has ended, the cash desk alone exchanges it; "
        "in play: {in_play}"
    ),
    "series-not-in-play": _("chips of series {series}: the house has none; in play: {in_play}"),
}
