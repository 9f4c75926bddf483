"""Sentences about stakes in prison, unclaimed wins and abandoned stakes."""

from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.marks import ngettext_noop

SENTENCES = {
    "stake-in-no-prison": _("{rulebook} has no prison, so {ref:ref} cannot lie there"),
    "stake-too-deep-in-prison": _(
        "{ref:ref} lies under {level} zeros; {rulebook} leaves no stake under more than {levels}"
    ),
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
    "prison-choice-after-close": _("bets of coup {coup} are closed: the stake stays as it lies"),
    "already-split": _("{ref:stake} was already split"),
    "prison-choices-open": ngettext_noop(
        "{count} stake in prison waits for its owner's choice: {refs:stake}. "
        "Record that it stays, is split or is moved",
        "{count} stakes in prison wait for their owners' choices: {refs:stake}. "
        "Record for each that it stays, is split or is moved",
        "count",
    ),
    "no-rule-on-held-stakes": _(
        "{rulebook} has no rule on unclaimed wins and abandoned stakes: none are held at this table"
    ),
    "no-rule-on-abandoned-stakes": _("{rulebook} has no rule on abandoned stakes: they stay and play"),
    "unclaimed-win-without-bets": _("a win that nobody claims is one of the payout sheet: name its bet"),
    "unclaimed-win-not-one-line": _(
        "bets {refs:ref} are not one line of the payout sheet: name those of one line"
    ),
    "unclaimed-win-not-to-be-paid": _(
        "coup {coup} has no payments open (open: {open}): nobody claims a win when it is to be paid"
    ),
    "unclaimed-win-of-earlier-coup": _(
        "coup {coup} is not the last that has its number: what is not claimed of it is put right by hand"
    ),
    "unclaimed-win-not-in-time": _(
        "bet {ref:ref} of coup {coup} cannot be recorded as unclaimed now. Record a win on multiples before the "
        "next launch, on other chances before {count} more coups have their number"
    ),
    "unclaimed-win-was-replayed": _("{ref:stake} was played again from its payment: somebody claimed it"),
    "unclaimed-win-was-paid": _("the prize of {ref:stake} is paid: somebody claimed it"),
    "nothing-to-claim": _("{ref:stake} wins no prize on {number}: there is nothing to claim"),
    "win-is-held": _("nobody claimed the win of {ref:stake}: it is held as {held}"),
    "abandoned-while-ball-runs": _("the ball of coup {coup} runs: no stake is lifted before the number"),
    "abandoned-after-bets-closed": _("bets of coup {coup} are closed: a stake is taken for abandoned before"),
    "abandoned-stake-in-prison": _(
        "{ref:stake} is in prison and bound: it is taken for abandoned once it is free"
    ),
    "held-chips-of-other-worth": _(
        "held stake {held} is {limit:money}, and these chips are worth {value:money}: "
        "change them first, or count again"
    ),
    "claim-by-nobody": _("a claim is made by somebody: a seat, a colour or an alias"),
    "claim-without-reason": _("held stake {held} is set aside: say why the claim is accepted"),
    "no-endowment": _(
        "{rulebook} pays nothing that is held into the endowment: the casino decides over it, with a reason"
    ),
    "held-stake-goes-to-endowment": _(
        "held stake {held} is claimed, or paid into the endowment once both have registered it: "
        "nothing else becomes of it"
    ),
    "held-stake-ended-without-words": _("say what becomes of held stake {held}, and why"),
    "held-stake-not-named": _("nothing is held as no name; held: {known}"),
    "nothing-held-as": _("nothing is held as {held}; held: {known}"),
    "held-stake-not-set-aside": _(
        "held stake {held} is not set aside yet: until coup {coup} has its number it waits to be claimed"
    ),
}
SUBJECTS = {
    "see-abandoned": _("a stake taken for abandoned"),
    "end-held": _("what becomes of a held stake"),
    "held-stake": _("held stake {held}"),
    "held-chips-counted": _("the chips of held stake {held} are counted"),
    "held-stake-paid-in": _("held stake {held}, {amount:money}, paid into the endowment"),
}
