"""What the owner of an imprisoned stake chooses."""

from casino.kit.sentences.marks import Listing
from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-prison-here": _("this rulebook knows no prison"),
    "no-partage-here": _("this rulebook does not split imprisoned stakes"),
    "no-move-in-prison-here": _("this rulebook does not move imprisoned stakes"),
    "prison-choice-after-close": _("bets of coup {coup} are closed: the stake stays as it lies"),
    "no-prison-choice-open": Listing(_("{ref:stake} has no choice open"), _("; these have: {open}")),
    "already-split": _("{ref:stake} was already split"),
    "no-such-prison-choice": _("{choice}: an imprisoned stake can stay, partage or move:<even chance>"),
    "moved-to-no-even-chance": _(
        "{bet:bet} is no even chance: an imprisoned stake moves to one of {chances:bet}"
    ),
}
