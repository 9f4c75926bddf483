"""The ledger's entries beside the record: balanced, in the transaction of the append, and the same when rebuilt."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Sum

from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry
from tables.play import commands as c
from tables.play import events as e
from tables.stream import rebuild
from testkit.house import OpenHouse
from testkit.play import DIRECTOR
from testkit.stream import rows_of

SIGNED = (
    e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss"),
    e.Signature(person=e.Person(id="person/2", name="Desk"), role="cash_desk"),
)
FLOAT = {10_000: 20, 500: 40}


@pytest.fixture
def new_house(casino_id: int, db: None) -> Callable[[str], OpenHouse]:
    return lambda rulebook: OpenHouse(casino_id, rulebook)


def places(casino_id: int) -> dict[str, int]:
    """What lies at each place where something does."""
    sums = (
        LedgerEntry.objects.filter(casino_id=casino_id)
        .order_by()
        .values_list("account")
        .annotate(amount=Sum("amount"))
    )
    return {account: amount for account, amount in sums if amount}


def coup(house: OpenHouse, number: int, *bets: tuple[str, str, int]) -> None:
    house.do(c.AnnounceBetsOpen())
    for player, bet, amount in bets:
        house.do(c.PlaceBet(player=player, bet=bet, amount=amount))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number)):
        house.do(command)


def test_a_coup_moves_lost_stakes_with_its_number_and_prizes_when_they_are_paid(
    casino_id: int, new_house: Callable[[str], OpenHouse]
) -> None:
    house = new_house("pt-francesa")
    house.do(c.CountFloat(moment="opening", pieces=FLOAT, signatures=SIGNED))
    assert places(casino_id) == {Account.FLOAT: 220_000, Account.BEFORE: -220_000}
    coup(house, 1, ("P1", "rouge", 1_000), ("P2", "noir", 500), ("P2", "plein:1", 500))
    lost = 220_000 + 500
    assert places(casino_id)[Account.FLOAT] == lost
    house.do(c.ConfirmPayments())
    assert places(casino_id)[Account.FLOAT] == lost - 1_000 - 35 * 500
    assert sum(places(casino_id).values()) == 0


def test_another_number_moves_stakes_back_and_leaves_paid_what_was_paid(
    casino_id: int, new_house: Callable[[str], OpenHouse]
) -> None:
    house = new_house("pt-francesa")
    coup(house, 1, ("P1", "rouge", 1_000), ("P2", "noir", 700))
    house.do(c.ConfirmPayments())
    assert places(casino_id)[Account.FLOAT] == -1_000 + 700
    house.do(c.DeclareNumber(number=2, coup=1))
    house.do(c.ResolveDiscrepancy(number=2, reason="the ball was seen in 2"))
    assert places(casino_id).get(Account.FLOAT, 0) == 1_000 - 1_000, (
        "the stake is lost now, its prize is paid, the other prize still to be paid"
    )
    house.do(c.ConfirmPayments(coup=1))
    assert places(casino_id)[Account.FLOAT] == -700
    given_back = c.DecidePaymentDifference(
        difference="x1", outcome="given_back", reason="seen on camera 3", signatures=SIGNED[:1]
    )
    house.do(given_back)
    assert places(casino_id)[Account.FLOAT] == 1_000 - 700


@pytest.mark.clause("it-venezia/general-8")
def test_win_seen_uncollected_after_its_payment_is_held_once_it_is_set_aside(
    casino_id: int, new_house: Callable[[str], OpenHouse]
) -> None:
    house = new_house("it-venezia")
    coup(house, 1, ("P1", "rouge", 1_000))
    house.do(c.ConfirmPayments())
    assert places(casino_id) == {Account.FLOAT: -1_000, Account.PLAYERS: 1_000}
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    assert places(casino_id) == {}, "it is paid to nobody yet"
    for _ in range(3):
        coup(house, 20)
    assert places(casino_id) == {Account.FLOAT: -1_000, Account.PLAYERS: -1_000, Account.HELD: 2_000}


def test_payment_of_a_dispute_comes_from_the_float(
    casino_id: int, new_house: Callable[[str], OpenHouse]
) -> None:
    house = new_house("it-venezia")
    coup(house, 1, ("P1", "noir", 1_000))
    house.do(c.OpenDispute(coup=1, player="P1", words="the stake lay on rouge"))
    house.do(
        c.DecideDispute(dispute="d1", outcome="pay", amount=2_000, reason="seen so", signatures=(DIRECTOR,))
    )
    assert places(casino_id) == {Account.FLOAT: 1_000 - 2_000, Account.PLAYERS: 1_000}


def test_the_counts_say_what_was_played_beside_the_record(
    casino_id: int, new_house: Callable[[str], OpenHouse]
) -> None:
    house = new_house("pt-francesa")
    house.do(c.CountFloat(moment="opening", pieces=FLOAT, signatures=SIGNED))
    coup(house, 1, ("P1", "noir", 1_000))
    house.do(c.ConfirmPayments())
    house.do(c.CountFloat(moment="closing", pieces=FLOAT, signatures=SIGNED))
    assert places(casino_id) == {Account.FLOAT: 220_000, Account.BEFORE: -220_000}


def test_every_posting_says_when_where_and_why(casino_id: int, new_house: Callable[[str], OpenHouse]) -> None:
    house = new_house("pt-francesa")
    coup(house, 1, ("P1", "noir", 1_000))
    entries = LedgerEntry.objects.filter(casino_id=casino_id).order_by("version", "line")
    posted = [(each.table, each.day, each.coup, each.reason, each.account, each.amount) for each in entries]
    assert posted == [
        ("T1", house.state.day, 1, "stakes-lost", Account.PLAYERS, -1_000),
        ("T1", house.state.day, 1, "stakes-lost", Account.FLOAT, 1_000),
    ]
    assert {each.version for each in entries} == {house.state.version}


def test_a_rebuild_brings_the_same_entries_to_the_cent(
    casino_id: int, new_house: Callable[[str], OpenHouse]
) -> None:
    house = new_house("it-venezia")
    house.do(c.CountFloat(moment="opening", pieces=FLOAT, signatures=SIGNED))
    for number in (0, 17, 0, 36):
        coup(house, number, ("P1", "rouge", 1_000), ("P2", "plein:17", 500))
        if house.state.payments_open:
            house.do(c.ConfirmPayments())
    before = rows_of("payout_sheet", casino_id)
    assert before
    (rebuilt,) = rebuild("payout_sheet", casino_id)
    assert (rebuilt.removed, rebuilt.added) == (0, 0)
    assert rows_of("payout_sheet", casino_id) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", ["insert", "update", "delete"])
def test_the_database_refuses_a_posting_that_is_not_balanced(casino_id: int, change: str) -> None:
    key = {"casino_id": casino_id, "stream_id": "table/T1/2026-03-07", "version": 1}
    posted = {"table": "T1", "day": "2026-03-07", "at": "2026-03-07T15:00Z", "reason": "r", "currency": "EUR"}
    pair = [
        LedgerEntry(**key, **posted, line=1, account=Account.FLOAT, amount=500),
        LedgerEntry(**key, **posted, line=2, account=Account.PLAYERS, amount=-500),
    ]
    LedgerEntry.objects.bulk_create(pair)
    with pytest.raises(IntegrityError, match="not balanced"), transaction.atomic():
        match change:
            case "insert":
                LedgerEntry.objects.create(**key, **posted, line=3, account=Account.HELD, amount=1)
            case "update":
                LedgerEntry.objects.filter(**key, line=2).update(amount=-499)
            case _:
                LedgerEntry.objects.filter(**key, line=2).delete()
    assert places(casino_id) == {Account.FLOAT: 500, Account.PLAYERS: -500}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "trick",
    [
        "SELECT set_config('pgtrigger.ignore', '{pgtrigger_balanced_57e32,balanced}', true)",
        "CREATE TEMPORARY TABLE ledger_entry (LIKE public.ledger_entry)",
    ],
)
def test_no_setting_and_no_table_of_the_session_lets_an_unbalanced_posting_in(
    casino_id: int, trick: str
) -> None:
    with (
        pytest.raises(IntegrityError, match="not balanced"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(trick)
        cursor.execute(
            'INSERT INTO public.ledger_entry (casino_id, stream_id, version, line, "table", day, at, reason, account,'
            " amount, currency) VALUES (%s, 's', 1, 1, 'T1', '2026-03-07', now(), 'r', 'float', 500, 'EUR')",
            [casino_id],
        )


@pytest.mark.django_db(transaction=True)
def test_two_currencies_do_not_balance_each_other(casino_id: int) -> None:
    key = {"casino_id": casino_id, "stream_id": "table/T1/2026-03-07", "version": 1}
    posted = {"table": "T1", "day": "2026-03-07", "at": "2026-03-07T15:00Z", "reason": "r"}
    with pytest.raises(IntegrityError, match="not balanced"), transaction.atomic():
        LedgerEntry.objects.bulk_create(
            [
                LedgerEntry(**key, **posted, line=1, account=Account.FLOAT, amount=500, currency="EUR"),
                LedgerEntry(**key, **posted, line=2, account=Account.PLAYERS, amount=-500, currency="CHF"),
            ]
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ledger_entry WHERE casino_id = %s", [casino_id])
        assert cursor.fetchone() == (0,)


def test_a_difference_at_the_opening_is_what_the_record_says_was_found(
    casino_id: int, new_house: Callable[[str], OpenHouse]
) -> None:
    house = new_house("pt-francesa")
    for moment in ("opening", "closing"):
        house.do(c.CountFloat(moment=moment, pieces=FLOAT, signatures=SIGNED))
    house.do(c.CloseTable())
    house.open("2026-11-21")
    less = {value: pieces - 1 for value, pieces in FLOAT.items()}
    counted, found = house.do(c.CountFloat(moment="opening", pieces=less, signatures=SIGNED)).events
    assert counted.data["expected"] + found.data["difference"] == counted.data["total"]
    assert places(casino_id)[Account.VARIANCE] == -found.data["difference"]
    assert places(casino_id)[Account.FLOAT] == counted.data["total"]
    house.do(c.CountFloat(moment="opening", pieces=FLOAT, signatures=SIGNED))
    assert Account.VARIANCE not in places(casino_id)
