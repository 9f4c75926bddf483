"""The course of a coup: launches, hanging balls, numbers, null coups, suspended play and the last coup."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "opened-while-paying": _("coup {coup} is being paid: bets open again when its payments are confirmed"),
    "no-ball-runs-of-launch": _(
        "no ball runs of launch {launch} of coup {coup}: which way it runs is told while it does"
    ),
    "null-coup-reason-unknown": _(
        "{reason:reason} is no reason for a null coup; these are: {reasons:reason}"
    ),
    "no-coup-to-annul": _("no coup is running that could be null"),
    "null-coup-before-launch": _(
        "no ball of coup {coup} was launched: a coup is null after its launch. Record the launch first"
    ),
    "no-number-waits": _("no number of coup {coup} waits to be confirmed"),
    "numbers-dismissed-without-reason": _("the reason is missing: enter why these numbers are dismissed"),
    "too-many-numbers-wait": _(
        "{number} is not taken: {limit} numbers wait already; confirm or dismiss them first"
    ),
    "no-ball-to-hang": _("no ball runs that could hang: launch it first"),
    "ball-hangs": _(
        "the ball of coup {coup} hangs: no bet is added or taken until it runs again or the coup is null"
    ),
    "turns-below-nothing": _("a ball makes no turns, or some"),
    "no-ball-to-count-turns-of": _("no ball runs of which turns could be counted"),
    "no-number-of-coup": _("no number of coup {coup} is at hand, to be confirmed or contradicted"),
    "ball-stopped-and-fell": _("the ball was stopped, or it fell into {number}: one of the two is right"),
    "number-not-on-wheel": _("{value} is not on this wheel; its numbers are 0 to {highest}"),
    "number-not-on-wheel-with-00": _("{value} is not on this wheel; its numbers are 00 and 0 to {highest}"),
    "no-number-disputed": _("no two numbers stand against each other"),
    "number-not-reported": _("{value} was not reported by anybody for coup {coup}; {numbers:and} were"),
    "number-decided-without-reason": _("the decision needs its reason"),
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
    "last-coups-to-announce": _(
        "the last {count} coups were not announced: announce them, play them, then close"
    ),
    "last-coup-to-play": _("coup {coup}, announced as the last one, has not been played yet"),
}
SUBJECTS = {
    "suspension": _("to suspend play"),
    "resumption": _("to resume play"),
    "null-coup": _("the null coup"),
    "revoke-last-coup": _("to take the last coup back"),
    "resolve-discrepancy": _("which number stands"),
    "doubt-dismissed": _("that no number fell"),
}
