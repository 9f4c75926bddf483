"""Names of codes at a table: bets, reasons and replays by the rulebook's names, players by seat."""

from collections.abc import Iterator
from datetime import date, datetime

from django.utils.translation import gettext

from casino.kit import dates
from casino.kit.money import plain
from casino.kit.seats import seat_of
from casino.kit.sentences.names import Names
from tables.money import Money
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet, shown_name
from tables.roulette.bets import Bet, parse_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

QUOTED = 60
"""Typed characters that a sentence repeats at most, so that it stays a sentence."""


class SeatNames(Names):
    """Codes as they are, players by their seats, times by the clock of the casino: for lists over many tables."""

    lists_alternatives = False

    def time(self, moment: datetime) -> str:
        return dates.clock(moment)

    def second(self, moment: datetime) -> str:
        return dates.second(moment)

    def date_and_time(self, moment: datetime) -> str:
        return dates.long_day_and_clock(moment)

    def day(self, day: date) -> str:
        return dates.long_day(day)

    def player(self, player: str) -> str:
        return seat_of(player).label


class TableNames(SeatNames):
    """The words of a table's rulebook; `state` has the stakes of the references."""

    def __init__(self, rulebook: Rulebook, state: State | None = None) -> None:
        self._rulebook = rulebook
        self._stakes = {stake.ref: stake for stake in _stakes_of(state)}

    def money_of_pieces(self, value: Money, bet: str) -> str:
        """Return the amount, and in chips where it is whole chips: on the screen a chip is chosen, not the sum."""
        announced, amount = self._bet(bet), self.money(value)
        if not isinstance(announced, AnnouncedBet):
            return amount
        chip, rest = divmod(value.amount, announced.pieces)
        if rest or not chip:
            return amount
        return gettext("{amount} ({pieces} chips of {chip})").format(
            amount=amount, pieces=announced.pieces, chip=plain(chip, value.currency)
        )

    def bet(self, code: str) -> str:
        """Return the casino's name of a bet or of a kind of bets: `Cavalo 17–20`."""
        bet = self._bet(code)
        if bet is not None:
            return describe_bet(self._rulebook, bet)
        kind, _, numbers = code.partition(":")
        return f"{shown_name(self._rulebook, kind)} {numbers}".rstrip()

    def stake(self, ref: str) -> str:
        """Return a stake with its place and owner: `Pieno 17, 5 (Yellow, seat 1)`; one that is gone has no other
        name.
        """
        stake = self._stakes.get(ref)
        if stake is None:
            return gettext("that bet")
        seat = seat_of(stake.on_behalf_of or stake.player).label
        return f"{self.bet(stake.bet)}, {plain(stake.amount, self._rulebook.currency)} ({seat})"

    def ref(self, ref: str) -> str:
        return self.stake(ref)

    def owned(self, ref: str, player: str) -> str:
        return self.stake(ref)

    def way(self, kind: str) -> str:
        names = {
            rule.kind: rule.names.get(self._rulebook.language) for rule in self._rulebook.replays.values()
        }
        return next(iter(names.get(kind) or (kind,)))

    def reason(self, key: str) -> str:
        suspension = self._rulebook.suspension
        labels = {**(suspension.reasons if suspension else {}), **self._rulebook.null_coup.reasons}
        return f"«{labels[key]}»" if key in labels else key

    def typed(self, text: str) -> str:
        """Return the bet that was entered by its name, other words in quotation marks."""
        if self._bet(text) is not None:
            return self.bet(text)
        return f"“{text if len(text) <= QUOTED else f'{text[: QUOTED - 1]}…'}”"

    def _bet(self, code: str) -> Bet | AnnouncedBet | None:
        """Return the bet, on whichever of the rulebook's numberings it exists."""
        for wheel in self._rulebook.wheels:
            try:
                return parse_bet(code, self._rulebook, wheel=wheel)
            except Refused:
                continue
        return None


def _stakes_of(state: State | None) -> Iterator[Stake]:
    if state is not None:
        yield from state.settled_bets
        yield from (choice.stake for choice in state.choices)
        yield from state.bets
