"""Agreement, misreads and missed spins of a reader, counted by hand."""

from datetime import UTC, datetime

from tables.play.reader.counting import statistics_of
from tables.play.reader.spins import ReadSpin

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def spin(
    number: int, *, disputed: bool = False, away: tuple[str, ...] = (), **reports: tuple[int, ...]
) -> ReadSpin:
    return ReadSpin(coup=1, number=number, fell_at=EIGHT, disputed=disputed, reports=reports, away=away)


def test_readers_are_counted_by_their_reports_and_the_final_number() -> None:
    coups = [
        spin(1, P=(1,), W=(1,)),
        spin(2, P=(2,), W=(3,)),
        spin(4, P=(5,), W=(4,)),
        spin(6, P=(6,)),
        spin(7, P=(8, 7), W=(7,)),
    ]
    primary = statistics_of("P", [(each, True) for each in coups])
    assert (primary.spins, primary.reports, primary.undecided) == (5, 5, 0)
    assert (primary.misread.count, primary.misread.of) == (2, 5)
    assert (primary.missed.count, primary.missed.of) == (0, 5)
    witness = statistics_of("W", [(each, True) for each in coups])
    assert (witness.spins, witness.reports) == (5, 4)
    assert (witness.misread.count, witness.misread.of) == (1, 4)
    assert (witness.missed.count, witness.missed.of) == (1, 5)
    for found, other in ((primary, "W"), (witness, "P")):
        (agreement,) = found.agreements
        assert (agreement.reader, agreement.same.count, agreement.same.of) == (other, 2, 4)


def test_coup_is_no_spin_of_a_reader_that_was_away_or_not_there() -> None:
    coups = [(spin(1, away=("W",), P=(1,)), True), (spin(2, P=(2,)), False), (spin(3, P=(3,)), True)]
    found = statistics_of("W", coups)
    assert (found.spins, found.missed.count, found.missed.of) == (1, 1, 1)


def test_report_of_a_reader_that_was_away_counts_as_a_spin() -> None:
    found = statistics_of("W", [(spin(1, away=("W",), W=(2,)), False)])
    assert (found.spins, found.reports, found.misread.count) == (1, 1, 1)


def test_undecided_coup_counts_apart_but_for_the_agreement() -> None:
    coups = [(spin(1, disputed=True, P=(1,), W=(2,)), True), (spin(3, disputed=True, P=(3,)), True)]
    found = statistics_of("W", coups)
    assert (found.spins, found.undecided, found.missed.of) == (0, 1, 0)
    assert (found.agreements[0].same.count, found.agreements[0].same.of) == (0, 1)


def test_reader_alone_has_no_agreement() -> None:
    found = statistics_of("P", [(spin(1, P=(1,)), True)])
    assert found.agreements == () and found.missed.high is not None and found.missed.high < 1
