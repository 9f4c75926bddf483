"""Chips as they are laid: whose, where, on which layout, of what value and colour."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
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
        "{colour} chips with a face value: a chip carries its value or is of a colour, not both"
    ),
    "colour-at-face-value-table": _(
        "{colour} chips: this table is played with face-value chips only, it has no colours"
    ),
    "played-with-colours-only": _(
        "{bet:bet}: it is played with chips of a colour, not with face-value chips"
    ),
    "no-face-value-there": _(
        "{bet:bet}: chips with a face value lie on {kinds:bet} only; elsewhere the chips are of a colour"
    ),
}
