"""Tables to inspect are drawn by chance: weighted to the least inspected, fixed beforehand, and each day apart."""

from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from itertools import permutations

import pytest

from tables.compliance.draws.commands import AnyDrawCommand, AskForTable, CommitDraw, RevealDraw
from tables.compliance.draws.decide import Known, decide
from tables.compliance.draws.drawing import (
    BOUND,
    below,
    candidates_of,
    commitment_of,
    drawn_tables,
    weight_of,
)
from tables.compliance.draws.events import AnyDrawEvent, DrawCommitted, DrawRevealed
from tables.compliance.draws.evolve import evolve
from tables.compliance.draws.state import Draw
from tables.play.events import Person, Signature
from tables.refusal import Refused

DAY, NEXT_DAY = "2026-11-20", "2026-11-21"
SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f")
INSPECTOR = (Signature(person=Person(id="person/2", name="Inspector"), role="games_inspector"),)
BOSS = (Signature(person=Person(id="person/1", name="Boss"), role="pit_boss"),)
CANDIDATES = candidates_of(["T3", "T1", "T2"], {"T2": 1, "T3": 3})


def known(day: str = DAY, *, today: str = DAY, seed: bytes | None = SEED) -> Known:
    return Known(
        day=day,
        today=today,
        begins=datetime(2026, 11, 21, 8, tzinfo=UTC),
        candidates=CANDIDATES,
        since="2026-08-22",
        seed=seed,
    )


def after(*events: AnyDrawEvent) -> Draw:
    draw = Draw()
    for event in events:
        draw = evolve(draw, event)
    return draw


def committed(day: str = DAY, tables: int = 2) -> DrawCommitted:
    event = decide(Draw(), CommitDraw(days=(day,), tables=tables, signatures=INSPECTOR), known(day))
    assert isinstance(event, DrawCommitted)
    return event


def refusal(draw: Draw, command: AnyDrawCommand, of: Known) -> str:
    with pytest.raises(Refused) as refused:
        decide(draw, command, of)
    return refused.value.code


def test_the_committed_hash_is_that_of_the_revealed_seed() -> None:
    fixed = committed()
    revealed = decide(after(fixed), RevealDraw(signatures=INSPECTOR), known())
    assert isinstance(revealed, DrawRevealed)
    lines = ["permanence-draw/1", DAY, "2", "27720 0 T1", "13860 1 T2", "6930 3 T3", revealed.seed]
    assert fixed.commitment == sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert revealed.tables == drawn_tables(SEED, DAY, "", CANDIDATES, 2)


@pytest.mark.parametrize(
    "other",
    [
        commitment_of(NEXT_DAY, 2, CANDIDATES, SEED),
        commitment_of(DAY, 1, CANDIDATES, SEED),
        commitment_of(DAY, 2, CANDIDATES[:2], SEED),
        commitment_of(DAY, 2, candidates_of(["T1", "T2", "T3"], {"T2": 1, "T3": 2}), SEED),
        commitment_of(DAY, 2, CANDIDATES, bytes(16)),
    ],
)
def test_another_day_number_candidate_weight_or_seed_makes_another_commitment(other: str) -> None:
    assert other != committed().commitment


def test_each_inspection_more_lowers_the_weight_by_a_plain_share() -> None:
    assert [weight_of(seen) for seen in (0, 1, 2, 3, 11)] == [27_720, 13_860, 9_240, 6_930, 2_310]
    assert weight_of(50_000) == 1


def chance_to_be_drawn(table: str, tables: int) -> Fraction:
    """Exact, by all orders in which the candidates can be drawn."""
    chance = Fraction(0)
    for order in permutations(CANDIDATES, tables):
        left, share = sum(each.weight for each in CANDIDATES), Fraction(1)
        for each in order:
            share *= Fraction(each.weight, left)
            left -= each.weight
        if table in {each.table for each in order}:
            chance += share
    return chance


@pytest.mark.parametrize("tables", [1, 2])
def test_the_least_inspected_are_drawn_as_often_as_their_weights_say(tables: int) -> None:
    draws = 6_000
    seeds = [sha256(str(number).encode()).digest() for number in range(draws)]
    often = Counter(table for seed in seeds for table in drawn_tables(seed, DAY, "", CANDIDATES, tables))
    for each in CANDIDATES:
        chance = chance_to_be_drawn(each.table, tables)
        deviation = (draws * chance * (1 - chance)) ** 0.5
        assert abs(often[each.table] - draws * chance) < 4 * deviation, each
    assert often["T1"] > often["T2"] > often["T3"]


def test_no_table_is_drawn_twice_and_all_of_them_can_be_drawn() -> None:
    assert sorted(drawn_tables(SEED, DAY, "", CANDIDATES, 3)) == ["T1", "T2", "T3"]
    with pytest.raises(ValueError, match="4 tables"):
        drawn_tables(SEED, DAY, "", CANDIDATES, 4)


def test_the_day_and_the_inspectors_words_are_part_of_the_draw() -> None:
    many = candidates_of([f"T{number}" for number in range(50)], {})
    drawn = {
        drawn_tables(SEED, day, words, many, 5) for day in (DAY, NEXT_DAY) for words in ("", "4 1 6", "4 1 5")
    }
    assert len(drawn) == 6


def test_a_number_beyond_the_last_whole_round_is_passed_over() -> None:
    last_fair = BOUND - BOUND % 7 - 1
    assert below(7, iter([last_fair + 1, BOUND - 1, 9])) == 2
    assert below(7, iter([last_fair])) == 6


def test_a_later_day_is_not_revealed_before_it_begins() -> None:
    draw = after(committed(NEXT_DAY))
    assert refusal(draw, RevealDraw(signatures=INSPECTOR), known(NEXT_DAY)) == "draw-day-not-begun"
    revealed = decide(draw, RevealDraw(signatures=INSPECTOR), known(NEXT_DAY, today=NEXT_DAY))
    assert isinstance(revealed, DrawRevealed)


def test_a_seed_that_was_changed_or_lost_reveals_nothing() -> None:
    draw, reveal = after(committed()), RevealDraw(signatures=INSPECTOR)
    assert refusal(draw, reveal, known(seed=bytes(16))) == "draw-seed-changed"
    assert refusal(draw, reveal, known(seed=None)) == "draw-seed-lost"


def test_a_day_is_drawn_once_and_revealed_once() -> None:
    draw = after(committed())
    again = CommitDraw(days=(DAY,), tables=1, signatures=INSPECTOR)
    assert refusal(draw, again, known()) == "draw-committed-already"
    revealed = decide(draw, RevealDraw(signatures=INSPECTOR), known())
    draw = evolve(draw, revealed)
    assert refusal(draw, again, known()) == "draw-committed-already"
    assert refusal(draw, RevealDraw(signatures=INSPECTOR), known()) == "draw-revealed-already"


@pytest.mark.parametrize(
    ("tables", "day", "today", "code"),
    [
        (4, DAY, DAY, "draw-of-too-many-tables"),
        (0, DAY, DAY, "draw-without-tables"),
        (1, DAY, NEXT_DAY, "draw-day-over"),
        (1, "2027-01-22", DAY, "draw-too-far-ahead"),
    ],
)
def test_impossible_draw_is_refused(tables: int, day: str, today: str, code: str) -> None:
    command = CommitDraw(days=(day,), tables=tables, signatures=INSPECTOR)
    assert refusal(Draw(), command, known(day, today=today)) == code


@pytest.mark.parametrize(
    "command",
    [
        CommitDraw(days=(DAY,), tables=1, signatures=BOSS),
        RevealDraw(signatures=BOSS),
        AskForTable(table="T1", reason="x", signatures=BOSS),
        RevealDraw(),
    ],
)
def test_nobody_but_an_inspector_signs_for_a_draw(command: AnyDrawCommand) -> None:
    assert refusal(after(committed()), command, known()) == "draw-unsigned"


def test_a_table_is_asked_for_with_a_reason_and_once() -> None:
    draw = after(committed(tables=1))
    draw = evolve(draw, decide(draw, RevealDraw(signatures=INSPECTOR), known()))
    (drawn,) = draw.drawn
    (other, *_) = [each.table for each in CANDIDATES if each.table != drawn]
    for table, reason, code in (
        (drawn, "x", "draw-table-drawn"),
        ("T9", "x", "draw-table-unknown"),
        (other, " ", "draw-reason-missing"),
        (other, "x" * 201, "reason-too-long"),
    ):
        assert refusal(draw, AskForTable(table=table, reason=reason, signatures=INSPECTOR), known()) == code
    ask = AskForTable(table=other, reason="a complaint", signatures=INSPECTOR)
    draw = evolve(draw, decide(draw, ask, known()))
    assert draw.asked == (other,)
    assert refusal(draw, ask, known()) == "draw-table-asked-already"
    assert refusal(Draw(), ask, known(NEXT_DAY)) == "draw-day-not-begun"
