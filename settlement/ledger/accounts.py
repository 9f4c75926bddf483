"""Places of value. Their sum is zero, in each currency.

Amounts are minor units, above zero for value at a place. `OUTSIDE` and `BEFORE` are sources of value, `COLOURS` the
casino's debt for chips without face value, `ISSUED` its debt for all others, `DESK` payments made elsewhere for a
table: these are zero or below.
"""

from enum import StrEnum


class Account(StrEnum):
    """A place of value. The table of an entry is that of the event, whoever owns the place."""

    FLOAT = "float"
    """A table's chips with face value."""
    CASH = "cash"
    """Notes taken at a table, on it or in its box."""
    COLOURS = "colours"
    """Chips without face value that a table has given out, at their redemption value, below zero."""
    HELD = "held"
    """Safekeeping at a table: unclaimed winnings and stakes."""
    CHANGE = "change"
    """Notes and chips handed in by a player for change that is not made yet."""
    SEATS = "seats"
    """Balances of the seats of a live table, with amounts still to be collected."""
    TIPS = "tips"
    """Tips of players for the staff of a table."""
    PLAYERS = "players"
    """Chips in players' hands and on the cloth: a stake is its player's until it is lost."""
    BANK = "bank"
    """The chip bank at the cash desk."""
    TRANSIT = "transit"
    """Chips on their way between the bank and a table."""
    COUNTED = "counted"
    """Notes out of boxes that have been counted."""
    DESK = "desk"
    """Money of the cash desk that it paid for a table whose day was closed, below zero."""
    OUTSIDE = "outside"
    """Players' own money, before they hand it in and after they have cashed out."""
    VARIANCE = "variance"
    """Differences that a count found where nobody had played."""
    ISSUED = "issued"
    """The chips that the casino put into circulation, below zero: its debt to their holders."""
    BEFORE = "before"
    """Contents of places when the record began."""
