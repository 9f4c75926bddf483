"""The course of a coup, and null coups."""

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
    "no-number-waits": _("no number of coup {coup} waits to be confirmed"),
}
