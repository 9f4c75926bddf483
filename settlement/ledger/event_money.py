"""Movements of each event of a table by itself; those of a settled coup are in `coup_money`.

To find where an event's money is decided, look it up in `MOVES`. An event in neither moves nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from settlement.ledger.accounts import Account
from settlement.ledger.moves import Move
from settlement.ledger.reasons import Reason
from tables.play import events as e


class LedgerSoFar(Protocol):
    def float_stands(self) -> int:
        """The float by the ledger, in minor units."""

    def float_was_counted(self) -> bool:
        """Return True if the table's float has ever been counted: before that the ledger knows only what moved it."""

    def colours_stand(self) -> int:
        """Return the ledger's amount for the table's colours, in minor units: zero or below."""

    def colours_moved_at(self, version: int) -> int:
        """Return the amount that the event of this version of the day moved of the table's colours, in minor units."""

    def late_chips(self) -> Mapping[str, int]:
        """The chips that are out late, by colour."""

    def late_worth(self, minimum: int | None = None) -> int:
        """Return the worth of a late chip of a colour, by the rulebook, at this minimum or at the one in force;
        minor units.
        """

    def colour_is_played(self, colour: str, ref: str) -> bool:
        """Return True if the bet of this reference was laid in chips of the colour as it is in play now."""

    def refs_of_difference(self, difference: str) -> Sequence[str]:
        """The bets, by reference, of a payment that differed and is not undone."""

    def handed_for_change(self, number: int) -> tuple[e.Handed, int]:
        """Return the things handed in for this change of the day, and their amount."""


def moves_of(event: e.Event, so_far: LedgerSoFar) -> list[Move]:
    mover = MOVES.get(type(event))
    return [] if mover is None else [move for move in mover(event, so_far) if move.amount]


Mover = Callable[[Any, LedgerSoFar], list[Move]]


def _float_counted(event: e.FloatCounted, so_far: LedgerSoFar) -> list[Move]:
    """Return the movement of a count's difference.

    At the opening nobody has played for the difference. At the closing it went to players or came from them. Not every
    bet is recorded, so the ledger's float between two counts has only the known movements.
    """
    found = event.total - so_far.float_stands()
    if not so_far.float_was_counted():
        return [Move(Reason.FIRST_COUNT, Account.BEFORE, Account.FLOAT, found)]
    if event.moment == "opening":
        return [Move(Reason.COUNTED_AT_OPENING, Account.VARIANCE, Account.FLOAT, found)]
    return [Move(Reason.COUNTED_AT_CLOSING, Account.PLAYERS, Account.FLOAT, found)]


def _change_requested(event: e.ChangeRequested, so_far: LedgerSoFar) -> list[Move]:
    source = Account.OUTSIDE if event.handed == "notes" else Account.PLAYERS
    return [Move(Reason.CHANGE_HANDED_IN, source, Account.CHANGE, event.total)]


def _change_finished(event: e.ChangeFinished, so_far: LedgerSoFar) -> list[Move]:
    handed, _ = so_far.handed_for_change(event.number)
    target = Account.CASH if handed == "notes" else Account.FLOAT
    return [
        Move(Reason.CHANGE_MADE, Account.CHANGE, target, event.total),
        Move(Reason.CHANGE_PAID_OUT, Account.FLOAT, Account.PLAYERS, event.total),
    ]


def _change_given_back(event: e.ChangeGivenBack, so_far: LedgerSoFar) -> list[Move]:
    handed, amount = so_far.handed_for_change(event.number)
    target = Account.OUTSIDE if handed == "notes" else Account.PLAYERS
    return [Move(Reason.CHANGE_GIVEN_BACK, Account.CHANGE, target, amount)]


def _chips_bought(event: e.ColourAssigned | e.ColourChipsBought, so_far: LedgerSoFar) -> list[Move]:
    """Chips with face value come to the float, chips of the colour go out for as much (pt-americana/14)."""
    return [
        Move(Reason.COLOUR_BOUGHT, Account.PLAYERS, Account.FLOAT, event.amount),
        Move(Reason.COLOUR_GIVEN_OUT, Account.COLOURS, Account.PLAYERS, event.amount),
    ]


def _chips_redeemed(event: e.ColourRedeemed, so_far: LedgerSoFar) -> list[Move]:
    """Return the movement down to the minimum for chips that were not handed back: no more is owed for them
    (pt-americana/16).
    """
    return [
        Move(Reason.COLOUR_HANDED_BACK, Account.PLAYERS, Account.COLOURS, event.amount),
        Move(Reason.COLOUR_REDEEMED, Account.FLOAT, Account.PLAYERS, event.amount),
        Move(
            Reason.LATE_CHIPS,
            Account.PLAYERS,
            Account.COLOURS,
            event.still_out * (event.value - so_far.late_worth()),
        ),
    ]


def _late_chips_redeemed(event: e.LateChipsRedeemed, so_far: LedgerSoFar) -> list[Move]:
    owed = event.count * so_far.late_worth()
    return [
        Move(Reason.LATE_HANDED_BACK, Account.PLAYERS, Account.COLOURS, owed),
        Move(Reason.LATE_REDEEMED, Account.FLOAT, Account.PLAYERS, event.amount),
    ]


def _table_opened(event: e.TableOpened, so_far: LedgerSoFar) -> list[Move]:
    """Late chips are worth the minimum that is in force (pt-americana/16)."""
    return [_owed_for_late(event.late_chips, so_far.late_worth(event.limits.minimum), so_far)]


def _limits_changed(event: e.LimitsChanged, so_far: LedgerSoFar) -> list[Move]:
    less = so_far.late_worth(event.previous.minimum) - so_far.late_worth(event.limits.minimum)
    return [
        Move(Reason.LATE_CHIPS, Account.PLAYERS, Account.COLOURS, less * sum(so_far.late_chips().values()))
    ]


def _table_closed(event: e.TableClosed, so_far: LedgerSoFar) -> list[Move]:
    """Return the movement to late chips: colours that are out are late from now on, and all other debt for them
    ends.
    """
    return [_owed_for_late(event.late_chips, so_far.late_worth(), so_far)]


def _table_reopened(event: e.TableReopened, so_far: LedgerSoFar) -> list[Move]:
    """Return the movement back: colours that are out are in play again, and owed for as before the closing."""
    moved = so_far.colours_moved_at(event.closing)
    return [Move(Reason.LATE_CHIPS, Account.PLAYERS, Account.COLOURS, -moved)]


def _owed_for_late(late: Mapping[str, int], worth: int, so_far: LedgerSoFar) -> Move:
    """Return the movement that sets the debt for colours to the worth of these late chips."""
    owed = sum(late.values()) * worth
    return Move(Reason.LATE_CHIPS, Account.PLAYERS, Account.COLOURS, -owed - so_far.colours_stand())


def _advanced(event: e.ChipsAdvanced, so_far: LedgerSoFar) -> list[Move]:
    return [Move(Reason.ADVANCED, Account.FLOAT, Account.PLAYERS, event.amount)]


def _repaid(event: e.AdvanceRepaid, so_far: LedgerSoFar) -> list[Move]:
    return [Move(Reason.ADVANCE_REPAID, Account.PLAYERS, Account.FLOAT, event.amount)]


def _set_aside(event: e.HeldSetAside, so_far: LedgerSoFar) -> list[Move]:
    return [
        Move(Reason.STAKE_SET_ASIDE, Account.PLAYERS, Account.HELD, event.held.stake),
        Move(Reason.PRIZE_SET_ASIDE, Account.FLOAT, Account.HELD, event.held.prize),
    ]


def _held_claimed(event: e.HeldClaimed, so_far: LedgerSoFar) -> list[Move]:
    """Move the stake and the prize of a claimed win: one that still waits has its stake with the player, and its
    prize at the table.
    """
    if event.held.until_coup is not None:
        return [Move(Reason.PRIZE_CLAIMED, Account.FLOAT, Account.PLAYERS, event.held.prize)]
    return [Move(Reason.HELD_CLAIMED, Account.HELD, Account.PLAYERS, event.held.amount)]


def _held_paid_in(event: e.HeldPaidIn | e.HeldEnded, so_far: LedgerSoFar) -> list[Move]:
    """Move the item into the table's endowment (it-campione/19), or as the casino decided where no rulebook has
    more.
    """
    return [Move(Reason.HELD_UNCLAIMED, Account.HELD, Account.FLOAT, event.held.amount)]


def _held_undone(event: e.HeldUndone, so_far: LedgerSoFar) -> list[Move]:
    """All that it had moved goes back; a prize that was claimed moves with its sheet from now on."""
    claimed, aside = event.ended == "claimed", event.held.until_coup is None
    moved = _set_aside(e.HeldSetAside(held=event.held), so_far) if aside else []
    if claimed:
        moved += _held_claimed(e.HeldClaimed(held=event.held, by="", reason=""), so_far)
    elif event.ended is not None:
        moved += _held_paid_in(e.HeldPaidIn(held=event.held), so_far)
    return [move.back() for move in moved]


def _dispute_decided(event: e.DisputeDecided, so_far: LedgerSoFar) -> list[Move]:
    """Move the amount in chips and by hand at every table (it-venezia/general-12): the balance of a seat has no part
    in it.

    After the closing the cash desk pays, because the float has been counted and handed on.
    """
    source = Account.DESK if event.paid_by == "cash_desk" else Account.FLOAT
    return [Move(Reason.DISPUTE_DECIDED.about(event.dispute), source, Account.PLAYERS, event.amount)]


def _payment_differed(event: e.PaymentDiffered, so_far: LedgerSoFar) -> list[Move]:
    """Return the discrepancy between the paid amount and the computed prize; the prize itself moves with its sheet."""
    reason = Reason.PAID_OTHERWISE.about(event.difference)
    bank = _bank(event.colour, event.refs, so_far)
    return [Move(reason, bank, Account.PLAYERS, event.paid - event.worked_out)]


def _difference_decided(event: e.PaymentDifferenceDecided, so_far: LedgerSoFar) -> list[Move]:
    bank = _bank_of_known(event, so_far)
    return [Move(Reason.DIFFERENCE_DECIDED.about(event.difference), bank, Account.PLAYERS, event.amount)]


def _difference_undone(event: e.PaymentDifferenceUndone, so_far: LedgerSoFar) -> list[Move]:
    """Move the difference back; another one has the excess over the right prize."""
    reason = Reason.DIFFERENCE_UNDONE.about(event.difference)
    bank = _bank_of_known(event, so_far)
    return [Move(reason, bank, Account.PLAYERS, event.worked_out - event.paid)]


def _bank_of_known(
    event: e.PaymentDifferenceDecided | e.PaymentDifferenceUndone, so_far: LedgerSoFar
) -> Account:
    refs = so_far.refs_of_difference(event.difference) if event.colour else ()
    return _bank(event.colour, refs, so_far)


def _bank(colour: str | None, refs: Sequence[str], so_far: LedgerSoFar) -> Account:
    """Return the source of prizes for these bets: chips of a colour have no face value.

    Once the colour was redeemed, or belongs to another player, the prizes come out of the float.
    """
    played = colour is not None and bool(refs) and so_far.colour_is_played(colour, refs[0])
    return Account.COLOURS if played else Account.FLOAT


def _bought_in(event: e.BoughtIn, so_far: LedgerSoFar) -> list[Move]:
    """A seat pays with money of its own, and has as much to play with (it-live/participation)."""
    return [
        Move(Reason.BOUGHT_IN, Account.OUTSIDE, Account.CASH, event.amount),
        Move(Reason.BOUGHT_IN, Account.FLOAT, Account.SEATS, event.amount),
    ]


def _cashed_out(event: e.SeatLeft | e.UnclaimedCollected, so_far: LedgerSoFar) -> list[Move]:
    return [
        Move(Reason.CASHED_OUT, Account.SEATS, Account.FLOAT, event.amount),
        Move(Reason.CASHED_OUT, Account.CASH, Account.OUTSIDE, event.amount),
    ]


def _staked(event: e.SeatStaked, so_far: LedgerSoFar) -> list[Move]:
    """Move a seat's stakes off its balance at once; a win returns them with its prize."""
    return [Move(Reason.SEAT_STAKED, Account.SEATS, Account.FLOAT, event.amount)]


def _stakes_returned(event: e.StakesReturned, so_far: LedgerSoFar) -> list[Move]:
    return [Move(Reason.SEATS_RETURNED, Account.FLOAT, Account.SEATS, sum(event.stakes.values()))]


def _credited(event: e.WinsCredited, so_far: LedgerSoFar) -> list[Move]:
    """Move winning stakes and prizes together; if another number was decided, the amounts taken back
    (it-live/result).
    """
    return [
        Move(Reason.SEATS_CREDITED, Account.FLOAT, Account.SEATS, sum(event.wins.values())),
        Move(Reason.SEATS_TAKEN_BACK, Account.SEATS, Account.FLOAT, sum(event.taken_back.values())),
    ]


def _fill_received(event: e.FillReceived, so_far: LedgerSoFar) -> list[Move]:
    return [Move(Reason.FILL.about(event.slip), Account.TRANSIT, Account.FLOAT, event.total)]


def _credit_handed_over(event: e.CreditHandedOver, so_far: LedgerSoFar) -> list[Move]:
    return [Move(Reason.CREDIT.about(event.slip), Account.FLOAT, Account.TRANSIT, event.total)]


def _slip_voided(event: e.SlipVoidReported, so_far: LedgerSoFar) -> list[Move]:
    return [Move(Reason.SLIP_VOIDED.about(event.slip), Account.TRANSIT, Account.FLOAT, event.total)]


def _cash_taken(event: e.CashTaken, so_far: LedgerSoFar) -> list[Move]:
    """Players' own money, and as much in chips."""
    return [
        Move(Reason.CASH_TAKEN, Account.OUTSIDE, Account.CASH, event.total),
        Move(Reason.CHIPS_FOR_CASH, Account.FLOAT, Account.PLAYERS, event.total),
    ]


def _cash_corrected(event: e.CashCorrected, so_far: LedgerSoFar) -> list[Move]:
    """Move the excess of the wrong entry back, and add its shortfall: money, and chips for it."""
    more = event.total - event.before
    return [
        Move(Reason.CASH_CORRECTED.about(event.taken), Account.OUTSIDE, Account.CASH, more),
        Move(Reason.CHIPS_FOR_CASH_CORRECTED.about(event.taken), Account.FLOAT, Account.PLAYERS, more),
    ]


def _tips_counted(event: e.TipsCounted, so_far: LedgerSoFar) -> list[Move]:
    """Chips that players gave to the staff; counted once more, what is more of them or less."""
    return [Move(Reason.TIPS.about(event.shift), Account.PLAYERS, Account.TIPS, event.total - event.before)]


MOVES: dict[type[e.Event], Mover] = {
    e.FloatCounted: _float_counted,
    e.ChangeRequested: _change_requested,
    e.ChangeFinished: _change_finished,
    e.ChangeGivenBack: _change_given_back,
    e.ColourAssigned: _chips_bought,
    e.ColourChipsBought: _chips_bought,
    e.ColourRedeemed: _chips_redeemed,
    e.LateChipsRedeemed: _late_chips_redeemed,
    e.TableOpened: _table_opened,
    e.LimitsChanged: _limits_changed,
    e.TableClosed: _table_closed,
    e.TableReopened: _table_reopened,
    e.ChipsAdvanced: _advanced,
    e.AdvanceRepaid: _repaid,
    e.HeldSetAside: _set_aside,
    e.HeldClaimed: _held_claimed,
    e.HeldPaidIn: _held_paid_in,
    e.HeldEnded: _held_paid_in,
    e.HeldUndone: _held_undone,
    e.DisputeDecided: _dispute_decided,
    e.PaymentDiffered: _payment_differed,
    e.PaymentDifferenceDecided: _difference_decided,
    e.PaymentDifferenceUndone: _difference_undone,
    e.FillReceived: _fill_received,
    e.CreditHandedOver: _credit_handed_over,
    e.SlipVoidReported: _slip_voided,
    e.CashTaken: _cash_taken,
    e.CashCorrected: _cash_corrected,
    e.TipsCounted: _tips_counted,
    e.BoughtIn: _bought_in,
    e.SeatLeft: _cashed_out,
    e.UnclaimedCollected: _cashed_out,
    e.SeatStaked: _staked,
    e.StakesReturned: _stakes_returned,
    e.WinsCredited: _credited,
}
