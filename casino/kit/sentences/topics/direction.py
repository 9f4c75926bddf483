"""Suspending and resuming play, and the last coup."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "play-suspended": _("play is suspended since {since:time} ({reason}): resume it first"),
    "suspension-reason-unknown": _("{reason} is no reason to suspend play; these are: {reasons}"),
    "suspension-reason-missing": _("a suspension needs its reason"),
    "suspended-while-ball-runs": _(
        "the ball of coup {coup} runs: its bets are kept, and returned once the coup is null"
    ),
    "suspended-while-paying": _("coup {coup} is being paid: pay it, and then return what lies"),
    "control-notice-missing": _("the notice needs its words: to whom, how, what"),
    "control-notice-not-due": _("there is no suspension that control has not been told of"),
    "control-not-notified": _("control has not been told of the suspension: record the notice first"),
    "last-coup-while-ball-runs": _(
        "the ball of coup {coup} runs: the last coup is announced before it, or after its number"
    ),
    "last-coup-not-announced": _("no last coup is announced"),
    "last-coup-revoked-without-reason": _("the announcement is taken back with a reason only"),
    "last-coup-was-played": _(
        "coup {coup} was announced as the last one: close the table, or take the announcement back"
    ),
    "bet-after-last-coup": _("coup {last} was announced as the last one: no bet comes in coup {coup}"),
    "last-coup-to-announce": _("the last coup was not announced: announce it, play it, then close"),
    "last-coup-to-play": _("coup {coup}, announced as the last one, has not been played yet"),
}
