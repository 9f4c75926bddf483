"""Players' own colours of chips, and the series of chips at a table."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "no-colours-by-rulebook": _("{rulebook} gives no player a colour: chips are not counted by colour here"),
    "no-colours-at-face-value-table": _("this table is played with face-value chips only: it has no colours"),
    "no-colours-registered": _("no colours of chips are registered for {table}"),
    "colours-without-rule": _("a table with colours of chips: this rulebook gives no player a colour"),
    "colours-at-face-value-table": _(
        "a table with face-value chips only has no colours: register none, or play it with both"
    ),
    "colours-without-symbol": _("chips without face value bear the symbol of their table: register one"),
    "colour-without-chips": _("{colour:colour} with {value} chips: a colour has a name and chips"),
    "unnamed-colour": _("a colour without a name with {value} chips: a colour has a name and chips"),
    "colour-without-player": _("a colour needs its player: a seat, a colour or an alias"),
    "player-has-colour": _("{player:player} has {colour:colour} already: more of its chips are bought"),
    "all-colours-in-play": _("all {limit} colours of {table} are in play: one more player finds none"),
    "colour-taken": _("{colour:colour}: it is {player:player}'s; free: {free:colour}"),
    "colour-not-of-this-table": _("{colour:colour}: the table has no such chips; free: {free:colour}"),
    "chip-no-multiple-of-minimum": _(
        "a chip of {value:money}: its value is the minimum {limit:money} or a whole multiple of it"
    ),
    "chip-over-maximum-value": _(
        "a chip of {value:money}: its value is {limit:money} at most, the maximum of a {of:bet}"
    ),
    "chips-not-in-bank": _(
        "{value} {colour:colour} chips: one or more are bought, and the table has {limit}"
    ),
    "other-value-while-chips-out": _(
        "{out} {colour:colour} chips of {limit:money} are out: "
        "none is sold at {value:money} before they are exchanged"
    ),
    "player-without-colour": _(
        "{player:player} has no colour: before the first bet a free one is given a value (free: {free:colour})"
    ),
    "colour-without-value": _(
        "{colour:colour} chips have no registered value: give the colour to a player first (in play: {in_play:colour})"
    ),
    "colour-has-other-value": _(
        "{colour:colour} chips of {value:money}: {limit:money} is registered for one"
    ),
    "colour-below-minimum": _(
        "{colour:colour} chips are worth {value:money}, and the minimum is {limit:money} now: "
        "they are redeemed, or get a new value once all are handed back"
    ),
    "colour-no-multiple-of-minimum": _(
        "{colour:colour} chips are worth {value:money}, not a multiple of the minimum {limit:money}. "
        "Redeem them, or give them another value once all are handed back"
    ),
    "colour-over-maximum-value": _(
        "{colour:colour} chips are worth {value:money}, over the maximum {limit:money} for a chip. "
        "Redeem them, or give them another value once all are handed back"
    ),
    "colour-of-another": _("{colour:colour} is the colour of {owner:player}, not of {player:player}"),
    "more-chips-than-in-hand": _(
        "{bet:bet}: {value} {colour:colour} chips, but {player:player} has {limit}: more are bought first"
    ),
    "chips-with-other-symbol": _(
        "chips with the symbol {symbol}: chips with {own} alone are played at this table"
    ),
    "chips-without-symbol": _(
        "chips with the symbol of nobody: chips with {own} alone are played at this table"
    ),
    "chips-not-foreign": _(
        "chips with the symbol {symbol}: those of another table than this one's ({own}) are foreign"
    ),
    "foreign-chips-without-symbol": _(
        "chips with the symbol of nobody: those of another table than this one's ({own}) are foreign"
    ),
    "foreign-chips-of-nobody": _("foreign chips come from somebody, and are one or more"),
    "colour-not-in-play": _(
        "{colour:colour} is in nobody's play (in play: {in_play:colour}): its chips are late"
    ),
    "no-colour-in-play-named": _(
        "no colour is in nobody's play (in play: {in_play:colour}): its chips are late"
    ),
    "colour-never-here": _("{colour:colour}: the table has {colours:colour}"),
    "late-colour-not-named": _("no colour: the table has {colours:colour}"),
    "presented-without-count": _("say how many chips were handed back"),
    "colour-on-cloth": _(
        "{count} {colour:colour} chips lie on the cloth: the coup is played, or they are taken off, first"
    ),
    "colour-being-paid": _(
        "{colour:colour} played in coup {coup}, whose payments are open: they are confirmed first"
    ),
    "colour-not-counted": _("{value} {colour:colour} chips: they are counted first"),
    "other-count-of-colour": _("{value} {colour:colour} chips: {counted} were counted"),
    "more-chips-than-out": _("{value} {colour:colour} chips: {limit} are out, and no more are paid"),
    "redeemed-before-accepted": _(
        "{count} {colour:colour} chips of {each:money} are {amount:money}: "
        "paid once the player has checked and accepted it"
    ),
    "colours-out": _(
        "chips of colours are out: {out:part}; they are redeemed, or carried to the next day as late chips"
    ),
    "colour-box-none-here": _(
        "{table} has no boxes of colours: {colours:colour} are not counted with its float"
    ),
    "colour-box-unknown": _("{colour:colour}: the table has no box of this colour (boxes: {known})"),
    "colour-box-negative": _("{value} {colour:colour} chips in their box: none or more are counted"),
    "colour-box-overfull": _("{value} {colour:colour} chips in their box: the table has {limit}"),
    "colour-box-not-counted": _(
        "the boxes of colours are counted with the float: say how many chips are in that of {colours:and_of}"
    ),
    "colour-boxes-differ": _(
        "other chips were counted in the boxes of colours than the record has there ({colours:part}): "
        "count again, or explain it with two signatures, before {before:moment}"
    ),
    "colour-boxes-left-different": _("the boxes of colours, counted otherwise ({colours:part})"),
    "colour-box-has-more": _("{count} {colour:colour} too many"),
    "colour-box-has-less": _("{count} {colour:colour} missing"),
    "chips-out-of-colour": _("{count} {colour:colour} ({player:player})"),
    "no-rule-on-series": _(
        "{rulebook} has no rule on series of chips: they are not told apart at this table"
    ),
    "series-not-ended": _("series {series} has not ended; ended: {ended}"),
    "unnamed-series-not-ended": _("series without a name has not ended; ended: {ended}"),
    "old-series-of-nothing": _("chips of an old series are worth something"),
    "old-series-of-nobody": _("chips of an old series come from somebody: a seat, a colour or an alias"),
    "series-ended": _(
        "chips of series {series}: that series has ended, the cash desk alone exchanges it; "
        "in play: {in_play}"
    ),
    "series-not-in-play": _("chips of series {series}: the casino has none; in play: {in_play}"),
}
