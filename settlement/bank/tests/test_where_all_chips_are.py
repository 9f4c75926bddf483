"""What was issued is what lies in floats, at the bank, on the way and in holds, and what players have."""

from hypothesis import given
from hypothesis import strategies as st

from settlement.bank.conservation import ChipsAt, ChipsOfAValue, Count, conservation
from settlement.bank.pieces import BySeries, added, less, without_none

ISSUED = {"B": {10_000: 100, 500: 1_000}}


def at(kind: str, chips: BySeries | None, *, moved_on: bool = False) -> ChipsAt:
    return ChipsAt(kind=kind, name=f"the {kind}", chips=chips, moved_on=moved_on)


BANK = at("bank", {"B": {10_000: 60, 500: 500}})
FLOAT = at("float", {"B": {10_000: 10, 500: 300}})


def of(rows: tuple[ChipsOfAValue, ...], value: int, series: str = "B") -> ChipsOfAValue:
    return next(row for row in rows if (row.series, row.value) == (series, value))


def test_chips_at_no_counted_place_are_with_players() -> None:
    row = of(conservation(ISSUED, [BANK, FLOAT, FLOAT], has_series=True), 10_000)
    assert row.players == Count(pieces=20, label="counted")
    assert (row.places["float"].pieces, row.places["bank"].pieces, row.places["transit"].pieces) == (
        20,
        60,
        0,
    )


def test_play_moves_a_float_on_and_players_hands_with_it() -> None:
    row = of(conservation(ISSUED, [BANK, at("float", FLOAT.chips, moved_on=True)], has_series=True), 500)
    assert row.players == Count(pieces=200, label="estimated")
    assert not row.too_many


def test_of_what_nobody_counted_no_number_is_made() -> None:
    row = of(conservation(ISSUED, [at("bank", None), FLOAT], has_series=True), 500)
    assert row.places["bank"] == Count(pieces=None, label="absent", missing=("the bank",))
    assert row.players == Count(pieces=None, label="absent", missing=("the bank",))


def test_more_chips_than_were_issued_are_said_to_be_too_many() -> None:
    many = [BANK, at("float", {"B": {10_000: 41}})]
    row = of(conservation(ISSUED, many, has_series=True), 10_000)
    assert row.too_many and row.players.pieces == -1
    moved = [BANK, at("float", {"B": {10_000: 41}}, moved_on=True)]
    row = of(conservation(ISSUED, moved, has_series=True), 10_000)
    assert row.rather_many and not row.too_many


def test_chips_of_a_value_that_was_never_issued_are_too_many() -> None:
    row = of(conservation(ISSUED, [BANK, at("float", {"B": {700: 1}})], has_series=True), 700)
    assert row.issued.pieces == 0 and row.too_many


def test_unnamed_chips_belong_to_the_one_series_in_circulation() -> None:
    rows = conservation(ISSUED, [BANK, at("float", {"": {10_000: 10}})], has_series=True)
    assert of(rows, 10_000).players.pieces == 30
    assert {row.series for row in rows} == {"B"}


def test_unnamed_chips_of_two_series_are_of_unknown_series() -> None:
    two = ISSUED | {"A": {10_000: 5}}
    rows = conservation(two, [BANK, at("float", {"": {10_000: 10}})], has_series=True)
    assert of(rows, 10_000, "").issued == Count(pieces=None, label="absent", missing=("what was issued",))
    assert of(rows, 10_000, "").players.label == "absent"


def test_without_a_register_nobody_knows_what_was_issued() -> None:
    rows = conservation({}, [at("bank", {"": {500: 7}})], has_series=False)
    assert of(rows, 500, "").places["bank"].pieces == 7
    assert of(rows, 500, "").players.missing == ("what was issued",)


chips = st.dictionaries(
    st.sampled_from(["A", "B"]), st.dictionaries(st.sampled_from([500, 1_000, 10_000]), st.integers(0, 50))
)


@given(issued=chips, lying=st.lists(st.tuples(st.sampled_from(["float", "bank", "transit", "held"]), chips)))
def test_every_chip_is_somewhere(issued: BySeries, lying: list[tuple[str, BySeries]]) -> None:
    places = [at(kind, each) for kind, each in lying]
    for row in conservation(issued, places, has_series=True):
        there = sum(count.pieces or 0 for count in row.places.values())
        assert there + (row.players.pieces or 0) == row.issued.pieces


@given(first=chips, second=chips)
def test_sum_less_a_part_is_the_rest(first: BySeries, second: BySeries) -> None:
    assert added(first, second, less(second)) == without_none(first)
