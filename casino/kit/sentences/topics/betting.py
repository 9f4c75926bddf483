"""Bets that are placed and taken off."""

from casino.kit.sentences.marks import Listing
from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "placed-before-open": _("bets are not open: no bet is placed before faites vos jeux"),
    "placed-after-close": _("bets of coup {coup} are closed: no bet is placed"),
    "placed-while-paying": _("coup {coup} is being paid: no bet is placed before bets are open again"),
    "taken-off-before-open": _("bets are not open: no bet is taken off before faites vos jeux"),
    "taken-off-after-close": _("bets of coup {coup} are closed: no bet is taken off"),
    "taken-off-while-paying": _("coup {coup} is being paid: no bet is taken off before bets are open again"),
    "taken-back-before-paid": _(
        "coup {coup} is being paid: a stake is taken back when all payments are done"
    ),
    "taken-back-while-ball-runs": _("the ball of coup {coup} runs: no stake is taken back"),
    "chips-found-after-close": _("bets are not open: chips that are found on the cloth now are a late bet"),
    "no-stake-lies-on": _("no winning stake of {player:player} lies on"),
    "bet-not-on-cloth": Listing(_("{ref:stake} does not lie on the cloth"), _("; these do: {lying}")),
    "bet-of-seat-plays-on": _("{ref:stake} was staked from a seat's balance: it is confirmed and plays on"),
    "bet-in-prison-is-bound": _(
        "{ref:stake} is in prison: it stays, is split or is moved to another even chance"
    ),
}
