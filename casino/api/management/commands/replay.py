"""`manage.py replay RULEBOOK BET AMOUNT NUMBER`: how a won announced bet can be played again, without a database."""

import json
import sys
from typing import Any

from django.core.management.base import CommandParser

from casino.api.settlement.limits import LimitCheck
from casino.api.settlement.replay_table import replay_table
from casino.api.settlement.replays import Fallen, Offer, offers
from casino.kit.sentences import sentence_of
from tables.management_command import ManagementCommand
from tables.refusal import Refused
from tables.roulette.bets import AnnouncedBet, parse_bet
from tables.roulette.loader import rulebook_named
from tables.roulette.replay import why_none
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import as_data, as_entered, entered, not_on_wheel

REFUSED = 2


class Command(ManagementCommand):
    help = "Says what each way of playing a won announced bet again would leave, re-stake and pay out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rulebook", metavar="RULEBOOK", help="for instance it-venezia, or it-venezia@1")
        parser.add_argument("bet", metavar="BET", help="an announced bet in any of its names: 'serie 5/8'")
        parser.add_argument("amount", metavar="AMOUNT", type=int, help="the whole stake, in minor units")
        parser.add_argument(
            "number", metavar="NUMBER", type=entered, help="the number that falls: 0 to 36, or 00"
        )
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
        """Print the replays, or the reason why there is none; a malformed request goes to standard error, with exit
        status 2.
        """
        try:
            book = rulebook_named(options["rulebook"])
            bet = _announced(book, options["bet"], number, options["wheel"])
            stake = Stake(ref="bet", player="player", bet=bet.code, amount=options["amount"])
            check = _limits(book, options["minimum"], options["wheel"])
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


def _limits(rulebook: Rulebook, minimum: int | None, wheel: str | None) -> LimitCheck:
    """Return the limits of the request: none without a minimum.

    With one, maximums that are not multiples of it are those of a new table's first sign.
    """
    sign = rulebook.default_limits.maximums
    posted = {kind: maximum for kind, maximum in sign.items() if rulebook.bets[kind].ratio is None}
    return LimitCheck(rulebook, minimum, None if minimum is None else posted, wheel=wheel)


def _cited(refusal: Refused) -> str:
    """Return a refusal with its clause, if it has one."""
    sentence = sentence_of(refusal.refusal)
    return f"{sentence} ({refusal.clause})" if refusal.clause else sentence


def _announced(rulebook: Rulebook, text: str, number: int, wheel: str | None) -> AnnouncedBet:
    """Return the announced bet that is meant, on a wheel that the rulebook has and that has the number."""
    wheel = wheel or rulebook.first_wheel
    if wheel not in rulebook.wheels:
        known = tuple(sorted(rulebook.wheels))
        raise Refused("numbering-not-of-named-rulebook", wheel=wheel, rulebook=rulebook.id, wheels=known)
    numbers = rulebook.wheels[wheel].order
    if number not in numbers:
        raise not_on_wheel(as_entered(number), numbers)
    bet = parse_bet(text, rulebook, wheel=wheel)
    if not isinstance(bet, AnnouncedBet):
        raise Refused("only-announced-bets-replayed-from-payment", bet=bet.code)
    return bet


def _document(
    rulebook: Rulebook, stake: Stake, number: int, found: list[Offer], none: Refused | None
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rulebook": rulebook.id,
        "version": rulebook.version,
        "bet": stake.bet,
        "amount": stake.amount,
        "number": as_data(number),
        "open_replays": [offer.document() for offer in found],
    }
    return {**document, "why_none": sentence_of(none.refusal), "clause": none.clause} if none else document
