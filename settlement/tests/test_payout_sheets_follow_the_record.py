"""Payout sheets beside the record: what each event of a table does to them and to the stakes that lie."""

from collections.abc import Callable

import pytest
from django.db import transaction
from msgspec.structs import replace

from casino.kit.sentences import notes_in_words
from settlement.sheets import Sheet, last_sheet, sheet
from settlement.tests.conftest import TableInRecord
from tables.handling.projections.table_snapshots import day_state
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import colour
from testkit.stream import ProjectionContract


def on_cloth(table: TableInRecord) -> list[tuple[str, str, int, int]]:
    lying = day_state(table.casino_id, table.table, table.day).bets
    return [(bet.ref, bet.bet, bet.amount, bet.level) for bet in lying]


def sheet_of(table: TableInRecord, coup: int | None = None) -> Sheet:
    found = sheet(table.casino_id, table.table, table.day, coup or table.coup)
    assert found is not None
    return found


def outcomes(read: Sheet) -> dict[str, str]:
    lines = [line for group in read.groups for line in group.lines] + list(read.others)
    return {line.ref: line.outcome for line in lines}


@pytest.mark.clause("pt-francesa/20")
@pytest.mark.clause("pt-francesa/21")
def test_a_number_settles_the_bets_of_its_coup_in_the_order_of_payment(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("pt-francesa")
    table.bets(
        ("b1", "Blue", "plein:17", 2_000),
        ("b2", "Purple", "douzaine:2", 10_000),
        ("b3", "Blue", "cheval:17-20", 5_000),
        ("b4", "Purple", "sixain:13-14-15-16-17-18", 6_000),
        ("b5", "Red", "rouge", 20_000),
    )
    table.fell(17)
    read = sheet_of(table)
    assert [(group.player, [line.ref for line in group.lines], group.prize) for group in read.groups] == [
        ("Purple", ["b2", "b4"], 50_000),
        ("Blue", ["b3", "b1"], 155_000),
    ]
    assert [line.turn for group in read.groups for line in group.lines] == [1, 2, 3, 4]
    assert [line.ref for line in read.others] == ["b5"]
    assert (read.number, read.colour, read.status, read.together) == (17, "noir", "open", True)
    assert (read.total_stake, read.total_prize, read.total_taken) == (43_000, 205_000, 20_000)
    cheval = read.groups[1].lines[0]
    assert cheval.name == "Cavalo 17–20"
    assert (cheval.clause, cheval.reference) == ("pt-francesa/18", read.groups[0].lines[0].reference)


def test_after_the_number_the_cloth_is_clear(table_in_record: Callable[..., TableInRecord]) -> None:
    table = table_in_record("it-campione")
    table.bets(("b1", "Blue", "plein:17", 2_000))
    table.fell(17)
    assert on_cloth(table) == []
    table.bets()
    table.fell(18)
    read = sheet_of(table)
    assert (read.groups, read.others, read.status) == ((), (), "paid")


def test_a_bet_withdrawn_takes_no_part(table_in_record: Callable[..., TableInRecord]) -> None:
    table = table_in_record("pt-francesa")
    table.bets(("b1", "Blue", "plein:17", 2_000), ("b2", "Blue", "noir", 2_000))
    table.happened(e.BetWithdrawn(coup=1, ref="b1"))
    table.fell(17)
    assert outcomes(sheet_of(table)) == {"b2": "won"}


@pytest.mark.clause("pt-francesa/12")
def test_a_late_bet_takes_no_part_in_the_coup(table_in_record: Callable[..., TableInRecord]) -> None:
    table = table_in_record("pt-francesa")
    table.bets(("b1", "Blue", "plein:17", 2_000))
    table.happened(
        e.BetsClosed(coup=1, source="staff"),
        e.LateBetSeen(coup=1, player="Red", bet="plein:17", amount=2_000),
    )
    table.fell(17)
    assert outcomes(sheet_of(table)) == {"b1": "won"}


@pytest.mark.clause("pt-francesa/14")
def test_a_null_coup_leaves_its_bets_on_the_cloth(table_in_record: Callable[..., TableInRecord]) -> None:
    table = table_in_record("pt-francesa")
    table.bets(("b1", "Blue", "plein:17", 2_000))
    table.happened(
        e.CoupAnnulled(coup=1, reason="foreign-object", clause="pt-francesa/14", previous_number=None)
    )
    assert sheet(table.casino_id, table.table, table.day, table.coup) is None
    table.fell(17)
    assert outcomes(sheet_of(table)) == {"b1": "won"}


def test_payments_confirmed_mark_the_sheet_paid(table_in_record: Callable[..., TableInRecord]) -> None:
    table = table_in_record("pt-francesa")
    table.bets(("b1", "Blue", "plein:17", 2_000))
    table.fell(17)
    table.happened(e.PaymentsConfirmed(coup=1))
    read = sheet_of(table)
    assert (read.status, read.paid_at) == ("paid", table.now)


@pytest.mark.clause("it-live/result")
def test_sheet_without_payment_by_hand_is_paid_with_the_number(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-live")
    table.bets(
        ("b1", "Seat 1", "noir", 2_000), ("b2", "Seat 2", "plein:17", 100), ("b3", "Seat 1", "plein:17", 100)
    )
    table.fell(17)
    read = sheet_of(table)
    assert (read.status, read.paid_at, read.order_reference) == ("paid", table.now, None)
    assert [group.player for group in read.groups] == ["Seat 1", "Seat 2", "Seat 1"]


@pytest.mark.clause("it-venezia/prison")
def test_imprisoned_stakes_lie_into_the_next_coup_at_their_level(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-venezia")
    table.bets(("b1", "P1", "rouge", 5_000), ("b2", "P2", "plein:0", 500))
    table.fell(0)
    assert on_cloth(table) == [("b1", "rouge", 5_000, 1), ("b2", "plein:0", 500, 0)]
    table.bets(("b3", "P3", "noir", 5_000))
    table.happened(e.BetWithdrawn(coup=2, ref="b2"))
    assert [ref for ref, *_ in on_cloth(table)] == ["b1", "b3"]
    table.fell(0)
    assert on_cloth(table) == [("b1", "rouge", 5_000, 2), ("b3", "noir", 5_000, 1)]
    table.bets()
    table.fell(1)
    assert outcomes(sheet_of(table)) == {"b1": "still-imprisoned", "b3": "lost"}
    assert on_cloth(table) == [("b1", "rouge", 5_000, 1)]


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
def test_partage_amends_the_sheet_of_the_coup_that_imprisoned(
    table_in_record: Callable[..., TableInRecord], house: str
) -> None:
    table = table_in_record(house)
    table.bets(("b1", "P1", "rouge", 5_001), ("b2", "P2", "pair", 5_000))
    table.fell(0)
    table.chose("b1", "partage")
    read = sheet_of(table)
    assert outcomes(read) == {"b1": "divided", "b2": "imprisoned"}
    divided = read.others[0]
    assert (divided.returned, notes_in_words(divided.notes)) == (
        2_501,
        "does not divide evenly: rounded up, to the player's side",
    )
    assert read.amended_at == table.now
    assert on_cloth(table) == [("b2", "pair", 5_000, 1)]


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
def test_a_moved_stake_lies_bound_on_its_new_chance_beside_bets_placed_since(
    table_in_record: Callable[..., TableInRecord], house: str
) -> None:
    table = table_in_record(house)
    table.bets(("b1", "P1", "rouge", 5_000))
    table.fell(0)
    table.happened(e.BetsOpened(coup=2, source="staff"))
    table.happened(e.BetPlaced(coup=2, ref="b2", player="P2", bet="rouge", amount=1_000))
    table.happened(e.PrisonChosen(coup=1, ref="b1", choice="move:noir"))
    assert on_cloth(table) == [("b1", "noir", 5_000, 1), ("b2", "rouge", 1_000, 0)]
    table.happened(e.PrisonChosen(coup=1, ref="b1", choice="move:rouge"))
    assert on_cloth(table) == [("b1", "rouge", 5_000, 1), ("b2", "rouge", 1_000, 0)]


@pytest.mark.clause("pt-francesa/15")
def test_discrepancy_withholds_the_sheet_and_the_decision_settles_it(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-venezia")
    table.bets(("b1", "P1", "plein:17", 500), ("b2", "P2", "plein:20", 500), ("b3", "P3", "rouge", 500))
    table.fell(17)
    table.happened(e.DiscrepancyFound(coup=1, recorded=17, other=20, source="staff"))
    assert sheet_of(table).withheld
    table.happened(
        e.DiscrepancyResolved(coup=1, number=20, colour="noir", announcement="20", reason="seen by the chief")
    )
    read = sheet_of(table)
    assert (read.number, read.colour, read.withheld, read.amended_at) == (20, "noir", False, table.now)
    assert outcomes(read) == {"b1": "lost", "b2": "won", "b3": "lost"}


@pytest.mark.clause("it-venezia/prison")
def test_a_decision_between_zero_and_another_number_binds_or_frees_what_lay(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-venezia")
    table.bets(("b1", "P1", "rouge", 500))
    table.fell(0)
    table.chose("b1", "partage")
    assert on_cloth(table) == []
    table.happened(e.DiscrepancyFound(coup=1, recorded=0, other=32, source="staff"))
    table.happened(
        e.DiscrepancyResolved(
            coup=1, number=32, colour="rouge", announcement="32", reason="seen by the chief"
        )
    )
    assert outcomes(sheet_of(table)) == {"b1": "won"}
    table.bets(("b2", "P1", "rouge", 700))
    table.fell(32)
    table.happened(e.DiscrepancyFound(coup=2, recorded=32, other=0, source="staff"))
    table.happened(
        e.DiscrepancyResolved(coup=2, number=0, colour=None, announcement="0", reason="seen by the chief")
    )
    assert on_cloth(table) == [("b2", "rouge", 700, 1)]


@pytest.mark.clause("it-venezia/prison")
def test_prison_is_handed_from_one_gaming_day_to_the_next(
    table_in_record: Callable[..., TableInRecord], casino_id: int
) -> None:
    table = table_in_record("it-venezia")
    table.bets(("b1", "P1", "rouge", 5_000), ("b2", "P2", "pair", 500))
    table.fell(0)
    bound = tuple(
        Stake(ref=ref, player=player, bet=bet, amount=amount, level=1)
        for ref, player, bet, amount in (("b1", "P1", "rouge", 5_000), ("b2", "P2", "pair", 500))
    )
    table.happened(
        e.TableClosed(
            day=table.day, coups=1, ball="A", last_number=0, last_direction=None, numbers=(0,), bound=bound
        )
    )
    assert on_cloth(table) == []
    table.day = "2026-03-08"
    table.coup = 0
    table.opened(bound, previous_day="2026-03-07")
    assert on_cloth(table) == [("b1", "rouge", 5_000, 1), ("b2", "pair", 500, 1)]
    table.bets(("c1", "P3", "noir", 500))
    table.fell(1)
    assert outcomes(sheet_of(table)) == {"b1": "freed", "b2": "lost", "c1": "lost"}
    last = last_sheet(casino_id, "T1")
    assert last is not None
    assert last.day == "2026-03-08"


@pytest.mark.clause("it-campione/8")
def test_a_stake_found_over_the_sign_of_the_table_is_paid_as_the_maximum(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-campione")
    table.bets(("b1", "P1", "plein:17", 60_000), excess=True)
    table.fell(17)
    line = sheet_of(table).groups[0].lines[0]
    assert (line.prize, line.returned, line.clause) == (35 * 50_000, 60_000, "it-campione/8")


@pytest.mark.clause("pt-americana/25a")
def test_an_announced_bet_shows_its_chips_under_its_line(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("pt-americana")
    table.bets(("b1", "Blue", "orphelins", 5_000))
    table.fell(17)
    line = sheet_of(table).groups[0].lines[0]
    assert [(chip.bet, chip.prize) for chip in line.chips if chip.prize] == [
        ("cheval:14-17", 17_000),
        ("cheval:17-20", 17_000),
    ]


def test_a_day_is_settled_by_the_rules_that_its_opening_named(
    table_in_record: Callable[..., TableInRecord], casino_id: int
) -> None:
    french = table_in_record("pt-francesa", table="F")
    american = table_in_record("pt-americana", table="A")
    for table in (french, american):
        table.bets(("b1", "P1", "rouge", 1_000))
        table.fell(0)
    assert (sheet_of(french).total_returned, sheet_of(american).total_returned) == (0, 500)


def test_an_append_that_fails_leaves_no_sheet(table_in_record: Callable[..., TableInRecord]) -> None:
    table = table_in_record("pt-francesa")
    table.bets(("b1", "Blue", "plein:17", 2_000))
    with pytest.raises(RuntimeError), transaction.atomic():
        table.fell(17)
        raise RuntimeError("the caller's transaction fails after the append")
    assert sheet(table.casino_id, table.table, table.day, table.coup) is None
    assert on_cloth(table) == [("b1", "plein:17", 2_000, 0)]


def test_table_without_a_number_has_no_sheet(
    table_in_record: Callable[..., TableInRecord], casino_id: int
) -> None:
    table_in_record("pt-francesa")
    assert last_sheet(casino_id, "T1") is None
    assert sheet(casino_id, "T1", "2026-03-07", 1) is None


class TestPayoutSheetsAreAProjection(ProjectionContract):
    projection = "payout_sheet"

    @pytest.fixture(autouse=True)
    def _tables(self, new_table: type[TableInRecord]) -> None:
        self.new_table = new_table

    def write_history(self, casino_id: int) -> None:
        for house in ("it-venezia", "pt-americana"):
            table = self.new_table(casino_id, house, table=house)
            table.opened()
            table.bets(("b1", "P1", "rouge", 5_000), ("b2", "P2", "plein:17", 500))
            table.fell(0)
            if house == "it-venezia":
                table.chose("b1", "move:noir")
            table.bets(("b3", "P3", "pair", 900), ("b4", "P1", "tiers", 3_000))
            table.fell(8)
            table.happened(e.DiscrepancyFound(coup=2, recorded=8, other=0, source="staff"))
            table.happened(
                e.DiscrepancyResolved(coup=2, number=0, colour=None, announcement="0", reason="seen")
            )
            table.happened(e.PaymentsConfirmed(coup=2))
            table.bets(("b5", "P4", "manque", 700))
        self.write_a_double_table(casino_id)
        self.write_replays(casino_id)
        self.write_a_group(casino_id)

    def write_a_double_table(self, casino_id: int) -> None:
        table = self.new_table(casino_id, "pt-americana", table="double")
        payer = e.Person(id="p", name="Ana")
        table.opened(double=True, face_value_only=True, staff={"payer": payer}, spinner="payer")
        table.bets()
        table.happened(
            table.bet("b1", "P1", "noir", 1_000, layout=2, chip=500, colour="blue"),
            table.bet("b2", "P2", "plein:17", 500, on_behalf_of="P1"),
            e.SpinnerChanged(person=e.Person(id="q", name="Rui"), previous=payer),
        )
        table.fell(17)

    def write_replays(self, casino_id: int) -> None:
        table = self.new_table(casino_id, "it-venezia", table="replays")
        table.opened()
        # Upheld, undone with its bet, and left to be put right by hand.
        for number, withdrawn in ((5, ()), (8, ("d8",)), (10, ())):
            table.bets((f"b{number}", "P1", "tiers", 3_000))
            table.fell(5)
            table.happened(
                e.BetReplayed(
                    coup=table.coup, ref=f"b{number}", replay="a-completare",
                    won=8_500, stake=500, stays=500, restaked=2_500, paid_out=6_000,
                ),
                e.BetPlaced(
                    coup=table.coup + 1, ref=f"d{number}", player="P1", bet="tiers", amount=3_000,
                    replay_of=f"b{number}",
                ),
                e.DiscrepancyFound(coup=table.coup, recorded=5, other=number, source="staff"),
                e.DiscrepancyResolved(
                    coup=table.coup, number=number, colour=colour(number), announcement="said", reason="seen"
                ),
                *(e.BetWithdrawn(coup=table.coup + 1, ref=ref) for ref in withdrawn),
            )  # fmt: skip

    def write_a_group(self, casino_id: int) -> None:
        posted = get_rulebook("it-campione").default_limits
        table = self.new_table(casino_id, "it-campione", table="company")
        table.opened(limits=posted)
        table.happened(e.GroupDeclared(players=("P1", "P2")))
        table.bets(("b1", "P1", "plein:17", 30_000))
        table.happened(table.bet("b2", "P2", "plein:17", 60_000, excess=True))
        table.fell(17)
        table.happened(
            e.GroupEnded(players=("P1", "P2")),
            e.GroupDeclared(players=("P3", "P4")),
            e.LimitsChanged(limits=replace(posted, minimum=2 * posted.minimum), previous=posted),
        )
