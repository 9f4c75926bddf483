"""Who sits where, who spins, and for how long."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "positions-empty": _("nobody sits at {positions}"),
    "positions-empty-at-second-layout": _("nobody sits at {positions} of layout 2"),
    "staff-of-no-second-layout": _("staff of a second layout: this table has one"),
    "person-on-two-seats": _("{name} cannot sit on two seats at once"),
    "position-unknown": _("position {position}: the table has {positions}"),
    "layout-unknown": _("layout {layout}: this table has {layouts}"),
    "no-longer-time-at-ball": _("this rulebook lets nobody stay at the ball for longer: pass it on"),
    "no-spinner-known": _("nobody is known to spin"),
    "time-at-ball-without-notice": _(
        "a longer time at the ball needs the notice to the games inspector in words"
    ),
    "time-at-ball-without-cause": _("a longer time at the ball needs what compels it in words"),
}
