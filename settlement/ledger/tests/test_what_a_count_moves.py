"""What the count of a drop box moves: the recorded notes leave the table, and what was found otherwise is posted."""

from settlement.boxes import events as e
from settlement.ledger.accounts import Account
from settlement.ledger.desk_money import box_moves
from settlement.ledger.moves import Move


def counted(total: int, **more: int) -> e.BoxCounted:
    pieces = {1_000: total // 1_000} if total else {}
    of = {"table": "T1", "day": "2026-03-07", "serial": "T1-A", "use": 1, "currency": "EUR"}
    return e.BoxCounted(**of, recorded=25_000, pieces=pieces, total=total, **more)  # type: ignore[arg-type]


LEFT = Move("box-counted:T1-A", Account.CASH, Account.COUNTED, 25_000)
DIFFERENCE = "box-difference:T1-A"


def test_the_recorded_notes_leave_the_table_whatever_is_found() -> None:
    assert box_moves(counted(25_000)) == [LEFT]
    assert box_moves(counted(24_000)) == [LEFT, Move(DIFFERENCE, Account.VARIANCE, Account.COUNTED, -1_000)]
    assert box_moves(counted(27_000)) == [LEFT, Move(DIFFERENCE, Account.VARIANCE, Account.COUNTED, 2_000)]
    assert box_moves(counted(0)) == [LEFT, Move(DIFFERENCE, Account.VARIANCE, Account.COUNTED, -25_000)]


def test_a_second_count_moves_what_it_finds_otherwise() -> None:
    assert box_moves(counted(25_000, before=24_000)) == [
        Move(DIFFERENCE, Account.VARIANCE, Account.COUNTED, 1_000)
    ]
    assert box_moves(counted(24_000, before=24_000)) == []


def test_an_accepted_count_moves_nothing_more() -> None:
    accepted = e.BoxAccepted(
        table="T1",
        day="2026-03-07",
        serial="T1-A",
        use=1,
        currency="EUR",
        recorded=25_000,
        pieces={},
        total=0,
    )
    assert box_moves(accepted) == []
