"""The ways of playing a won bet again, in words: a small table of money whose rows add up."""

from collections.abc import Sequence

from casino.api.settlement.replays import Offer
from casino.kit.money import with_currency
from casino.kit.sentences import notes_in_words, sentence_of
from tables.roulette.wheel import written

HEAD = ("way", "stays", "re-staked", "paid out", "in all", "played again")


def replay_table(offers: Sequence[Offer], number: int, currency: str) -> str:
    """Return the table of these offers for one bet that won on `number`: chips that stay, re-stake and payout.

    All offers must be for the same bet.
    """

    def amount(money: int) -> str:
        return with_currency(money, currency)

    def row(offer: Offer) -> tuple[str, ...]:
        way = offer.way
        again = " and ".join(f"{amount(stake.amount)} on {stake.bet}" for stake in offer.again)
        money = (way.stays, way.restaked, way.paid_out, way.stays + way.restaked + way.paid_out)
        return (way.kind, *map(amount, money), again)

    stake, won = offers[0].stake, offers[0].way
    in_all = amount(won.won + won.stake)
    clauses = ", ".join(dict.fromkeys(offer.way.clause for offer in offers))
    return "\n".join(
        (
            f"{amount(stake.amount)} on {stake.bet}; {written(number)} falls.",
            f"{amount(won.won)} won + {amount(won.stake)} of winning chips = {in_all}",
            "",
            *_aligned([HEAD, *map(row, offers)]),
            "",
            f"Each row adds up: stays + re-staked + paid out = {in_all} ({clauses}).",
            *(f"{offer.way.kind}: {notes_in_words(offer.way.notes)}." for offer in offers if offer.way.notes),
            *(
                f"{offer.way.kind} is refused: {sentence_of(offer.refused.refusal)} ({offer.refused.clause})."
                for offer in offers
                if offer.refused
            ),
        )
    )


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows with their columns under each other: money to the right, words to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    return [
        "  ".join(
            cell.rjust(width) if 0 < place < last else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
