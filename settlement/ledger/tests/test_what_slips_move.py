"""The bank's side of fills and credits: what leaves the bank for a table, and what comes back to it."""

from collections.abc import Sequence

from settlement.ledger.accounts import Account
from settlement.ledger.desk_money import slip_moves
from settlement.ledger.moves import Move
from settlement.slips import events as e
from tables.play.events import SlipKind


def about(kind: SlipKind, total: int = 5_000) -> dict[str, object]:
    """What every event of a slip says."""
    number = "F-000001" if kind == "fill" else "C-000001"
    return {
        "slip": number,
        "kind": kind,
        "table": "T1",
        "day": "2026-03-07",
        "currency": "EUR",
        "pieces": {1000: total // 1000},
        "total": total,
    }


def moves(type_: str, kind: SlipKind, total: int = 5_000, **more: object) -> Sequence[Move]:
    return slip_moves(e.SLIP_EVENTS.decode(type_, {**about(kind, total), **more}))


def test_a_request_moves_nothing_and_neither_do_a_reprint_and_who_carries_it() -> None:
    assert moves("slip_requested", "fill") == []
    assert moves("slip_carried", "fill", carrier="Runner") == []
    assert moves("slip_reprinted", "fill", copy=1) == []


def test_a_fill_leaves_the_bank_when_it_is_issued() -> None:
    issued = moves("slip_issued", "fill", carrier="Runner")
    assert issued == [Move("fill:F-000001", Account.BANK, Account.TRANSIT, 5_000)]
    assert moves("slip_received", "fill") == [], "the table's own event says what came to its float"


def test_a_fill_that_is_voided_on_its_way_is_back_in_the_bank() -> None:
    for was in ("issued", "carried"):
        voided = moves("slip_voided", "fill", was=was, reason="wrong table")
        assert voided == [Move("slip-voided:F-000001", Account.TRANSIT, Account.BANK, 5_000)]
    assert moves("slip_voided", "fill", was="requested", reason="not needed") == []


def test_a_credit_comes_to_the_bank_when_it_is_received() -> None:
    assert moves("slip_issued", "credit", carrier="Runner") == []
    assert moves("slip_handed_over", "credit", carrier="Runner") == []
    received = moves("slip_received", "credit")
    assert received == [Move("credit:C-000001", Account.TRANSIT, Account.BANK, 5_000)]


def test_short_credit_at_the_bank_is_a_discrepancy() -> None:
    received = moves("slip_received", "credit", total=4_000, expected={1000: 5}, reason="one short")
    assert received == [
        Move("credit:C-000001", Account.TRANSIT, Account.BANK, 4_000),
        Move("credit-counted:C-000001", Account.TRANSIT, Account.VARIANCE, 1_000),
    ]
