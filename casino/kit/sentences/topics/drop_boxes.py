"""Drop boxes at the table: placed, removed, replaced."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "box-in-place": _("box {serial} is in place at {table}: it is removed first"),
    "no-box-to-remove": _("box without a serial is not in place at {table}: there is none"),
    "box-removed-without-serial": _("box without a serial is not in place at {table}: {there} is"),
    "no-box-in-place": _("box {serial} is not in place at {table}: there is none"),
    "another-box-in-place": _("box {serial} is not in place at {table}: {there} is"),
    "box-removal-reason-unknown": _("box {serial} is removed for a reason: {reasons}"),
    "box-replaced-by-itself": _("box {serial} is replaced by another one"),
    "box-not-removed": _("box {serial} is in place: it is removed before the table closes"),
    "cash-without-box": _("box {serial} has left, and {amount:money} came since: place one for it"),
    "box-serial-malformed": _(
        'box "{serial}" has no such serial: capital letters, digits and hyphens are right, as in RF1-A'
    ),
}
SUBJECTS = {
    "box-placed": _("box {serial} is placed"),
    "box-removed": _("box {serial} is removed"),
}
