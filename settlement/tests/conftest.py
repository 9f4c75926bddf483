"""A table whose events are written straight into the record, as tests of what is derived from it need."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from tables.codec import encode
from tables.handling import Outcome
from tables.play import events as e
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.limits import limits_for
from tables.roulette.loader import get_rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import colour
from tables.stream import ANY, NewEvent, append

START = datetime(2026, 3, 7, 15, 0, tzinfo=UTC)
DAY = "2026-03-07"


class TableInRecord:
    """One table on one day; each call appends what happened, a minute after the last."""

    def __init__(self, casino_id: int, rulebook: str, table: str = "T1", day: str = DAY) -> None:
        self.casino_id = casino_id
        self.rulebook = rulebook
        self.table = table
        self.day = day
        self.coup = 0
        self.now = START

    def happened(self, *events: e.Event) -> None:
        """These events, in one append."""
        self.now += timedelta(minutes=1)
        recorded = []
        for event in events:
            type_, data = encode(event)
            recorded.append(NewEvent(type=type_, data=data, occurred_at=self.now))
        with transaction.atomic():
            append(
                self.casino_id, f"table/{self.table}/{self.day}", recorded, expected_version=ANY, now=self.now
            )

    def opened(self, bound: Sequence[Stake] = (), **changed: Any) -> None:
        rulebook = get_rulebook(self.rulebook)
        details: dict[str, Any] = {
            "table": self.table,
            "day": self.day,
            "rulebook": rulebook.id,
            "rulebook_version": rulebook.version,
            "wheel": "french",
            "double": False,
            "currency": rulebook.currency,
            "limits": limits_for(rulebook, 500),
            "balls": (e.Ball(name="A", diameter_mm=20), e.Ball(name="B", diameter_mm=20)),
            "ball": "A",
            "staff": {},
            "spinner": "croupier",
            "bound": tuple(bound),
        }
        self.happened(e.TableOpened(**{**details, **changed}))

    def bets(self, *placed: tuple[str, str, str, int], **more: Any) -> None:
        """Faites vos jeux for the next coup, with these bets: (ref, player, bet, amount)."""
        self.coup += 1
        self.happened(
            e.BetsOpened(coup=self.coup, source="staff"),
            *(self.bet(*each, **more) for each in placed),
        )

    def bet(self, ref: str, player: str, bet: str, amount: int, **more: Any) -> e.BetPlaced:
        return e.BetPlaced(coup=self.coup, ref=ref, player=player, bet=bet, amount=amount, **more)

    def fell(self, number: int) -> None:
        self.happened(
            e.NumberFell(
                coup=self.coup, number=number, colour=colour(number), source="staff", announcement=str(number)
            )
        )

    def chose(self, ref: str, choice: str) -> None:
        self.happened(e.PrisonChosen(coup=self.coup, ref=ref, choice=choice))


@pytest.fixture
def table_in_record(casino_id: int, db: None) -> Callable[..., TableInRecord]:
    """`table_in_record(rulebook)`: an opened table in a casino of this test's own."""

    def opened(rulebook: str, **details: Any) -> TableInRecord:
        table = TableInRecord(casino_id, rulebook, **details)
        table.opened()
        return table

    return opened


@pytest.fixture
def new_table() -> type[TableInRecord]:
    """`new_table(casino_id, rulebook)`: a table that has yet to be opened."""
    return TableInRecord


class TwoPeople:
    """Two who press at the same moment, each in a thread and on a connection of their own, until the test ends."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2)
        self._ready = Barrier(2)

    def press(self, act: Callable[[], Outcome[State]]) -> list[Outcome[State] | Refused]:
        """What each of them hears. Anything else but a refusal fails."""

        def one(_: int) -> Outcome[State] | Refused:
            self._ready.wait()
            try:
                return act()
            except Refused as refusal:
                return refusal

        return list(self._threads.map(one, range(2)))

    def leave(self) -> None:
        """End both connections."""

        def one(_: int) -> None:
            self._ready.wait()
            connection.close()

        list(self._threads.map(one, range(2)))
        self._threads.shutdown()


@pytest.fixture
def two_people(transactional_db: None) -> Iterator[TwoPeople]:
    two = TwoPeople()
    yield two
    two.leave()
