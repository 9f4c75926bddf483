"""Names of codes in a sentence: the codes themselves, for machines and logs. `table_names` has a table's own words."""

from datetime import date, datetime

from django.utils.translation import gettext

from casino.kit.dates import own_clock
from casino.kit.money import with_currency
from tables.money import Money


class Names:
    """Codes and values as the API and the log write them: bets and players by their codes, times in UTC."""

    lists_alternatives = True
    """True if a sentence lists everything that would be right: beside a card that shows it all, it does not."""

    def money(self, value: Money) -> str:
        """Return an amount with its currency: `12.50 EUR`."""
        return with_currency(value.amount, value.currency)

    def money_of_pieces(self, value: Money, bet: str) -> str:
        """Return an amount for all pieces of the announced bet `bet`."""
        return self.money(value)

    def time(self, moment: datetime) -> str:
        """Return the time of day to the minute."""
        return f"{moment:%H:%M} UTC"

    def second(self, moment: datetime) -> str:
        """Return the time of day to the second."""
        return f"{moment:%H:%M:%S} UTC"

    def day(self, day: date) -> str:
        return day.isoformat()

    def date_and_time(self, moment: datetime) -> str:
        """Return the date and the time of day to the minute."""
        return f"{moment:%Y-%m-%d %H:%M} UTC"

    def clock(self, moment: datetime) -> str:
        """Return the time of day in the moment's own time zone, with its offset where the clock shows it twice."""
        return own_clock(moment)

    def bet(self, code: str) -> str:
        return code

    def stake(self, ref: str) -> str:
        """One stake on the cloth, by its reference within the day: `b14`."""
        return gettext("bet {ref}").format(ref=ref)

    def ref(self, ref: str) -> str:
        """One stake on the cloth in a list of stakes: `b14`."""
        return ref

    def owned(self, ref: str, player: str) -> str:
        """One stake on the cloth in a list of stakes of several players: `b14 for P1`."""
        return gettext("{ref} for {player}").format(ref=self.ref(ref), player=self.player(player))

    def player(self, player: str) -> str:
        return player

    def way(self, kind: str) -> str:
        """Return a way of playing a won bet again."""
        return kind

    def reason(self, key: str) -> str:
        """Return a reason that the rulebook lists: for a null coup, or a suspension of play."""
        return key

    def paid(self, bet: str, player: str) -> str:
        """Return a paid bet with its owner; a bet of an older coup has its reference alone."""
        return (
            gettext("{bet} of {player}").format(bet=self.bet(bet), player=self.player(player))
            if player
            else bet
        )

    def remarks(self, text: str) -> str:
        """Return a person's remark in brackets, for the end of a sentence; empty without a remark."""
        return f" ({text})" if text else ""

    def typed(self, text: str) -> str:
        return text


CODES = Names()
