"""Other limits: announced, put in force with a new sign, or by a derogation."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "limits-changed-while-ball-runs": _(
        "coup {coup} is running: limits change before the ball is launched or after its number"
    ),
    "players-not-told": _("other limits are not in force yet: the players have not been told"),
    "sign-not-changed": _("other limits are not in force yet: the sign has not been changed"),
    "players-not-told-nor-sign-changed": _(
        "other limits are not in force yet: the players have not been told and the sign has not been changed"
    ),
    "no-limits-announced": _("no other limits were announced that a sign could show"),
    "no-derogation-needed": _("these limits need no derogation: the rulebook allows them"),
    "no-derogation-here": _("this rulebook grants no derogation from its maximums"),
    "derogation-without-authoriser": _("a derogation needs who authorises it"),
    "derogation-without-notice": _("a derogation needs the notice that the authority was given"),
}
