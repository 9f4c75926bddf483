"""A won announced bet played again from its payment: what the sheet says of it, and what then lies on the cloth."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from casino.kit.sentences import notes_in_words, sentence_of
from settlement.models import PayoutSheet
from settlement.sheet_lines import SheetLine
from settlement.sheets import Sheet, sheet
from settlement.tests.conftest import TableInRecord
from tables.handling.projections.table_snapshots import day_state
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from tables.roulette.wheel import colour

pytestmark = pytest.mark.django_db


def sheet_of(table: TableInRecord, coup: int = 1) -> Sheet:
    found = sheet(table.casino_id, table.table, table.day, coup)
    assert found is not None
    return found


def won_series(table_in_record: Callable[..., TableInRecord], house: str = "it-venezia") -> TableInRecord:
    """Coup 1: the serie of P1 won 85 on 5 with one of its six chips of 5, and P2 won beside it; what lies on of these
    is no part of what follows."""
    table = table_in_record(house)
    table.bets(("b1", "P1", "tiers", 3_000), ("b2", "P2", "impair", 500), ("b3", "P3", "voisins", 4_500))
    table.fell(5)
    return table


def replayed(table: TableInRecord, **more: Any) -> None:
    """A completare: 25 taken from the payment, 60 paid out."""
    details: dict[str, Any] = {
        "replay": "a-completare",
        "won": 8_500,
        "stake": 500,
        "stays": 500,
        "restaked": 2_500,
        "paid_out": 6_000,
    }
    table.happened(
        e.BetReplayed(coup=1, ref="b1", **{**details, **more}),
        e.BetPlaced(coup=2, ref="b4", player="P1", bet="tiers", amount=3_000, replay_of="b1"),
    )


def on_cloth(table: TableInRecord) -> list[tuple[str, str, str | None]]:
    """What was placed for the next coup."""
    lying = day_state(table.casino_id, table.table, table.day).bets
    return [(bet.ref, bet.bet, bet.replay_of) for bet in lying if bet.stays_of is None]


@pytest.mark.clause("it-venezia/replay")
def test_the_sheet_says_which_ways_are_open_to_a_series_that_won(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    line = {line.ref: line for group in sheet_of(table).groups for line in group.lines}["b1"]
    ways = {way.kind: (way.label, way.stays, way.restaked, way.paid_out) for way in line.may_replay}
    assert ways == {
        "a-rifare": ("a rifare", 500, 3_000, 5_500),
        "a-completare": ("a completare", 500, 2_500, 6_000),
        "per-il-tutto": ("per il tutto", 500, 8_500, 0),
    }
    assert {way.reference for way in line.may_replay} == {"Annunci da rigiocare"}


@pytest.mark.clause("pt-americana/28")
def test_the_portuguese_parol_is_open_to_a_series_and_to_nothing_else(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record, "pt-americana")
    by_ref = {line.ref: line for group in sheet_of(table).groups for line in group.lines}
    assert [(way.label, way.stays + way.restaked, way.paid_out) for way in by_ref["b1"].may_replay] == [
        ("parol", 9_000, 0)
    ]
    assert by_ref["b2"].may_replay == ()


def test_lost_withheld_or_paid_line_offers_no_replay(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    lost = next(line for line in sheet_of(table).others if line.ref == "b3")
    assert lost.may_replay == ()
    table.happened(e.DiscrepancyFound(coup=1, recorded=5, other=6, source="staff"))
    assert not any(line.may_replay for group in sheet_of(table).groups for line in group.lines)
    table.happened(e.DiscrepancyResolved(coup=1, number=5, colour="rouge", announcement="5", reason="seen"))
    assert any(line.may_replay for group in sheet_of(table).groups for line in group.lines)
    table.happened(e.PaymentsConfirmed(coup=1))
    assert not any(line.may_replay for group in sheet_of(table).groups for line in group.lines)


@pytest.mark.clause("it-venezia/replay")
def test_after_a_replay_the_sheet_pays_out_what_is_left_of_the_prize(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    before = sheet_of(table)
    assert before.total_paid_out == before.total_prize == 9_000
    replayed(table)
    read = sheet_of(table)
    group = next(group for group in read.groups if group.player == "P1")
    (line,) = group.lines
    assert line.replay is not None
    assert (line.replay.label, line.replay.stays, line.replay.restaked, line.replay.paid_out) == (
        "a completare", 500, 2_500, 6_000,
    )  # fmt: skip
    assert line.may_replay == ()
    assert (line.prize, line.paid_out, group.prize, group.paid_out) == (8_500, 6_000, 8_500, 6_000)
    assert (read.total_prize, read.total_paid_out) == (9_000, 6_500)


@pytest.mark.clause("it-venezia/replay")
def test_a_replayed_series_plays_in_the_next_coup(table_in_record: Callable[..., TableInRecord]) -> None:
    table = won_series(table_in_record)
    replayed(table)
    assert on_cloth(table) == [("b4", "tiers", "b1")]
    table.happened(e.PaymentsConfirmed(coup=1))
    table.bets(("b5", "P2", "plein:8", 500))
    table.fell(8)
    lines = [line.ref for group in sheet_of(table, 2).groups for line in group.lines]
    assert lines == ["b4", "b5"], "and not b2, which lay on and lost"
    assert on_cloth(table) == []


def decided(table: TableInRecord, number: int, *withdrawn: str) -> None:
    """The chief decides for another number; what the table withdraws with it is in the same append."""
    table.happened(
        e.DiscrepancyFound(coup=1, recorded=5, other=number, source="staff"),
        e.DiscrepancyResolved(
            coup=1,
            number=number,
            colour=colour(number),
            announcement=str(number),
            reason="seen by the chief",
        ),
        *(e.BetWithdrawn(coup=2, ref=ref) for ref in withdrawn),
    )


def line_of(table: TableInRecord, ref: str = "b1") -> SheetLine:
    read = sheet_of(table)
    lines = [*read.others, *(line for group in read.groups for line in group.lines)]
    return next(line for line in lines if line.ref == ref)


@pytest.mark.clause("it-venezia/replay")
def test_another_number_leaves_nothing_of_what_is_withdrawn_of_a_replay(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    replayed(table)
    decided(table, 8, "b4")
    assert on_cloth(table) == []
    line = line_of(table)
    assert (line.replay, line.paid_out) == (None, line.prize)
    assert line.may_replay
    assert PayoutSheet.objects.get(casino_id=table.casino_id).replays == {}


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_that_the_player_took_back_leaves_the_sheet_with_the_number_it_came_of(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    replayed(table)
    table.happened(e.BetWithdrawn(coup=2, ref="b4"))
    replay = line_of(table).replay
    assert replay is not None
    assert replay.kind == "a-completare"
    decided(table, 8)
    assert line_of(table).replay is None


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize(("number", "prize"), [(8, 8_500), (7, 0)], ids=["wins again", "loses"])
def test_a_replay_that_is_not_withdrawn_lies_on_and_the_sheet_says_from_which_number(
    table_in_record: Callable[..., TableInRecord], number: int, prize: int
) -> None:
    table = won_series(table_in_record)
    replayed(table)
    decided(table, number)
    assert on_cloth(table) == [("b4", "tiers", "b1")]
    line = line_of(table)
    assert line.replay is not None
    assert (
        notes_in_words(line.replay.notes) == "from the payment of 5, which does not stand: put right by hand"
    )
    assert (line.prize, line.paid_out, line.may_replay) == (prize, prize, ())


@pytest.mark.clause("it-venezia/replay")
def test_a_sheet_keeps_its_replay_when_its_number_is_corrected_after_the_next_coup(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    replayed(table)
    table.happened(e.PaymentsConfirmed(coup=1))
    table.bets()
    table.fell(10)
    decided(table, 7)
    line = line_of(table)
    assert line.replay is not None
    assert (line.outcome, line.replay.restaked, line.paid_out) == ("lost", 2_500, 0)
    assert (notes_in_words(line.replay.notes) or "").startswith("from the payment of 5")
    assert [line.ref for line in sheet_of(table, 2).groups[0].lines] == ["b4"]


def test_the_first_number_upheld_leaves_a_replay_as_it_was(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    replayed(table)
    table.happened(e.DiscrepancyFound(coup=1, recorded=5, other=8, source="staff"))
    table.happened(
        e.DiscrepancyResolved(coup=1, number=5, colour="rouge", announcement="5", reason="seen by the chief")
    )
    assert on_cloth(table) == [("b4", "tiers", "b1")]
    assert sheet_of(table).total_paid_out == 6_500


def posted(table: TableInRecord) -> TableInRecord:
    """Opened with the maximums that the house posts: 300 on a cheval."""
    table.opened(limits=get_rulebook(table.rulebook).default_limits)
    return table


def offers(table: TableInRecord, ref: str = "b1") -> dict[str, str]:
    """Each way of the line, and why it would be refused; empty where it would not."""
    return {
        way.kind: sentence_of(way.refused) if way.refused else "" for way in line_of(table, ref).may_replay
    }


@pytest.mark.clause("it-venezia/replay")
def test_replay_over_the_maximum_names_the_limit(new_table: type[TableInRecord], casino_id: int) -> None:
    table = posted(new_table(casino_id, "it-venezia"))
    table.bets(("b1", "P1", "tiers", 96_000))
    table.fell(10)
    assert offers(table) == {
        "a-rifare": "cheval:10-11: 320 EUR is over the maximum 300 EUR of a cheval",
        "a-completare": "",
        "per-il-tutto": "cheval:5-8 in tiers: 480 EUR is over the maximum 300 EUR of a cheval",
    }
    (way, *_) = line_of(table).may_replay
    assert (
        way.refused_reference
        == get_rulebook("it-venezia").clauses[get_rulebook("it-venezia").limits.maximum_clause]
    )


@pytest.mark.clause("it-venezia/general-9")
def test_over_limit_stake_offers_no_replay(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-venezia")
    table.bets()
    table.happened(
        table.bet("b1", "P1", "cheval:10-11", 30_000),
        table.bet("b2", "P1", "tiers", 6_000, excess=True),
        e.BetWithdrawn(coup=1, ref="b1"),
    )
    table.fell(10)
    assert offers(table, "b2") == {}


@pytest.mark.clause("it-venezia/general-9")
def test_an_offer_counts_what_others_lay_for_the_player_and_what_lies_for_the_next_coup(
    new_table: type[TableInRecord], casino_id: int
) -> None:
    table = posted(new_table(casino_id, "it-venezia"))
    table.bets()
    table.happened(table.bet("b1", "P1", "tiers", 60_000, on_behalf_of="P9"))
    table.fell(10)
    assert offers(table)["a-completare"] == ""
    table.happened(
        e.BetPlaced(coup=2, ref="b2", player="P2", on_behalf_of="P9", bet="cheval:10-11", amount=25_000)
    )
    assert offers(table)["a-completare"].endswith("with all that is staked there for P9, by P2 and P1")


@pytest.mark.clause("it-venezia/replay")
def test_an_offer_follows_the_limits_and_groups_of_the_moment(
    new_table: type[TableInRecord], casino_id: int
) -> None:
    table = posted(new_table(casino_id, "it-venezia"))
    table.bets(("b1", "P1", "tiers", 60_000))
    table.fell(10)
    table.happened(e.BetPlaced(coup=2, ref="b2", player="P2", bet="cheval:10-11", amount=25_000))
    assert offers(table)["a-completare"] == ""
    table.happened(e.GroupDeclared(players=("P1", "P2")))
    assert "350 EUR is over the maximum 300 EUR" in offers(table)["a-completare"]
    table.happened(e.GroupEnded(players=("P1", "P2")))
    assert offers(table)["a-completare"] == ""
    before = get_rulebook("it-venezia").default_limits
    lower = replace(before, maximums={**before.maximums, "cheval": 9_000})
    table.happened(e.LimitsChanged(limits=lower, previous=before))
    assert offers(table)["a-completare"].endswith("100 EUR is over the maximum 90 EUR of a cheval")


@pytest.mark.clause("it-venezia/replay")
def test_once_a_later_number_has_fallen_nothing_of_an_older_sheet_is_offered(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = won_series(table_in_record)
    assert offers(table)
    table.bets()
    table.fell(10)
    assert offers(table) == {}
