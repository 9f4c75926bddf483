"""Staff and screens: positions, the rota, signatures, PINs."""

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
    "rota-time-malformed": _("“{entered}” is no time: hours and minutes as 20:30 are right"),
    "named-twice": _("somebody is named twice: each person once is right"),
    "too-few-people": _(
        "{table} has {seats} seats to fill, and {people} people are named: {seats} at least are right"
    ),
    "alone-at-the-ball-too-long": _(
        "one person alone would be at the ball of {table} for longer than {minutes} minutes: "
        "two at least are right"
    ),
    "nobody-to-take-the-ball": _(
        "croupiers take turns at the ball of {table}, and one person is named: two at least are right"
    ),
    "nobody-can-leave": _(
        "nobody could leave {table}, where whoever spins stays for {minutes} minutes at most: "
        "{least} people at least are right"
    ),
    "nobody-can-rest": _(
        "{people} people fill the {seats} seats of {table} and nobody can rest: the casino sets a break "
        "after {minutes} minutes, so {least} at least are right"
    ),
    "turns-too-short": _(
        "{work_minutes} minutes of work until a break, as the casino sets, leave {turn_minutes} minutes for "
        "each of {turns} turns: {least_minutes} at least are right"
    ),
    "rota-entry-gone": _("that entry is not planned any more: look at the rota as it stands"),
    "break-with-a-position": _("who is on a break sits nowhere: name the table, or leave the position empty"),
    "on-a-break-then": _(
        "{name} is on a break from {begins:clock} to {ends:clock}, "
        "and cannot be in two places at once: another time or person is right"
    ),
    "at-a-table-then": _(
        "{name} is at {table} from {begins:clock} to {ends:clock}, "
        "and cannot be in two places at once: another time or person is right"
    ),
    "rota-end-before-begin": _(
        "it begins at {begins:clock} and ends at {ends:clock}: an end after {begins:clock} is right"
    ),
    "rota-position-unknown": _("position {position:name}: {table} has {positions}"),
    "rota-layout-unknown": _("layout {layout}: {table} has {layouts}"),
    "signature-missing": _("{subject:subject}: {role:role} has not signed"),
    "spins-at-another-table": _(
        "{name} spins at {tables:and}. Enter in “Change dealer” whether spinning ends there"
    ),
    "opened-with-spinner-of-another-table": _(
        "{name} spins at {tables:and}. Choose another dealer for the ball, or pass the ball there first"
    ),
    "signature-of-one-missing": _(
        "{subject:subject}: nobody has signed of {roles:role}. One signature is needed"
    ),
    "signature-in-charge-missing": _(
        "{subject:subject}: the chef de table or the pit boss has to sign, and nobody did"
    ),
    "signature-not-allowed": _("{subject:subject}: nobody has signed who may"),
    "countersignature-missing": _("{subject:subject} by two people: nobody has countersigned"),
    "second-signature-missing": _("{subject:subject} is signed by two people: nobody has countersigned"),
    "croupier-without-position": _("{subject:subject}: {name} has no position at {table}"),
    "pin-malformed": _("a PIN has {shortest} to {longest} digits"),
    "pin-guessable": _("a PIN of equal digits, or of digits in a row, is guessed first: choose another"),
    "signatory-unknown": _("{sign_in:person}: no colleague of that name signs here with a PIN"),
    "signs-beside-themselves": _("{name} acts and cannot countersign: a colleague signs"),
    "signatory-not-confirmed": _(
        "{name} has not been confirmed and counts in no act of two people: ask the management to confirm {name}"
    ),
    "signatory-made-by-the-other": _(
        "{maker} had a part in making the account of {name}, who has not been confirmed: the two cannot sign together; "
        "ask the management to confirm {name}"
    ),
    "signatories-of-one-maker": _(
        "The same person had a part in making the accounts of {name} and {other}, who have not been confirmed: the two "
        "cannot sign together; have one of them confirmed first"
    ),
    "pin-wrong": _("that is not the PIN of {name}"),
    "pin-to-be-changed": _("{name} has to set another PIN: {why:refusal}"),
    "pin-key-missing": _(
        "the key that the PIN of {name} was stored with is missing: an administrator resets the PIN"
    ),
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
        "{reports} reports of this casino are being made; wait until one is done, or throw one away"
    ),
}
SUBJECTS = {
    "excuse-time-at-ball": _("extended time at the ball"),
}
