"""A ball that hangs, and the turns that it makes."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-ball-to-hang": _("no ball runs that could hang: launch it first"),
    "ball-hangs": _(
        "the ball of coup {coup} hangs: no bet is added or taken until it runs again or the coup is null"
    ),
    "turns-below-nothing": _("a ball makes no turns, or some"),
    "no-ball-to-count-turns-of": _("no ball runs of which turns could be counted"),
}
