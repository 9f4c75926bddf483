"""What a payout line says beside its money."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "rounded-up": _("does not divide evenly: rounded up, to the player's side"),
    "excess-returned": _("over the maximum: the excess wins no prize and is returned"),
    "replay-prize-rounded-up": _("the prize does not divide evenly: rounded up, to the player's side"),
    "replay-rest-paid-out": _(
        "{all:money} makes {times} x {unit:money}; the rest, {rest:money}, is paid out"
    ),
    "replay-of-other-number": _("from the payment of {number}, which does not stand: put right by hand"),
}
