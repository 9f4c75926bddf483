"""Table's day: its opening, its closing, and emergency closes."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
    "opening-not-as-registered": _(
        "{table} opens with another {field} than the register has. Leave the field out, or change the register"
    ),
    "table-already-opened": _("{table} was already opened on {day}"),
    "gaming-day-malformed": _("“{day}” is no day; 2027-05-31 is how one is written"),
    "rulebook-not-yet-in-force": _(
        "{day:day}: version {version} of these rules is in force from {since:day} on, and not yet"
    ),
    "rulebook-no-longer-in-force": _(
        "{day:day}: version {version} of these rules was in force until {until:day}, and is no longer"
    ),
    "rulebook-text-changed": _(
        "the text of {rulebook} version {version} was changed after tables were opened by it; restore the file, or "
        "give the new text a higher version"
    ),
    "wheel-not-of-rulebook": _("a wheel of {wheel} numbering: this rulebook is played on {known:or}"),
    "double-table-not-allowed": _("a double table: this rulebook is played on one layout to a wheel"),
    "face-value-only-not-allowed": _(
        "a table with face-value chips only: this rulebook has no chips of colours beside them"
    ),
    "cylinder-not-registered": _(
        "the diameter of the wheel's cylinder is not registered; {smallest_mm} to {largest_mm} mm is right"
    ),
    "cylinder-of-wrong-size": _(
        "the wheel's cylinder measures {value} mm; {smallest_mm} to {largest_mm} mm is right"
    ),
    "cylinder-not-measured": _(
        "the diameter of the wheel's cylinder is not registered; register one of {smallest_mm} mm or more"
    ),
    "cylinder-too-narrow": _("the wheel's cylinder measures {value} mm; use one of {smallest_mm} mm or more"),
    "ball-not-of-table": _("ball {ball} is in play, but the table has {balls}"),
    "ball-named-twice": _(
        "ball {ball} is there more than once: each of the table's balls has a letter of its own"
    ),
    "too-few-balls": _("the table has {balls} balls; it needs {needed}, used by turns"),
    "ball-of-wrong-size": _(
        "ball {ball} measures {diameter_mm:measure} mm; "
        "{smallest_mm:measure} to {largest_mm:measure} mm is right"
    ),
    "spinner-seat-empty": _("{position} is to spin, but nobody sits there"),
    "table-not-open": _("the table is not open"),
    "table-closed": _("{table} was closed for {day}"),
    "two-numbers-reported": _("two numbers are reported for coup {coup}; the chief decides first"),
    "number-to-confirm": _("{number} waits to be confirmed as the number of coup {coup}"),
    "payments-open": _("payments of coup {coups} are still open"),
    "bets-on-cloth": ngettext_noop(
        "{count} bet lies on the cloth; play the coup or withdraw it",
        "{count} bets lie on the cloth; play the coup or withdraw them",
        by="count",
    ),
    "closed-while-coup-runs": _("coup {coup} is running; the table closes between coups"),
    "nothing-left-open": _("an emergency close: nothing is left open, so the table closes as on any day"),
    "no-forced-close-to-explain": _("no emergency close waits for an explanation"),
    "forced-close-explained-without-words": _(
        "the emergency close is explained in words: say how it was reconciled"
    ),
    "forced-close-not-explained": _(
        "{day} was closed in an emergency with {left:part} left open: say how it was reconciled, with two "
        "signatures, before {before:moment}"
    ),
    "forced-close-without-reason": _("an emergency close needs its reason"),
    "forced-close-not-ordered": _("an emergency close is ordered by the pit boss, who has not signed"),
    "forced-close-not-countersigned": _(
        "an emergency close: the games inspector, the public controller or the chef de table has not countersigned"
    ),
    "reopened-while-open": _("{table} is open for {day}: there is no closing to undo"),
    "reopening-without-reason": _("a table is opened again for a reason: say why its closing was a mistake"),
    "reopening-not-ordered": _(
        "a table is opened again by the pit boss or the management, and neither has signed"
    ),
    "reopening-not-countersigned": _(
        "a table is opened again with two signatures: a second person of the management, the pit, the games "
        "inspection or the chef de table has not signed"
    ),
    "reopened-on-another-day": _("the gaming day of {table}, {day}, is over: open it for the new one"),
    "reopened-with-another-wheel": _("the wheel that {table} was opened with no longer stands there"),
    "reopened-with-other-balls": _("other balls lie at {table} than it was closed with"),
    "slip-left-open": _("slip {slip}"),
    "box-left-open": _("box {serial}"),
    "day-not-current": _("“{day}” is not the current gaming day; open the table for {today:day}"),
    "notes-left-open": _("{amount:money} in notes, in no box"),
    "notes-in-no-box": _("notes in no box"),
    "closing-count-left-open": _("the closing count of the float"),
    "float-left-with-more": _("the float, counted {difference:money} more than was handed on"),
    "float-left-with-less": _("the float, counted {difference:money} less than was handed on"),
    "float-left-with-other-chips": _(
        "the float, counted with other chips than were handed on, worth as much together"
    ),
    "colour-chips-left-open": _("{count} {colour:colour} chips of {player}"),
    "recorded-in-words": _("{words}"),
}
SUBJECTS = {
    "forced-close-explained": _("the emergency close is explained"),
    "early-close": _("to close a table whose play is suspended"),
}
