"""Players of a request and the form of their chips: groups, layouts, the value of a chip."""

from django.utils.translation import gettext

from casino.web.problem import Problem
from tables.money import Money
from tables.refusal import BetRefused, Refused
from tables.roulette.bets import AnnouncedBet, Bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Groups


def check_groups(rulebook: Rulebook, groups: Groups) -> None:
    """Check that these players may be in a group: two or more, each in one group (it-campione/7).

    Raises Problem that names the place in the request.
    """
    seen: dict[str, str] = {}
    for index, members in enumerate(groups):
        place = f"companies[{index}]"
        if rulebook.limits.company_clause is None:
            raise Problem.refused(place, Refused("no-players-in-company", rulebook.limits.maximum_clause))
        if len(members) < 2:
            raise Problem.malformed(
                place, gettext("a company has two players or more, not {count}").format(count=len(members))
            )
        for turn, member in enumerate(members):
            at = f"{place}[{turn}]"
            check_name(at, member)
            if member in seen:
                raise Problem.malformed(
                    at,
                    gettext("'{member}' is in company already, at {place}").format(
                        member=member, place=seen[member]
                    ),
                )
            seen[member] = at


def check_name(place: str, name: str) -> None:
    """Check a name of a player. Raises Problem.

    A name with blanks at its ends would be that of another player, with limits of its own.
    """
    if name != name.strip() or not name:
        raise Problem.malformed(
            place,
            gettext("'{name}' begins or ends with a blank; names are told apart by each letter").format(
                name=name
            ),
        )


def check_layout(rulebook: Rulebook, layout: int) -> None:
    """Check that the table has this layout: a double table has as many as the rulebook permits, any other one.

    Raises Refused (pt-francesa/1).
    """
    layouts = rulebook.layouts.at_most if rulebook.layouts else 1
    if layout > layouts:
        clause = rulebook.layouts.clause if rulebook.layouts else rulebook.positions_clause
        if layouts > 1:
            raise Refused("layout-beyond-the-last", clause, limit=layouts, value=layout)
        raise Refused("layout-beyond-the-only-one", clause, limit=layouts, value=layout)


def check_chip(rulebook: Rulebook, bet: Bet | AnnouncedBet, amount: int, chip: int) -> None:
    """Check that the amount is whole chips on each place of an announced bet. Raises BetRefused."""
    pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
    if amount % (chip * pieces):
        limit, value, of = (Money(each, rulebook.currency) for each in (chip * pieces, amount, chip))
        if isinstance(bet, AnnouncedBet):
            raise BetRefused(
                "no-equal-pieces-in-whole-chips",
                bet.clause,
                bet=bet.code,
                pieces=pieces,
                chip=of,
                limit=limit,
                value=value,
            )
        raise BetRefused(
            "no-whole-chips", rulebook.positions_clause, bet=bet.code, chip=of, limit=limit, value=value
        )
