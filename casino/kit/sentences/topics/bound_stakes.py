"""Stakes in prison, and what their owners may choose."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "stake-in-no-prison": _("{rulebook} has no prison, so {ref:ref} cannot lie there"),
    "bet-in-no-prison": _("{rulebook} has no prison, so {bet:bet} cannot lie there"),
    "choice-without-prison": _("'{ref:ref}' has no choice in this coup: it is not in prison"),
    "prison-choice-unknown": _("'{ref:ref}' cannot '{choice}': it can stay, partage or move:<even chance>"),
    "prison-choice-without-zero": _("'{ref:ref}' has no choice in this coup: only a zero gives one"),
    "partage-not-allowed": _("'{ref:ref}' cannot be divided: this rulebook has no partage"),
    "prison-move-not-allowed": _("'{ref:ref}' cannot move: this rulebook moves no imprisoned stake"),
    "prison-choice-of-divided-stake": _("'{ref:ref}' cannot {choice}: at this zero it is divided by itself"),
    "prison-move-to-no-bet": _("'{ref:ref}' cannot move to '{to:bet}': {why:refusal}"),
    "prison-move-to-no-even-chance": _(
        "'{ref:ref}' cannot move to '{to:bet}': only to another even chance ({chances:bet})"
    ),
}
