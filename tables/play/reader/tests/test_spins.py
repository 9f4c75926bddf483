"""The numbers that each reader reported for a coup, from the events of a table's day."""

from datetime import UTC, datetime, timedelta

from tables.play import events as e
from tables.play.reader.spins import Happened, ReadSpin, spins_of

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def spins(*events: e.Event | Happened) -> dict[int, ReadSpin]:
    """Return the coups of these events, one a minute, by coup."""
    day = [
        each if isinstance(each, Happened) else Happened(each, EIGHT + timedelta(minutes=minute))
        for minute, each in enumerate(events)
    ]
    return {each.coup: each for each in spins_of(day)}


def fell(coup: int, number: int, reader: str | None = None, *doubts: str) -> e.NumberFell:
    return e.NumberFell(
        coup=coup,
        number=number,
        colour=None,
        source="reader" if reader else "staff",
        announcement="",
        reader=reader,
        doubts=doubts,
    )


def changed(reader: str, state: str) -> e.ReaderChanged:
    return e.ReaderChanged(reader=reader, state=state)  # type: ignore[arg-type]


def doubted(coup: int, number: int, reader: str) -> e.NumberDoubted:
    return e.NumberDoubted(coup=coup, number=number, source="reader", doubts=("late",), reader=reader)


def confirmed(coup: int, number: int, reader: str | None) -> e.NumberConfirmed:
    return e.NumberConfirmed(coup=coup, number=number, source="reader" if reader else "staff", reader=reader)


def disputed(coup: int, recorded: int, other: int, reader: str) -> e.DiscrepancyFound:
    return e.DiscrepancyFound(coup=coup, recorded=recorded, other=other, source="reader", reader=reader)


def resolved(coup: int, number: int) -> e.DiscrepancyResolved:
    return e.DiscrepancyResolved(coup=coup, number=number, colour=None, announcement="", reason="seen")


def annulled(coup: int) -> e.CoupAnnulled:
    return e.CoupAnnulled(coup=coup, reason="", clause="", previous_number=None)


def test_coup_has_the_reports_of_primary_and_witnesses() -> None:
    found = spins(
        fell(1, 17, "P"),
        confirmed(1, 17, "W1"),
        e.WitnessReported(reader="W2", coup=2, number=5),
        fell(2, 5, "P"),
        e.WitnessReported(reader="W1", coup=2, number=5),
    )
    assert found[1] == ReadSpin(coup=1, number=17, fell_at=EIGHT, reports={"P": (17,), "W1": (17,)})
    assert found[2].reports == {"W2": (5,), "P": (5,), "W1": (5,)}


def test_number_of_staff_is_no_report_of_a_reader() -> None:
    found = spins(fell(1, 17), confirmed(1, 17, None), fell(2, 3), confirmed(2, 3, "P"))
    assert found[1].reports == {} and found[2].reports == {"P": (3,)}


def test_coup_is_disputed_until_a_person_decides() -> None:
    events = (fell(1, 17, "P"), disputed(1, 17, 18, "W1"))
    assert spins(*events)[1].disputed
    found = spins(*events, resolved(1, 18))[1]
    assert (found.number, found.disputed) == (18, False)
    assert found.reports == {"P": (17,), "W1": (18,)}


def test_changed_number_of_a_reader_is_one_more_report() -> None:
    found = spins(fell(1, 17, "P"), disputed(1, 17, 18, "P"), resolved(1, 18), confirmed(1, 18, "P"))[1]
    assert found.reports == {"P": (17, 18)}


def test_doubtful_number_that_a_person_confirms_is_reported_once() -> None:
    found = spins(doubted(1, 17, "P"), fell(1, 17, "P", "late"), confirmed(1, 17, None))
    assert found[1].reports == {"P": (17,)}


def test_doubtful_number_that_a_person_replaces_stays_a_report() -> None:
    found = spins(doubted(1, 17, "P"), fell(1, 20), disputed(1, 20, 17, "P"), resolved(1, 20))[1]
    assert (found.number, found.reports) == (20, {"P": (17,)})


def test_dismissed_number_is_no_report_and_the_next_comes_forward() -> None:
    found = spins(
        doubted(1, 17, "P"),
        doubted(2, 22, "P"),
        e.DoubtDismissed(coup=1, numbers=(17,)),
        fell(1, 22, "P"),
        fell(2, 3, "P"),
    )
    assert found[1].reports == {"P": (22,)} and found[2].reports == {"P": (3,)}


def test_reports_of_a_null_coup_are_dropped() -> None:
    found = spins(
        e.WitnessReported(reader="W1", coup=1, number=9),
        doubted(2, 22, "P"),
        annulled(1),
        fell(1, 22),
        fell(2, 3, "P"),
    )
    assert found[1].reports == {"P": (22,)} and found[2].reports == {"P": (3,)}


def test_number_of_a_witness_without_a_coup_is_no_report() -> None:
    found = spins(e.WitnessReported(reader="W1", coup=None, number=9), fell(1, 9, "P"))
    assert found[1].reports == {"P": (9,)}


def test_coup_names_the_readers_that_were_away_when_it_fell() -> None:
    found = spins(
        changed("P", "live"),
        changed("W1", "silent"),
        fell(1, 17, "P"),
        changed("W1", "fault"),
        fell(2, 18, "P"),
        changed("W1", "live"),
        fell(3, 19, "P"),
    )
    assert [found[coup].away for coup in (1, 2, 3)] == [("W1",), ("W1",), ()]


def test_older_number_is_of_the_reader_whose_message_brought_it() -> None:
    number = e.NumberFell(coup=1, number=17, colour=None, source="reader", announcement="")
    assert spins(Happened(number, EIGHT, "P"))[1].reports == {"P": (17,)}
    assert spins(Happened(number, EIGHT))[1].reports == {}


def test_coup_of_staff_stays_without_reader_when_a_reader_triggers_it() -> None:
    """A number of staff is recorded by a person, but a waiting one may follow by a reader's message."""
    assert spins(Happened(fell(1, 17), EIGHT, "P"))[1].reports == {}
