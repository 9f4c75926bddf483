"""PINs and signatures, the screens of seats, and what people ask of reports."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "pin-malformed": _("a PIN has {shortest} to {longest} digits"),
    "pin-guessable": _("a PIN of equal digits, or of digits in a row, is guessed first: choose another"),
    "signatory-unknown": _("{sign_in:person}: no colleague of that name signs here with a PIN"),
    "signs-beside-themselves": _("{name} acts and cannot sign beside: a colleague signs"),
    "pin-wrong": _("that is not the PIN of {name}"),
    "pin-to-be-changed": _("{name} has to set another PIN: {why:refusal}"),
    "pins-of-too-many-mistyped": _(
        "the PINs of too many people were mistyped beside {by}: not before {until:date_and_time}"
    ),
    "pin-mistyped-too-often": _(
        "the PIN of {name} was mistyped too often here: not before {until:date_and_time}"
    ),
    "new-pins-differ": _("the two new PINs are not the same: type the new one twice"),
    "old-pin-wrong": _("that is not your old PIN"),
    "password-wrong": _("that is not your password"),
    "seats-of-closed-table": _("table {table} is closed: open its day first, a seat's screen ends with it"),
    "table-without-seat-screens": _("table {table} has no seats with screens of their own"),
    "seat-number-wrong": _("{seat} is no seat: a seat is a number from 1 to {highest}"),
    "screen-code-invalid": _(
        "this code is not valid any more: ask for a new one, each opens one screen once"
    ),
    "screen-unknown": _("table {table} has no such screen"),
    "inspection-unsigned": _("who inspected it signs: a pit boss or a games inspector"),
    "too-many-reports": _(
        "{reports} reports of this house are being made; wait until one is done, or throw one away"
    ),
}
