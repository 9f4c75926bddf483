"""Fills and credits where they touch the table."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "slip-number-malformed": _("'{slip}' is not a slip's number, which looks like F-000123 or C-000045"),
    "slip-is-no-fill": _("slip {slip} is no fill's"),
    "slip-is-no-credit": _("slip {slip} is no credit's"),
    "slip-asked-for-before": _("slip {slip} was asked for before: a new one has a number of its own"),
    "closing-fill-before-closing-count": _(
        "a closing fill comes after the closing count: count the float first"
    ),
    "closing-credit-before-closing-count": _(
        "a closing credit comes after the closing count: count the float first"
    ),
    "slip-voided-without-reason": _("{slip} is voided with a reason only"),
    "chips-wait-for-opening": _(
        "{table} was closed for {day}: its float is counted and locked, "
        "and chips come into it and leave it once the table is open again; "
        "a slip of which nothing moves at the table is voided at any time"
    ),
    "slips-open": _("slip {slips} is open: receive the fill, hand the credit over, or void it first"),
    "slip-without-number-not-open": _("slip without a number is not open at this table; open: {open}"),
    "slip-not-open": _("slip {slip} is not open at this table; open: {open}"),
}
SUBJECTS = {
    "fill": _("a fill"),
    "credit": _("a credit"),
    "slip": _("slip {slip}"),
    "fill-asked-for": _("a fill is asked for"),
    "credit-asked-for": _("a credit is asked for"),
    "fill-received": _("fill {slip} is received"),
    "credit-handed-over": _("credit {slip} is handed over"),
    "slip-voided": _("{slip} is voided"),
    "slip-chips-come-back": _("the chips of {slip} come back"),
}
