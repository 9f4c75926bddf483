"""Alerts: findings of the watch over tables and wheels, and refusals of acts on an alert."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "alert-bias": _(
        "pockets of wheel {wheel} come too often: evidence of {evidence:count} in {spins:count} spins"
    ),
    "alert-bias-unregistered": _(
        "pockets of the wheel of {table} come too often: evidence of {evidence:count} in {spins:count} spins"
    ),
    "alert-drop-zone": _(
        "on wheel {wheel} some distances from the number before come too often: evidence of {evidence:count} in "
        "{spins:count} spins"
    ),
    "alert-drop-zone-unregistered": _(
        "on the wheel of {table} some distances from the number before come too often: evidence of "
        "{evidence:count} in {spins:count} spins"
    ),
    "alert-pace": _("{pace} coups an hour over {minutes} minutes, {target} wanted"),
    "alert-pace-fast": _(
        "{pace} coups an hour over {minutes} minutes, {target} wanted: the table is too fast"
    ),
    "alert-no-coup": _("no coup for {minutes} minutes at an open table"),
    "alert-rotor-slow": _(
        "the rotor makes {rpm:measure} turns a minute ({turn:measure} s a turn), and {least} are the least"
    ),
    "alert-rotor-fast": _(
        "the rotor makes {rpm:measure} turns a minute ({turn:measure} s a turn), and {most} are the most"
    ),
    "alert-direction": _("the ball ran {direction:direction} in {launches} launches in a row"),
    "alert-device-silent": _("reader {reader} has been silent for {minutes} minutes"),
    "alert-device-not-understood": _(
        "bytes of reader {reader} have arrived for {minutes} minutes, and none is a valid message"
    ),
    "alert-device-cut-off": _(
        "reader {reader} sends more than a reader does, and has been cut off for {minutes} minutes"
    ),
    "alert-device-fault": _("reader {reader} has reported a fault for {minutes} minutes"),
    "alert-unknown": _("no alert {alert} was raised at {table} on {day}"),
    "alert-unsigned": _("an alert is acknowledged by the staff: {roles:role} has to sign, and neither did"),
    "alert-known-already": _("{by} has acknowledged it already"),
    "alert-changed-meanwhile": _(
        "something happened to it meanwhile: look at it, and say again what is to be said"
    ),
}
