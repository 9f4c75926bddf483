"""What a reader gave of a day's numbers: which went unheard, which have no coup, and when each outage ended."""

from datetime import UTC, datetime, timedelta

from tables.play import events as e
from tables.play.reader.heard import Dated, Gap, HeardOfADay, heard_of

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def minute(count: int) -> datetime:
    return EIGHT + timedelta(minutes=count)


def heard(*events: e.Event) -> HeardOfADay:
    """Of these events, one each minute."""
    return heard_of(Dated(version, minute(version), event) for version, event in enumerate(events, start=1))


def reader(state: str) -> e.ReaderChanged:
    return e.ReaderChanged(reader="W-T1", state=state)  # type: ignore[arg-type]


def fell(coup: int, source: e.Source, *doubts: str) -> e.NumberFell:
    return e.NumberFell(coup=coup, number=17, colour="noir", source=source, announcement="17", doubts=doubts)


def test_a_table_without_a_reader_has_nothing_unheard() -> None:
    assert heard(fell(1, "staff"), fell(2, "staff")) == HeardOfADay()


def test_a_number_entered_by_hand_went_unheard_until_the_reader_gives_it() -> None:
    confirmed = e.NumberConfirmed(coup=2, number=17, source="reader")
    disputed = e.DiscrepancyFound(coup=3, recorded=17, other=18, source="reader")
    numbers = [fell(coup, "staff") for coup in (1, 2, 3)]
    assert heard(reader("live"), *numbers, confirmed, disputed).unheard == {1: "by_hand"}


def test_number_confirmed_by_a_person_was_not_heard() -> None:
    confirmed = e.NumberConfirmed(coup=1, number=17, source="staff")
    assert heard(reader("live"), fell(1, "staff"), confirmed).unheard == {1: "by_hand"}


def test_a_number_read_off_the_wheel_afterwards_was_unheard_as_it_fell() -> None:
    assert heard(fell(1, "reader"), fell(2, "reader", "recovered")).unheard == {2: "recovered"}


def test_numbers_that_fell_unheard_are_those_beyond_the_ones_that_were_entered() -> None:
    missing = e.ResultsMissing(count=3, after_coup=2)
    told = heard(reader("silent"), fell(1, "staff"), fell(2, "staff"), reader("live"), missing)
    assert told.gaps == (Gap(after_coup=2, count=1, at=minute(5)),)
    again = heard(reader("silent"), fell(1, "staff"), reader("live"), e.ResultsMissing(count=1, after_coup=1))
    assert again.gaps == () and again.unheard == {1: "by_hand"}


def test_a_number_that_was_entered_fills_one_gap_only() -> None:
    told = heard(
        reader("silent"),
        fell(1, "staff"),
        e.ResultsMissing(count=1, after_coup=1),
        e.ResultsMissing(count=1, after_coup=1),
    )
    assert [gap.count for gap in told.gaps] == [1]


def test_an_outage_ends_with_what_comes_of_the_reader_next() -> None:
    told = heard(reader("live"), reader("silent"), reader("fault"), reader("live"), reader("silent"))
    assert told.ended == {2: minute(3), 3: minute(4), 5: None}


def witness(state: str) -> e.ReaderChanged:
    return e.ReaderChanged(reader="CAM-T1", state=state, role="witness")  # type: ignore[arg-type]


def test_outages_of_two_readers_are_kept_apart() -> None:
    told = heard(reader("silent"), witness("silent"), reader("live"), witness("live"))
    assert told.ended == {1: minute(3), 2: minute(4)}
    assert told.of_witness == {2: "CAM-T1"}


def test_number_of_a_witness_went_unheard_until_the_primary_gives_it() -> None:
    numbers = [
        e.NumberFell(coup=coup, number=17, colour="noir", source="reader", announcement="17", reader="CAM-T1")
        for coup in (1, 2)
    ]
    agrees = e.NumberConfirmed(coup=1, number=17, source="reader", reader="HEAD-T1")
    late = e.NumberConfirmed(coup=2, number=17, source="reader", reader="W-T1")
    head = e.ReaderChanged(reader="HEAD-T1", state="live", role="witness")
    told = heard(reader("silent"), witness("live"), head, *numbers, agrees, late)
    assert told.unheard == {1: "by_witness"}


def test_report_of_a_witness_does_not_stand_for_a_number_entered_by_hand() -> None:
    agrees = e.NumberConfirmed(coup=1, number=17, source="reader", reader="CAM-T1")
    assert heard(witness("live"), fell(1, "staff"), agrees).unheard == {1: "by_hand"}
