"""Missing and unreadable entries of a form."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "bet-not-touched": _("touch the cloth"),
    "decider-not-entered": _("say who decided it"),
    "place-of-chips-not-entered": _("say where the chips lay"),
    "disputing-seat-not-entered": _("say which seat disputes the coup"),
    "paid-line-not-entered": _("touch the line that is paid"),
    "differing-line-not-entered": _("choose the line that was paid differently"),
    "paid-amount-not-entered": _("say what was paid"),
    "placed-box-not-entered": _("say which box is placed, by its serial"),
    "tips-shift-not-entered": _("say which shift's tips were counted"),
    "moved-bet-not-entered": _("choose the bet that is moved"),
    "new-place-not-entered": _("say where it should lie"),
    "player-not-entered": _("choose the player first"),
    "bet-not-entered": _("touch the cloth, or say the bet in words"),
    "number-not-entered": _("choose the number first"),
    "claimant-not-entered": _("say who claims it"),
    "stake-not-entered": _("choose the stake first"),
    "colour-not-entered": _("choose the colour first"),
    "holder-of-chips-not-entered": _("choose who has them"),
    "symbol-not-entered": _("say which symbol the chips bear"),
    "announced-bet-not-entered": _("say the announced bet in words"),
    "seat-not-entered": _("choose the seat first"),
    "turns-not-entered": _("say how many full turns the ball made"),
    "wheel-serial-not-entered": _("write the wheel's serial number"),
    "ball-serial-not-entered": _("write the ball's serial number"),
    "filled-table-not-entered": _("choose the table that is filled in"),
    "pieces-not-entered": _("say how many pieces there are of each value"),
    "basis-not-entered": _("say how it is known where the chips lay"),
    "dispute-outcome-not-entered": _("say what comes of the dispute"),
    "difference-outcome-not-entered": _("say what becomes of the difference"),
    "direction-not-entered": _("say which way the wheel runs, or the ball"),
    "corrected-cash-not-entered": _("say what was taken instead, or that nothing was"),
    "changing-seat-not-entered": _("choose the seat that changes"),
    "person-not-entered": _("choose who it is, or write the name"),
    "float-moment-not-entered": _("say whether the float is counted at the opening or at the closing"),
    "slip-kind-not-entered": _("say whether chips are to come (a fill) or to go (a credit)"),
    "handed-in-not-entered": _("say whether chips or notes are handed in"),
    "unknown-field": _("the form has a field that no screen sends"),
    "pockets-not-entered": _("choose the numbering, or type the numbers in their order, clockwise"),
    "condition-not-entered": _("say whether it was found fit or unfit"),
    "ball-place-not-entered": _("choose where the ball goes"),
    "place-in-rota-not-entered": _("choose the seat, or the break"),
    "turn-takers-not-entered": _("choose who takes turns at the table"),
    "amount-malformed": _(
        "“{entered}” is not an amount in {currency:currency}: write a number such as {example:figure}"
    ),
    "amount-decimals": _(
        "“{entered}” has too many decimals, {currency:currency} has {decimals:count}: write a number such as "
        "{example:figure}"
    ),
    "no-whole-number": _("“{entered}” is no {what:counted}"),
    "diameter-malformed": _("“{entered}” is no diameter in millimetres"),
    "time-skipped": _("{entered} does not occur: the clocks go forward over it; enter another time"),
    "time-occurs-twice": _("{entered} occurs twice: the clocks go back over it; choose {first} or {second}"),
    "moment-malformed": _("“{entered}” is no date with its time"),
    "weight-malformed": _("“{entered}” is no weight in grams"),
    "pocket-malformed": _("“{entered}” is no number of a pocket"),
    "direction-malformed": _("“{entered}” is no way round: clockwise or anticlockwise"),
    "field-too-long": _(
        "{field}: {characters:count} characters are too many, {longest:count} at most can be taken"
    ),
    "field-unreadable": _("{field}: {fault:refusal}"),
    "acknowledgement-with-words": _(
        "acknowledge goes without words: say them by themselves, or leave them out"
    ),
    "box-removal-without-reason": _("say why the box is removed: {reasons}"),
    "no-number-in-coup": _("no number fell in coup {coup}"),
    "opening-form-of-another-day": _("the gaming day is {day:short_day} by now: look at the form again"),
    "seat-unknown": _(
        "“{seat:player}” is no seat of this table: choose the player by the colour of the chips"
    ),
    "seat-not-of-table": _("“{seat:player}” is no seat of this table"),
    "table-moved-on": _(
        "the table had moved on when this was pressed ({phase:phase}, coup {coup}): "
        "nothing was done, look and press again"
    ),
}
