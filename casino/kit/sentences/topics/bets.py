"""Bets and players by their names: unknown, not allowed here, or not a whole number of chips."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "bet-in-foreign-digits": _(
        "{typed:typed}: {digits} is not among the digits 0 to 9, in which numbers are written"
    ),
    "kind-of-bet-forbidden": _("{bet:bet}: {reason}"),
    "bet-forbidden": _("{typed:typed}: {reason}"),
    "announced-bet-not-of-house": _("{bet:bet}: not among the announced bets of this casino"),
    "bet-not-on-this-wheel": _("{bet:bet}: not on the {wheel} numbering, only on the {wheels:or}"),
    "bet-laid-otherwise": _("{bet:bet}: {rulebook} lays it on other places"),
    "bet-of-record-not-known": _("{bet:bet}: {rulebook} has no such bet"),
    "bet-not-of-house": _("{bet:bet}: not among the bets of this casino"),
    "bet-not-named": _("nothing: not the name of a bet"),
    "bet-name-unknown": _("{typed:typed}: not the name of a bet"),
    "bet-name-near-others": _("{typed:typed}: not the name of a bet; did you mean {near:or}?"),
    "numbers-unread": _("{typed:typed}: numbers are written as in {example:bet}"),
    "bet-without-numbers": _("{bet:bet}: say on which numbers, as in {example:bet}"),
    "bet-named-without-numbers": _("{bet:bet}: is named without numbers"),
    "numbers-beyond-cloth": _("{bet:bet} {numbers:numbers}: the cloth has the numbers 0 to {highest}"),
    "number-named-twice": _("{bet:bet} {numbers:numbers}: names {twice} more than once"),
    "plein-of-several-numbers": _("{bet:bet} {numbers:numbers}: is one number"),
    "too-many-numbers": _("{bet:bet} {numbers:numbers}: names more numbers than any bet has"),
    "no-such-position": _("{bet:bet} {numbers:numbers}: {bet:no_position}; {near:and} are"),
    "announced-without-numbers": _("{bet:bet}: is announced without numbers"),
    "no-such-final": _("{bet:bet}: a final is one of {finals:and}"),
    "no-such-final-on-the-line": _("{bet:bet}: the finals on the line are {finals:and}"),
    "announced-around-no-number": _("{bet:bet}: say around which number"),
    "announced-beyond-cloth": _("{bet:bet}: the cloth has the numbers 0 to {highest}"),
    "neighbours-unknown": _("{bet:bet}: a number has {sides:or} neighbours each side, as in {example:bet}"),
    "announced-around-one-number": _("{bet:bet}: is laid around one number"),
    "amount-does-not-divide": _(
        "{bet:bet}: {value:money} does not divide into {pieces} chips; {right:refusal}"
    ),
    "not-a-sum-of-chips": _(
        "{bet:bet}: {value:money} is not a sum of the chips that are in use at this table; {right:refusal}"
    ),
    "chip-not-in-use": _(
        "{bet:bet}: a chip of {value:money} is not in use at this table. Use one of {chips:money}"
    ),
    "no-amount-fits": _("no amount does at this table"),
    "largest-that-fits": _("{amount:pieces} is the largest that does"),
    "smallest-that-fits": _("{amount:pieces} is the smallest that does"),
    "nearest-that-fit": _("{below:pieces} and {above:pieces} do"),
    "name-with-blanks": _('"{name}": a player\'s name begins and ends without blanks; "{right}" is right'),
    "name-unreadable": _(
        '"{name}": a player\'s name has letters, digits and signs that can be read, and nothing else'
    ),
    "name-too-long": _('"{name}": a player\'s name has {limit} characters at most, not {value}'),
    "name-in-unusual-letters": _(
        '"{name}": a player\'s name is written in the usual form of its letters; "{right}" is right'
    ),
}
