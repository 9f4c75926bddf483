"""Cash, change, tips, advances and drop boxes at the table."""

from casino.kit.sentences.marks import Listing
from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "cash-comes-with-seat": _("cash is taken here when a seat buys in: record that"),
    "cash-of-nothing": _("cash is taken in whole notes: say which, or what they come to"),
    "no-cash-taken-in-event": _(
        "cash is corrected: event {event} is none that took cash since the last box left; there are: {events}"
    ),
    "cash-corrected-to-same": _("cash is corrected: event {event} has {total:money} already"),
    "cash-corrected-without-reason": _("cash is corrected with a reason: say what was recorded wrongly"),
    "cash-reason-too-long": _("cash is corrected: a reason has {limit} letters at most"),
    "tips-without-shift": _("tips are counted of a shift: name it in {letters} letters at most"),
    "tips-counted-already": _(
        "tips of {shift} are counted already ({total:money}): say why they are counted again"
    ),
    "tips-reason-too-long": _("tips of {shift}: a reason has {limit} letters at most"),
    "told-in-no-whole-pieces": _(
        "{subject:subject} in whole pieces, each of a value above nothing: say how many of each"
    ),
    "pieces-do-not-come-to-total": _(
        "{subject:subject}: the pieces come to {worth:money}, and {total:money} is told beside them"
    ),
    "no-rule-on-change": _("{rulebook} has no rule on change at the table: none is recorded here"),
    "change-without-player": _("change needs its player: a seat, a colour or an alias"),
    "change-of-nothing": _(
        "nothing is handed in for change: say how many pieces of each value, all above nothing"
    ),
    "change-into-nothing": _(
        "nothing is wanted for it: say how many pieces of each value, all above nothing"
    ),
    "change-paid-with-nothing": _(
        "nothing is paid out: say how many pieces of each value, all above nothing"
    ),
    "change-being-made": _("the change of {player:player} ({receipt}) is being made: finish it first"),
    "no-change-waits": _("nothing waits to be changed"),
    "change-of-ended-series": _(
        "chips of series {series} ({receipt}): that series has ended, "
        "the cash desk alone exchanges it; give them back"
    ),
    "no-change-being-made": _("no change is being made: serve what waits first"),
    "change-too-much": _("{value:money} for {limit:money} handed in: {by:money} too much"),
    "change-too-little": _("{value:money} for {limit:money} handed in: {by:money} too little"),
    "change-not-open": _("change {change} is not open; open: {open}"),
    "change-open": _("change {receipts} is open: pay it out, or give back what was handed in"),
    "claim-without-words": _("a claim says what was not right"),
    "claim-answer-without-words": _("the answer to a claim needs its words"),
    "claim-not-open": Listing(_("claim {claim} does not wait for an answer"), _("; these do: {open}")),
    "receipt-unknown": _("{receipt} is no receipt of this table; one reads {right}"),
    "receipt-missing": _("nothing is no receipt of this table; one reads {right}"),
    "no-rule-on-advances": _("{rulebook} has no rule on advances of chips: there are none at this table"),
    "advance-without-player": _("an advance needs its player: a seat, a colour or an alias"),
    "advance-of-nothing": _("an advance of {value:money}: it is of more than nothing"),
    "advance-not-open": _("advance {advance} is not open; open: {open}"),
    "advance-open": _(
        "{left:money} of advance {advance} to {player:player} are open: "
        "they are repaid, or carried to the next day with the signatures of an advance"
    ),
    "repaid-beyond-advance": _("{value:money} repaid of advance {advance}: {limit:money} of it are open"),
    "staked-on-advance-unannounced": _("{bet:bet}: only what is announced is staked on an advance"),
    "staked-beyond-advance": _(
        "{bet:bet} for {value:money} on advance {advance}: {limit:money} of it can still be staked"
    ),
    "advance-of-another": _("advance {advance} was given to {owner:player}, not to {player:player}"),
    "box-in-place": _("box {serial} is in place at {table}: it is removed first"),
    "no-box-to-remove": _("box without a serial is not in place at {table}: there is none"),
    "box-removed-without-serial": _("box without a serial is not in place at {table}: {there} is"),
    "no-box-in-place": _("box {serial} is not in place at {table}: there is none"),
    "another-box-in-place": _("box {serial} is not in place at {table}: {there} is"),
    "box-removal-reason-unknown": _("box {serial} is removed for a reason: {reasons}"),
    "box-replaced-by-itself": _("box {serial} is replaced by another one"),
    "box-not-removed": _("box {serial} is in place: it is removed before the table closes"),
    "cash-without-box": _("box {serial} has left, and cash came since; place a box for it"),
    "box-serial-malformed": _(
        'box "{serial}" has no such serial: capital letters, digits and hyphens are right, as in RF1-A'
    ),
}
SUBJECTS = {
    "cash-taken": _("cash is taken"),
    "cash-corrected": _("cash is corrected"),
    "tips": _("tips of {shift}"),
    "tips-counted": _("tips of {shift} are counted"),
    "advance": _("an advance of {amount:money}"),
    "advance-carried": _("advance {advance} carried to the next day"),
    "box-placed": _("box {serial} is placed"),
    "box-removed": _("box {serial} is removed"),
}
