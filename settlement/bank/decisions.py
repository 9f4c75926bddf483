"""What comes of what is asked of the chip bank. It is the house's own, and cites no clause but that on series."""

from collections.abc import Collection
from typing import Any

import msgspec

from settlement.bank import commands as c
from settlement.bank import events as e
from settlement.bank.pieces import BySeries, without_none, worth
from tables.play.signatures import check_signed, two_people
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused

DESK = "cash_desk"
WORDS_AT_MOST = 200


class BankStands(msgspec.Struct, frozen=True, kw_only=True):
    """The bank's chips of one currency when it is asked. `stock` is what the record has for it; `was_counted`: somebody
    has ever counted it.

    `in_play` and `ended` are the house's series, `values` those that its chips have (minor units); none where it does
    not tell its series apart.
    """

    day: str
    currency: str
    stock: BySeries
    was_counted: bool
    in_play: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    values: tuple[int, ...] = ()


def decide(bank: BankStands, command: c.AnyAtTheBank) -> e.AnyBankEvent:
    """What comes of `command`. Raises Refused."""
    match command:
        case c.CountBank():
            return _counted(bank, command)
        case c.SellChips():
            _check_chips(bank, command, bank.in_play, "sold")
            check_signed(command, (DESK,), None, "chips are sold")
            _check_there(bank, command.by_series)
            return e.ChipsSold(**_of(bank, command))
        case c.RedeemChips():
            _check_chips(bank, command, bank.in_play, "redeemed")
            check_signed(command, (DESK,), None, "chips are redeemed")
            return e.ChipsRedeemed(**_of(bank, command))


def _counted(bank: BankStands, command: c.CountBank) -> e.BankCounted:
    _check_chips(bank, command, (*bank.in_play, *bank.ended), "counted")
    check_signed(command, (DESK,), None, "the bank is counted")
    two_people(command, "the count of the bank")
    reason = command.reason.strip()
    if len(reason) > WORDS_AT_MOST:
        raise Refused(
            f"the reason: {WORDS_AT_MOST} characters at most are right",
            limit=WORDS_AT_MOST,
            value=len(reason),
        )
    found = worth(command.by_series)
    if bank.was_counted and without_none(command.by_series) != without_none(bank.stock) and not reason:
        raise Refused(
            f"the bank has {in_words(found, bank.currency)} by the count and "
            f"{in_words(worth(bank.stock), bank.currency)} by the record, or not the same pieces: "
            "say what is known of it"
        )
    return e.BankCounted(**_of(bank, command), expected=bank.stock, first=not bank.was_counted, reason=reason)


def _check_chips(bank: BankStands, command: c.AtTheBank, known: Collection[str], what: str) -> None:
    """Whole chips of values and series that the house has; a series in words where it tells them apart."""
    chips = command.by_series
    if not any(chips.values()) or any(
        value <= 0 or count <= 0 for pieces in chips.values() for value, count in pieces.items()
    ):
        raise Refused(f"nothing is {what}: say how many pieces of each value, all above nothing")
    for series, pieces in chips.items():
        if known and series not in known:
            raise Refused(
                f"chips of series {series or 'without a name'} are not {what} here; right is {', '.join(known)}"
            )
        if not known and series:
            raise Refused(f"series {series}: this house does not tell its series of chips apart")
        for value in pieces:
            if bank.values and value not in bank.values:
                raise Refused(f"the house has no chips of {in_words(value, bank.currency)}")


def _check_there(bank: BankStands, chips: BySeries) -> None:
    """No more is sold than lies there, once that is known."""
    if not bank.was_counted:
        return
    for series, pieces in chips.items():
        for value, count in pieces.items():
            there = bank.stock.get(series, {}).get(value, 0)
            if count > there:
                of = f" of series {series}" if series else ""
                raise Refused(
                    f"{count} pieces of {in_words(value, bank.currency)}{of}: the bank has {there}",
                    limit=there,
                    value=count,
                )


def _of(bank: BankStands, command: c.AtTheBank) -> dict[str, Any]:
    chips = without_none(command.by_series)
    return {"day": bank.day, "currency": bank.currency, "by_series": chips, "total": worth(chips)}
