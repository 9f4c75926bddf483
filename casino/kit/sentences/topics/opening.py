"""What a table needs to open."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "table-already-opened": _("{table} was already opened on {day}"),
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
}
