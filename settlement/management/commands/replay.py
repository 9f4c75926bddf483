"""`manage.py replay RULEBOOK BET AMOUNT NUMBER`: how a won announced bet can be played again, without a database."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from settlement.payout.lines import Stake
from settlement.payout.replay_table import replay_table
from settlement.payout.request_limits import LimitCheck
from settlement.payout.request_replays import Fallen, Offer, offers
from tables.roulette.bets import AnnouncedBet, parse_bet
from tables.roulette.loader import rulebook_named
from tables.roulette.refusal import Refused
from tables.roulette.replay import why_none
from tables.roulette.rulebook import Rulebook

REFUSED = 2


class Command(BaseCommand):
    help = "Says what each way of playing a won announced bet again would leave, re-stake and pay out."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rulebook", metavar="RULEBOOK", help="for instance it-venezia, or it-venezia@1")
        parser.add_argument("bet", metavar="BET", help="an announced bet in any of its names: 'serie 5/8'")
        parser.add_argument("amount", metavar="AMOUNT", type=int, help="the whole stake, in minor units")
        parser.add_argument("number", metavar="NUMBER", type=int, help="the number that falls")
        parser.add_argument(
            "--minimum",
            type=int,
            metavar="N",
            help="holds all to the limits of a table with this minimum and the maximums of the rulebook's sign",
        )
        parser.add_argument(
            "--wheel", metavar="W", help="the wheel's numbering; by default the rulebook's first"
        )
        parser.add_argument("--json", action="store_true", help="as data")

    def handle(self, *args: object, number: int, **options: Any) -> None:
        """Prints the ways, or why there is none; what cannot be asked goes to standard error, with exit status 2."""
        try:
            book = rulebook_named(options["rulebook"])
            bet = _announced(book, options["bet"], number, options["wheel"])
            stake = Stake(ref="bet", player="player", bet=bet, amount=options["amount"])
            check = _limits(book, options["minimum"])
            check.admit(stake)
        except Refused as refusal:
            print(_cited(refusal), file=sys.stderr)
            sys.exit(REFUSED)
        found = list(offers(book, Fallen(turn=1, number=number, stakes=[stake], kept=[]), check))
        why = None if found else why_none(book, bet, stake.amount, number)
        if options["json"]:
            print(json.dumps(_document(book, stake, number, found, why)))
        else:
            print(_cited(why) if why else replay_table(found, number, book.currency))


def _limits(rulebook: Rulebook, minimum: int | None) -> LimitCheck:
    """All that is held to: nothing without a minimum.

    With one, maximums that are no multiples of it are those of the sign that a new table of the house starts with.
    """
    sign = rulebook.default_limits.maximums
    posted = {kind: maximum for kind, maximum in sign.items() if rulebook.bets[kind].ratio is None}
    return LimitCheck(rulebook, minimum, None if minimum is None else posted)


def _cited(refusal: Refused) -> str:
    """A refusal with its clause, if one speaks."""
    return f"{refusal} ({refusal.clause})" if refusal.clause else str(refusal)


def _announced(rulebook: Rulebook, text: str, number: int, wheel: str | None) -> AnnouncedBet:
    """The announced bet that is meant, on a wheel that the rulebook has and that has the number."""
    wheel = wheel or rulebook.first_wheel
    if wheel not in rulebook.wheels:
        known = " or ".join(sorted(rulebook.wheels))
        raise Refused(f"a wheel of {wheel} numbering: {rulebook.id} is played on {known}")
    numbers = rulebook.wheels[wheel].order
    if number not in numbers:
        raise Refused(f"{number} is not on this wheel; its numbers are {min(numbers)} to {max(numbers)}")
    bet = parse_bet(text, rulebook, wheel=wheel)
    if not isinstance(bet, AnnouncedBet):
        raise Refused(f"{bet.code} is no announced bet: only those are played again from their payment")
    return bet


def _document(
    rulebook: Rulebook, stake: Stake, number: int, found: list[Offer], none: Refused | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rulebook": rulebook.id,
        "version": rulebook.version,
        "bet": stake.bet.code,
        "amount": stake.amount,
        "number": number,
        "open_replays": [offer.document() for offer in found],
    }
    return {**document, "why_none": none.detail, "clause": none.clause} if none else document
