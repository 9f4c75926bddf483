"""What people say to a violation after it was raised."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "violation-unknown": _("no violation {violation} was raised at {table} on {day}"),
    "violation-changed-meanwhile": _(
        "it was {status:violation_status} meanwhile: look at it, and say again what is still to be said"
    ),
    "violation-known-already": _("it is {status:violation_status}, and so known already: explain it"),
    "violation-still-open": _(
        "it is {status:violation_status}, and still open: only an ended one is opened again"
    ),
    "violation-ended": _("it was {status:violation_status}: an inspector may open it again, with a reason"),
    "violation-words-missing": _("say {what:violation_words}, in words"),
    "violation-words-too-long": _("{what:violation_words}: {limit} characters at most are right"),
    "acknowledgement-unsigned": _(
        "a violation is acknowledged by the staff: {roles:role} has to sign, and neither did"
    ),
    "explanation-unsigned": _(
        "a violation is explained by the staff: {roles:role} has to sign, and neither did"
    ),
    "upholding-unsigned": _(
        "a violation is upheld by an inspector: {roles:role} has to sign, and neither did"
    ),
    "dismissal-unsigned": _(
        "a violation is dismissed by an inspector: {roles:role} has to sign, and neither did"
    ),
    "reopening-unsigned": _(
        "a violation is opened again by an inspector: {roles:role} has to sign, and neither did"
    ),
}
