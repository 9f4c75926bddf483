"""Bets that come after their time."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "bet-while-ball-runs": _("the ball of coup {coup} runs: only {role:role} accepts a bet now"),
    "late-bet-refused-without-reason": _("a bet is refused with its reason"),
    "no-late-bet-here": _("no bet is accepted after its time here: one that comes takes no part"),
    "no-bet-late-while-open": _("no bet is late now: place it like any other"),
    "no-bet-late-without-ball": _("no bet is late now: no ball runs"),
    "no-chip-late-while-open": _("bets of coup {coup} are open: no chip is late"),
    "no-coup-to-be-late-for": _("no coup was opened today that a chip could be too late for"),
    "late-bet-of-nothing": _("a late bet has chips of some value"),
}
SUBJECTS = {
    "late-bet": _("a late bet on {bet:bet}"),
}
