"""The posted limits: a sum against them, changing them, and whose stakes count together."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "under-minimum": _("{bet:bet}: {value:money} is under the minimum {limit:money}"),
    "chip-under-minimum": _("{chip:bet} in {bet:bet}: {value:money} is under the minimum {limit:money}"),
    "over-maximum": _("{bet:bet}: {value:money} is over the maximum {limit:money} of a {of:bet}"),
    "chip-over-maximum": _(
        "{chip:bet} in {bet:bet}: {value:money} is over the maximum {limit:money} of a {of:bet}"
    ),
    "over-maximum-of-whole-bet": _(
        "{bet:bet}: {value:money} is over {limit:money}, {times} times the minimum for the whole bet"
    ),
    "over-maximum-through-others": _(
        "{over:refusal}, with all that is staked there for {player:player}, by {by:players}"
    ),
    "over-maximum-in-company": _(
        "{over:refusal}, with what is staked there for {others:players} in company with {player:player}"
    ),
    "raise-or-take-back": _(
        "{bet:bet}, {player:player}: {value:money} is under the minimum {limit:money}. "
        "Ask the player to raise it or to take it back"
    ),
    "left-under-minimum": _(
        "{bet:bet}: without {taken:ref} there stays {value:money}, under the minimum {limit:money}; "
        "take off {others:refs} first, or stake more there"
    ),
    "no-multiple-of-minimum": _(
        "{bet:bet}: {value:money} is not a multiple of {limit:money}, {times} times the minimum; {right:refusal}"
    ),
    "minimum-not-an-amount": _("the minimum {value:money} is not an amount"),
    "maximum-under-minimum": _("{bet:bet}: the maximum {value:money} is under the minimum {limit:money}"),
    "maximum-over-ratio": _(
        "{bet:bet}: the maximum is at most {ratio} times the minimum, "
        "{limit:money} for {minimum:money}, not {value:money}"
    ),
    "maximum-not-the-ratio": _(
        "{bet:bet}: the maximum is exactly {ratio} times the minimum, "
        "{limit:money} for {minimum:money}, not {value:money}"
    ),
    "maximum-over-derogation": _("{bet:bet}: the maximum is at most {limit:money}, not {value:money}"),
    "maximum-needs-derogation": _(
        "{bet:bet}: the maximum is at most {limit:money} without a derogation, not {value:money}"
    ),
    "limits-changed-while-ball-runs": _(
        "coup {coup} is running: limits change before the ball is launched or after its number"
    ),
    "players-not-told": _("other limits are not in force yet: the players have not been told"),
    "sign-not-changed": _("other limits are not in force yet: the sign has not been changed"),
    "players-not-told-nor-sign-changed": _(
        "other limits are not in force yet: the players have not been told and the sign has not been changed"
    ),
    "minimum-without-reopening": _(
        "a minimum of {minimum:money}: the table closes for it and opens again within its gaming day"
    ),
    "no-reopening-for-limits": _("this rulebook changes limits at an open table: it is not closed for them"),
    "no-limits-announced": _("no other limits were announced that a sign could show"),
    "no-derogation-needed": _("these limits need no derogation: the rulebook allows them"),
    "no-derogation-here": _("this rulebook grants no derogation from its maximums"),
    "derogation-without-notice": _("a derogation needs the notice that the authority was given"),
    "limits-not-agreed": _(
        "these limits are agreed with {body} first: name who agreed there, when and on what ground"
    ),
    "agreed-later-than-now": _("an agreement with {body} of {agreed_at:date_and_time} is none yet"),
    "agreed-at-not-entered": _(
        "the moment of the agreement is missing or is none: a date with its time is right"
    ),
    "two-agreements-at-once": _(
        "the derogation and the other maximums are agreed with bodies of their own ({bodies}): change them one by one"
    ),
    "opened-over-agreed-maximums": _(
        "a table opens with at most {limit:money} on {kind:bet}: a higher maximum is agreed with {body}, and "
        "put in force once the table is open"
    ),
    "no-company-here": _("this rulebook knows no players in company: the maximum holds for each player"),
    "company-declared-while-ball-runs": _(
        "coup {coup} is running: a company is declared before the ball is launched or after its number"
    ),
    "company-ended-while-ball-runs": _(
        "coup {coup} is running: a company is ended before the ball is launched or after its number"
    ),
    "company-ended-while-bets-lie": _(
        "bets of {players:players} lie on the cloth in company, {bets:owned}: "
        "it is ended before they are laid, when they are withdrawn or after their number"
    ),
    "company-bound-for-the-day": _(
        "{players:players} have played in company today: the maximum holds for their sum until the table closes"
    ),
    "company-of-unnamed": _("a company is made of players with names: a seat, a colour or an alias"),
    "company-of-too-few": _("a company has two players or more, not {value}"),
    "company-names-twice": _("{players:player} is named more than once in the company"),
    "already-in-company": _(
        "{players:player} is in company already, of {members:players}. Name all of them to add a player"
    ),
    "company-not-declared": _(
        "{players:players}: not the members of a company; in company are: {companies:company}"
    ),
    "company-of-nobody": _("nobody: not the members of a company; in company are: {companies:company}"),
}
SUBJECTS = {
    "limits": _("other limits"),
    "opening-limits": _("an opening with limits that are not registered for the table"),
}
