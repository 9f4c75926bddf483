"""Players in company, whose stakes count together."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
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
    "company-of-unnamed": _("a company is made of players with names: a seat, a colour or an alias"),
    "company-of-too-few": _("a company has two players or more, not {value}"),
    "company-names-twice": _("{players:player} is named more than once in the company"),
    "already-in-company": _(
        "{players:player} is in company already, of {members:players}; end that one first"
    ),
    "company-not-declared": _(
        "{players:players}: not the members of a company; in company are: {companies:company}"
    ),
    "company-of-nobody": _("nobody: not the members of a company; in company are: {companies:company}"),
}
