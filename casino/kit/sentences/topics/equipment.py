"""The balls of a table."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-such-ball": _("ball {ball} is not one of this table's: {balls}"),
    "ball-not-named": _("ball ? is not one of this table's: {balls}"),
    "ball-reason-unknown": _("{reason}: a ball is replaced for {reasons:or}"),
    "ball-replaced-without-reason": _("no reason: a ball is replaced for {reasons:or}"),
    "ball-not-measured": _("say what the new ball measures; ball {ball} measured {diameter:measure} mm"),
    "ball-of-other-diameter": _(
        "the new ball measures {diameter:measure} mm; {right:measure} mm is right, as ball {ball} measured"
    ),
}
