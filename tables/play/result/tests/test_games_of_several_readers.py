"""Names of games are a reader's own, and the same game may go on after a number of it that settled nothing."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.reader.transitions import with_reader
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand

RULE = c.SpinRule(since_number_s=10, since_launch_s=10, since_closing_s=1)


class Watched:
    """A day with a primary reader W and a camera CAM, both heard."""

    def __init__(self) -> None:
        self.day = DayInHand(get_rulebook("it-venezia"))
        self.day.do(c.ChangeReader(reader="W", state="live"))
        self.day.do(c.ChangeReader(reader="CAM", state="live", role="witness"))

    def launches(self, game: str) -> None:
        self.day.do(c.LaunchBall(source="reader", game=game), c.CloseBets(source="reader", game=game))
        self.day.pass_time(seconds=30)

    def spins(self, game: str) -> None:
        self.day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="S", bet="plein:17", amount=1000))
        self.launches(game)

    def gives(self, number: int, game: str, reader: str = "W") -> list[e.Event]:
        return self.day.do(
            c.DeclareNumber(number=number, source="reader", reader=reader, game=game, spin=RULE)
        )

    def sees(self, number: int, game: str) -> list[e.Event]:
        return self.day.do(c.ReportAsWitness(reader="CAM", number=number, game=f"CAM:{game}", spin=RULE))

    def pays(self) -> None:
        self.day.do(c.ConfirmPayments())
        self.day.pass_time(seconds=30)


@pytest.fixture
def table() -> Watched:
    return Watched()


def test_a_new_primary_reader_with_the_same_counter_settles_the_running_coup(table: Watched) -> None:
    for game in ("1/1", "1/2", "1/3"):
        table.spins(game)
        table.gives(18, game)
        table.pays()
    table.day.do(c.ChangeReader(reader="W", state="silent"), c.ChangeReader(reader="W2", state="live"))
    table.spins("1/2")
    assert table.gives(17, "1/2", "W2") == table.day.of_type(e.NumberFell)[-1:]
    assert [each.number for each in table.day.of_type(e.NumberFell)] == [18, 18, 18, 17]
    assert not table.day.state.discrepancies


def test_a_new_primary_reader_settles_the_running_coup_after_the_former_one_became_a_witness(
    table: Watched,
) -> None:
    table.spins("1/2")
    table.gives(18, "1/2")
    table.pays()
    table.day.do(c.ChangeReader(reader="W", state="live", role="witness"))
    assert table.day.state.past[-1].game == "W:1/2"
    table.day.do(c.ChangeReader(reader="W2", state="live"))
    table.spins("1/2")
    assert table.gives(17, "1/2", "W2") == table.day.of_type(e.NumberFell)[-1:]
    assert not table.day.state.discrepancies


def test_a_former_primary_reader_is_compared_with_its_own_coup_by_the_name_of_its_game(
    table: Watched,
) -> None:
    table.spins("1/7")
    table.gives(18, "1/7")
    table.pays()
    table.day.do(c.ChangeReader(reader="CAM", state="live", role="primary"))
    table.spins("1/7")
    table.gives(5, "1/7", "CAM")
    late = c.ReportAsWitness(reader="W", number=20, game="W:1/7", spin=RULE, live=False)
    found = table.day.do(late)
    assert [(type(each), getattr(each, "coup", None)) for each in found] == [(e.DiscrepancyFound, 1)]


def test_names_of_games_come_back_with_the_primary_reader(table: Watched) -> None:
    table.spins("1/7")
    table.sees(18, "4/2")
    before = table.day.state
    there = with_reader(before, "CAM", role="primary")
    assert (there.game, there.readers["CAM"].reported[0].game) == ("W:1/7", "4/2")
    back = with_reader(there, "W", role="primary")
    assert (back.game, back.readers["CAM"].reported[0].game) == ("1/7", "CAM:4/2")


@pytest.mark.parametrize("seen", [5, 8], ids=["the number before", "another number"])
@pytest.mark.parametrize("first", ["W", "CAM"])
def test_a_witness_with_the_same_game_after_a_null_coup_disputes_the_number_of_the_new_launch(
    table: Watched, first: str, seen: int
) -> None:
    table.spins("1/2")
    table.sees(5, "1/2")
    table.day.do(c.AnnulCoup(reason=next(iter(table.day.rulebook.null_coup.reasons))))
    table.day.pass_time(seconds=20)
    table.launches("1/2")
    if first == "CAM":
        table.sees(seen, "1/2")
        table.day.pass_time(seconds=15)
    table.gives(7, "1/2")
    if first == "W":
        table.sees(seen, "1/2")
    assert table.day.state.discrepancy is not None
    assert table.day.state.discrepancy.numbers == (7, seen)
    with pytest.raises(Refused):
        table.day.do(c.ConfirmPayments())


def test_a_witness_whose_game_had_a_number_before_the_launch_disputes_the_number(table: Watched) -> None:
    table.sees(5, "1/2")
    table.day.pass_time(seconds=30)
    table.spins("1/2")
    table.gives(7, "1/2")
    table.sees(8, "1/2")
    assert table.day.state.discrepancy is not None


def test_a_primary_reader_that_repeats_a_number_after_the_decision_opens_no_dispute(table: Watched) -> None:
    table.spins("1/2")
    table.gives(18, "1/2")
    table.sees(17, "1/2")
    table.day.do(c.ResolveDiscrepancy(number=17, reason="seen on the wheel"))
    assert table.gives(18, "1/2") == []
    table.pays()
    assert table.gives(18, "1/2") == []
    assert len(table.gives(20, "1/2")) == 1, "a third number is disputed"


def test_late_numbers_of_the_primary_reader_after_confirmed_ones_of_a_witness_open_no_coup() -> None:
    table = Watched()
    table.day.do(c.ChangeReader(reader="W", state="silent"))
    for number, game in ((1, "1/5"), (25, "1/6")):
        table.day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
        table.day.pass_time(seconds=30)
        table.sees(number, game)
        table.day.do(c.ChangeReader(reader="W", state="live"))
        table.day.do(c.DeclareNumber(number=number))
        table.day.do(c.ChangeReader(reader="W", state="silent"))
    table.day.do(c.ChangeReader(reader="W", state="live"))
    for number, game in ((1, "1/4"), (25, "1/5")):
        late = c.DeclareNumber(
            number=number, source="reader", reader="W", game=game, spin=RULE, live=False, recovered=True
        )
        (confirmed,) = table.day.do(late)
        assert isinstance(confirmed, e.NumberConfirmed)
    assert table.day.state.numbers == (25, 1)


def test_a_corrected_number_without_a_game_is_of_the_last_coup_that_the_reader_reported(
    table: Watched,
) -> None:
    table.spins("1/5")
    table.gives(5, "1/5")
    table.pays()
    table.day.do(c.ChangeReader(reader="W", state="silent"), c.AnnounceBetsOpen())
    table.launches("CAM:1/2")
    table.gives(9, "CAM:1/2", "CAM")
    table.day.do(c.ChangeReader(reader="W", state="live"))
    plain = c.DeclareNumber(number=9, source="reader", reader="W", spin=RULE)
    table.day.do(plain)
    (found,) = table.day.do(replace(plain, number=10, corrects=True))
    assert isinstance(found, e.DiscrepancyFound)
    assert (found.coup, found.recorded, found.other) == (2, 9, 10)


@pytest.mark.parametrize("recovered", [True, False])
@pytest.mark.parametrize("launched", [True, False], ids=["ball runs", "cloth empty"])
def test_a_number_of_an_older_game_opens_no_coup_and_settles_none(
    table: Watched, recovered: bool, launched: bool
) -> None:
    table.spins("1/8")
    table.gives(24, "1/8")
    table.pays()
    if launched:
        table.day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
        table.day.pass_time(seconds=30)
    coup = table.day.state.coup
    late = c.DeclareNumber(number=25, source="reader", reader="W", game="1/7", recovered=recovered, spin=RULE)
    table.day.do(late)
    assert [each.number for each in table.day.of_type(e.NumberFell)] == [24]
    (waits,) = table.day.state.doubted
    assert (waits.number, "out_of_order" in waits.doubts, table.day.state.coup) == (25, True, coup)


def test_numbers_of_later_games_and_of_other_epochs_are_in_order(table: Watched) -> None:
    for game, number in (("1/8", 24), ("1/9", 3), ("2/1", 7), ("2/2", 7)):
        table.spins(game)
        table.gives(number, game)
        table.pays()
    assert [each.number for each in table.day.of_type(e.NumberFell)] == [24, 3, 7, 7]
    assert not table.day.state.doubted


def test_a_misread_that_its_reader_repeats_after_the_decision_waits(table: Watched) -> None:
    plain = c.DeclareNumber(
        number=21,
        source="reader",
        reader="W",
        spin=c.SpinRule(uncounted=True, since_number_s=10, since_launch_s=10, since_closing_s=1),
    )
    table.day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    table.day.pass_time(seconds=30)
    table.sees(29, "1/1")
    table.day.do(plain)
    table.day.do(c.ResolveDiscrepancy(number=29, reason="camera 3"))
    table.pays()
    table.day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="S", bet="plein:17", amount=1000))
    table.day.pass_time(seconds=20)
    table.day.do(c.CloseBets())
    table.day.pass_time(seconds=2)
    table.day.do(plain)
    assert [(each.coup, each.number) for each in table.day.state.past] == [(1, 29)]
    (waits,) = table.day.state.doubted
    assert (waits.number, "repeated" in waits.doubts) == (21, True)


def test_a_recovered_number_that_staff_gave_last_waits(table: Watched) -> None:
    for number in (7, 25):
        table.day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
        table.day.pass_time(seconds=30)
        table.day.do(c.DeclareNumber(number=number))
        table.pays()
    table.day.do(c.MissResults(count=41))
    table.day.do(
        c.DeclareNumber(number=25, source="reader", reader="W", game="2/2", recovered=True, spin=RULE)
    )
    assert [each.number for each in table.day.of_type(e.NumberFell)] == [7, 25]
    (waits,) = table.day.state.doubted
    assert waits.number == 25


def test_a_recovered_number_that_an_acting_witness_gave_last_waits(table: Watched) -> None:
    table.day.do(c.ChangeReader(reader="W", state="silent"))
    table.day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    table.day.pass_time(seconds=30)
    table.gives(25, "CAM:1/4", "CAM")
    table.pays()
    table.day.do(c.ChangeReader(reader="W", state="live"), c.MissResults(count=41))
    table.day.do(
        c.DeclareNumber(number=25, source="reader", reader="W", game="2/2", recovered=True, spin=RULE)
    )
    assert [each.number for each in table.day.of_type(e.NumberFell)] == [25]
    assert [each.number for each in table.day.state.doubted] == [25]
