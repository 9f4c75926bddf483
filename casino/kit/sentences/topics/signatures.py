"""Who has to sign, and has not."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "signature-missing": _("{subject:subject}: {role:role} has not signed"),
    "signature-in-charge-missing": _(
        "{subject:subject}: the chef de table or the pit boss has to sign, and nobody did"
    ),
    "signature-not-allowed": _("{subject:subject}: nobody has signed who may"),
    "countersignature-missing": _("{subject:subject} by two people: nobody has signed beside"),
    "second-signature-missing": _("{subject:subject} is signed by two people: nobody has signed beside"),
    "croupier-without-position": _("{subject:subject}: {name} has no position at {table}"),
}
