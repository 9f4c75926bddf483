"""Decisions at the chip bank. It is the casino's own, and cites no clause but that on series."""

from collections.abc import Collection
from typing import Any, Literal

import msgspec

from settlement.bank import commands as c
from settlement.bank import events as e
from settlement.bank.pieces import BySeries, without_none, worth
from tables.money import Money
from tables.play.command import reason_of
from tables.play.signatures import check_signed, two_people
from tables.refusal import Refused

DESK = "cash_desk"
Deed = Literal["sold", "redeemed", "counted"]


class BankState(msgspec.Struct, frozen=True, kw_only=True):
    """The bank's chips of one currency. `stock` is the recorded stock; `was_counted` is true after its first count.

    `in_play` and `ended` are the casino's series, `values` the values of its chips (minor units). All are empty if the
    casino does not distinguish series.
    """

    day: str
    currency: str
    stock: BySeries
    was_counted: bool
    in_play: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    values: tuple[int, ...] = ()


def decide(bank: BankState, command: c.AnyAtTheBank) -> e.AnyBankEvent:
    """Return the event of `command` at the chip bank. Raises Refused."""
    match command:
        case c.CountBank():
            return _counted(bank, command)
        case c.SellChips():
            _check_chips(bank, command, bank.in_play, "sold")
            check_signed(command, (DESK,), None, "chips-sold")
            _check_there(bank, command.by_series)
            return e.ChipsSold(**_of(bank, command))
        case c.RedeemChips():
            _check_chips(bank, command, bank.in_play, "redeemed")
            check_signed(command, (DESK,), None, "chips-redeemed")
            return e.ChipsRedeemed(**_of(bank, command))


def _counted(bank: BankState, command: c.CountBank) -> e.BankCounted:
    _check_chips(bank, command, (*bank.in_play, *bank.ended), "counted")
    check_signed(command, (DESK,), None, "bank-counted")
    two_people(command, "count-of-bank")
    reason = reason_of(command.reason)
    found = worth(command.by_series)
    if bank.was_counted and without_none(command.by_series) != without_none(bank.stock) and not reason:
        raise Refused(
            "bank-count-differs-without-reason",
            counted=Money(found, bank.currency),
            recorded=Money(worth(bank.stock), bank.currency),
        )
    return e.BankCounted(**_of(bank, command), expected=bank.stock, first=not bank.was_counted, reason=reason)


def _check_chips(bank: BankState, command: c.AtTheBank, known: Collection[str], deed: Deed) -> None:
    """Check that the chips are whole chips of known values and series, with a series if the casino distinguishes
    them. Raises Refused.
    """
    chips = command.by_series
    if not any(chips.values()) or any(
        value <= 0 or count <= 0 for pieces in chips.values() for value, count in pieces.items()
    ):
        raise Refused("no-chips-named", deed=deed)
    for series, pieces in chips.items():
        if known and series not in known:
            raise Refused("bank-series-not-dealt-in", series=series, deed=deed, known=tuple(known))
        if not known and series:
            raise Refused("series-not-told-apart", series=series)
        for value in pieces:
            if bank.values and value not in bank.values:
                raise Refused("no-chips-of-value", amount=Money(value, bank.currency))


def _check_there(bank: BankState, chips: BySeries) -> None:
    """Check that no more is sold than the bank has, once that is known. Raises Refused."""
    if not bank.was_counted:
        return
    for series, pieces in chips.items():
        for value, count in pieces.items():
            there = bank.stock.get(series, {}).get(value, 0)
            if count > there:
                amount = Money(value, bank.currency)
                if series:
                    raise Refused(
                        "bank-lacks-chips-of-series", series=series, amount=amount, limit=there, value=count
                    )
                raise Refused("bank-lacks-chips", amount=amount, limit=there, value=count)


def _of(bank: BankState, command: c.AtTheBank) -> dict[str, Any]:
    chips = without_none(command.by_series)
    return {"day": bank.day, "currency": bank.currency, "by_series": chips, "total": worth(chips)}
