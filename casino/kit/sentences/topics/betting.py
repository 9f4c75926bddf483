"""Bets laid, moved, withdrawn, late or repeated aloud: chips, place and value."""

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
    "chips-found-for-a-seat": _("seat {seat:player} bets from its balance. Place the bet at the seat"),
    "chips-found-after-close": _("bets are not open: chips that are found on the cloth now are a late bet"),
    "no-stake-lies-on": _("no winning stake of {player:player} lies on"),
    "no-bets-to-lift": _("no bet of {player:player} lies free"),
    "no-bets-of-last-coup": _("{player:player} had no bet in the last coup"),
    "bets-lie-as-before": _("all that {player:player} had in the last coup lies already"),
    "no-bets-to-double": _("no bet of {player:player} lies free that could be doubled"),
    "bet-not-on-cloth": Listing(_("{ref:stake} does not lie on the cloth"), _("; these do: {lying}")),
    "bet-of-seat-plays-on": _("{ref:stake} was staked from a seat's balance: it is confirmed and plays on"),
    "bet-in-prison-is-bound": _(
        "{ref:stake} is in prison: it stays, is split or is moved to another even chance"
    ),
    "bet-without-player": _("a bet needs its player: a seat, a colour or an alias"),
    "bet-for-nobody": _("a bet for somebody else needs that player: a seat, a colour or an alias"),
    "not-the-one-layout": _("layout {value}: this table has one, layout 1"),
    "no-layout-of-two": _("layout {value}: this double table has layouts 1 and 2"),
    "bet-of-nothing": _("a bet of {value:money}: a stake is more than nothing"),
    "announced-without-amount": _("{bet:bet} for {value:money}: an announcement comes with its amount"),
    "announced-without-amount-or-advance": _(
        "{bet:bet} for {value:money}: an announcement comes with its amount, "
        "or is made on an advance that was signed for"
    ),
    "chip-of-nothing": _("a chip of {value:money}: a chip is worth more than nothing"),
    "not-made-up-of-chips": _(
        "{bet:bet}: {value:money} is not made up of chips of {chip:money}; {right:refusal}"
    ),
    "not-made-up-of-equal-pieces": _(
        "{bet:bet}: {value:money} is not made up of {pieces} equal pieces in chips of {chip:money}; "
        "{right:refusal}"
    ),
    "chips-of-unnamed-colour": _("chips of a colour without a name: say which colour, as yellow, or none"),
    "colour-with-face-value": _(
        "{colour:colour} chips with a face value: a chip carries its value or is of a colour, not both"
    ),
    "colour-at-face-value-table": _(
        "{colour:colour} chips: this table is played with face-value chips only, it has no colours"
    ),
    "played-with-colours-only": _(
        "{bet:bet}: it is played with chips of a colour, not with face-value chips"
    ),
    "no-face-value-there": _(
        "{bet:bet}: chips with a face value lie on {kinds:bet} only; elsewhere the chips are of a colour"
    ),
    "bet-while-ball-runs": _("the ball of coup {coup} runs: only {role:role} accepts a bet now"),
    "late-bet-refused-without-reason": _("a bet is refused with its reason"),
    "no-late-bet-here": _("no bet is accepted after its time here: one that comes takes no part"),
    "no-bet-late-while-open": _("no bet is late now: place it like any other"),
    "no-bet-late-without-ball": _("no bet is late now: no ball runs"),
    "no-chip-late-while-open": _("bets of coup {coup} are open: no chip is late"),
    "no-coup-to-be-late-for": _("no coup was opened today that a chip could be too late for"),
    "refused-announcement-not-named": _("a refused announcement says what was announced"),
    "refused-announcement-too-long": _(
        "what was announced has {limit} letters at most: the bet's name, or a few words, is right"
    ),
    "refused-announcement-below-nothing": _(
        "{value:money} cannot have come with an announcement: leave the amount empty where none came"
    ),
    "announcement-refused-without-reason": _("an announcement refused for another reason says which"),
    "announcement-refusal-not-entered": _("choose why the announcement is refused"),
    "announcement-not-entered": _("enter what was announced"),
    "late-bet-without-amount": _(
        "{bet:bet}: a late bet comes with its amount, and none was handed over. Place the amount, or refuse the bet"
    ),
    "late-bet-of-nothing": _("a late bet has chips of some value"),
    "moved-after-bets-closed": _(
        "bets of coup {coup} are closed: a bet is put right before rien ne va plus, "
        "and what is told after it is a dispute"
    ),
    "winning-stake-being-paid": _(
        "coup {coup} is being paid: {ref:stake} has won, and a stake is taken back when all payments are done"
    ),
    "losers-not-cleared": _("the losing chips of coup {coup} are not cleared yet: new bets come then"),
    "combination-being-paid": _(
        "{bet:bet} has won coup {coup} with {number}, which is being paid: "
        "a new bet comes there when all payments are done"
    ),
    "bet-not-repeated": _("{bet:bet}: {missing:repeater} must repeat it aloud before it counts"),
    "draft-chip-of-nothing": _("a chip of {value:money}: a stake is more than nothing"),
    "draft-chip-not-there": _("{bet:bet}: {value:money} is not there to be removed; {limit:pieces} is"),
    "no-bets-to-repeat": _("seat {seat} has no bets of a round before this one"),
    "round-not-repeated": _("the bets of round {round} are not repeated: {why:refusal}"),
    "round-not-repeated-together": _(
        "the bets of round {round} are not repeated ({bets:part}): {why:refusal}"
    ),
    "bet-repeated": _("{bet:bet} {amount:money}"),
}
SUBJECTS = {
    "late-bet": _("a late bet on {bet:bet}"),
    "late-bet-refusal": _("a late bet on {bet:bet} turned down"),
}
