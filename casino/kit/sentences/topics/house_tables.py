"""The tables of a casino, opened in the order of their days, with equipment that is nowhere else; rulebooks."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "table-unknown": _("no table {table} is registered; there are: {tables}"),
    "table-never-opened": _("table {table} was never opened"),
    "command-for-another-table": _("the command opens {named}, but it was given to {table}"),
    "table-open-for-earlier-day": _("{table} is still open for {day}; that day is closed first"),
    "day-before-the-last": _("{table} has already played {last}; {day} is before it"),
    "happens-in-the-future": _("it is said to have happened at {at:second}, which is still to come"),
    "happened-before-the-opening": _("{table} was opened at {opened:second}; nothing happened before that"),
    "chip-symbol-in-use": _(
        "the chips of {other}, which is open, bear the symbol {symbol}: those of {table} need another"
    ),
    "chip-symbol-registered": _(
        "the chips of {other} bear the symbol {symbol}. Register another symbol for {table}"
    ),
    "box-in-place-elsewhere": _("box {serial} is in place at {table}: it is removed there first"),
    "no-draft-to-confirm": _("there is no bet to confirm: chips are placed first"),
    "round-confirmed-already": _(
        "seat {seat:player} has confirmed its bets of round {round}: nothing is added or withdrawn"
    ),
    "deadline-unknown": _("{rule}: there is no such deadline"),
    "warning-not-given": _("{case}: no deadline of that name has been warned of, or it is past"),
    "warning-known-already": _("{by} has acknowledged this warning already"),
    "table-code-taken": _("there is a table {table} already; a code is a table's own for ever"),
    "table-code-malformed": _(
        "'{table}' is no code of a table: 1 to 20 letters and digits, with hyphens between them"
    ),
    "table-code-reserved": _(
        "'{table}' is a word of the casino's own addresses, so no table has it for a code; right would be "
        "any other than {reserved}"
    ),
    "table-name-length": _("the name of a table has 1 to {longest} characters"),
    "table-word-too-long": _("the {what:table_word} of a table has at most {longest} characters"),
    "table-word-unreadable": _(
        "the {what:table_word} of a table has letters, digits and signs that can be read, and nothing else"
    ),
    "numbering-not-of-rulebook": _(
        "a wheel of {wheel} numbering: this rulebook is played on {wheels:either}"
    ),
    "double-table-not-played": _("a double table: this rulebook is played on one layout to a wheel"),
    "cylinder-diameter-wrong": _("a cylinder of {diameter_mm} mm: its diameter in millimetres is right"),
    "par-malformed": _("par is pieces by value in minor units, at least one of each that is named"),
    "table-colour-without-chips": _("of each colour the table has at least one chip"),
    "theory-of-drop-out-of-range": _(
        "what is held of the drop in theory is 0 to {whole} hundredths of a per cent"
    ),
    "ball-names-not-distinct": _("each ball of a table has a name of its own, such as A and B"),
    "ball-diameter-wrong": _(
        "ball {ball} of {diameter_mm:measure} mm: its diameter, up to {largest_mm} mm, is right"
    ),
    "rulebook-unknown": _("{rulebook}: no such rulebook; there are {rulebooks}"),
    "rulebook-version-unknown": _("{rulebook}: no version {version}; there are {versions}"),
    "rulebook-name-malformed": _(
        "{name}: names no rulebook; right would be its id, or id@version as in it-venezia@1"
    ),
    "two-versions-named": _("{name} and version {version}: two versions are named, and one is meant"),
    "other-rulebook-not-named": _(
        "say by which rulebook it is settled again: its id, or id@version as in it-venezia@1"
    ),
    "clause-unknown": _("{clause_asked}: no such clause in {rulebook}; there are {clauses}"),
}
SUBJECTS = {
    "acknowledge-warning": _("the acknowledgement of a warning"),
}
