"""`python -m bench.load.clients`: the clients (locust). A process of its own, for gevent changes all of one.

It reads one JSON object on standard input, lets the four kinds of clients take turns at the server, and writes what
each of them saw in each round as JSON on standard output.
"""

import sys
import time
from collections.abc import Iterator
from itertools import cycle
from statistics import StatisticsError, median, quantiles
from typing import NamedTuple

from locust import FastHttpUser, task  # before all that gevent would have to change  # isort: skip

import gevent
import msgspec
from locust.env import Environment

CLIENTS = 10
"""Number of simultaneous clients of a kind. A client has the tables to itself whose number ends like its own."""
WARM_S = 0.3
"""Seconds at the beginning of a turn for connections: answers in that time do not count."""
NUMBERS = 37


class Plan(msgspec.Struct, frozen=True):
    """Plan of the clients: address, token, number and length (seconds) of turns, and tables.

    A table has its code, the key of its bare row, and a stake.
    """

    address: str
    token: str
    rounds: int
    turn_s: float
    tables: list[tuple[str, int, int]]


class Turn(msgspec.Struct, frozen=True):
    """Result of one turn of one kind of clients: answers a second, and their times in milliseconds.

    `failed` counts the requests with a wrong answer; `wrong` is the fault of the first one.
    """

    rate: float
    median_ms: float
    p99_ms: float
    sent: int
    failed: int
    wrong: str


class Answered(NamedTuple):
    """An answer: its time (by `perf_counter`), its milliseconds, and its fault."""

    at: float
    took_ms: float
    wrong: str


class AnyClient(FastHttpUser):
    """A system that asks without a pause, of one of its tables after the other."""

    abstract = True
    plan: Plan
    players: Iterator[str]
    number = 0
    made = 0

    def on_start(self) -> None:
        cls = type(self)
        own = self.plan.tables[cls.number % CLIENTS :: CLIENTS]
        cls.number += 1
        self.tables = cycle(own)

    def key(self) -> str:
        """An idempotency key that was never used."""
        AnyClient.made += 1
        return f"bench-{AnyClient.made}"

    def bet(self, table: str, stake: int) -> dict[str, str | int]:
        """A bet that no other has made in the last rounds of the table."""
        turn = AnyClient.made
        return {"player": f"P{turn % 8 + 1}", "bet": f"plein:{turn // 8 % NUMBERS}", "amount": stake}


class BareRead(AnyClient):
    """Asks the bare view for a row."""

    @task
    def ask(self) -> None:
        _, row, _ = next(self.tables)
        self.client.get(f"/api/bare/rows/{row}")


class StateRead(AnyClient):
    """Client that reads a table's state."""

    @task
    def ask(self) -> None:
        code, _, _ = next(self.tables)
        self.client.get(f"/api/v1/tables/{code}", headers={"Authorization": f"Bearer {self.plan.token}"})


class BareInsert(AnyClient):
    """Has the bare view insert the values of a bet."""

    @task
    def ask(self) -> None:
        code, _, stake = next(self.tables)
        self.key()
        self.client.post("/api/bare/rows", json={"table": code, **self.bet(code, stake)})


class BetPlaced(AnyClient):
    """Places a bet at a table."""

    @task
    def ask(self) -> None:
        code, _, stake = next(self.tables)
        headers = {"Authorization": f"Bearer {self.plan.token}", "Idempotency-Key": self.key()}
        self.client.post(
            f"/api/v1/tables/{code}/commands/place-bet", json=self.bet(code, stake), headers=headers
        )


KINDS: tuple[type[AnyClient], ...] = (BareRead, StateRead, BareInsert, BetPlaced)


def take_turns(plan: Plan) -> Iterator[dict[str, Turn]]:
    """Yield a turn for each kind in each round, by its name; every other round in reverse."""
    AnyClient.plan, AnyClient.host = plan, plan.address
    environment = Environment(user_classes=list(KINDS), host=plan.address, stop_timeout=30)
    runner = environment.create_local_runner()
    answered: list[Answered] = []

    def note(response_time: float, exception: Exception | None = None, **_: object) -> None:
        wrong = repr(exception) if exception else ""
        answered.append(Answered(time.perf_counter(), response_time, wrong))

    environment.events.request.add_listener(note)
    for turn in range(plan.rounds):
        seen = {}
        for kind in KINDS if turn % 2 else reversed(KINDS):
            answered.clear()
            kind.number = 0
            runner.start(CLIENTS, spawn_rate=CLIENTS, user_classes=[kind])
            begun = time.perf_counter() + WARM_S
            gevent.sleep(WARM_S + plan.turn_s)
            ended = time.perf_counter()
            runner.stop()
            try:
                seen[kind.__name__] = _turn(answered, begun, ended)
            except StatisticsError:
                raise SystemExit(
                    f"Round {turn + 1}: {kind.__name__} got {len(answered)} answers, too few within {plan.turn_s} s"
                ) from None
        yield seen


def _turn(answered: list[Answered], begun: float, ended: float) -> Turn:
    """Raises StatisticsError where hardly anything was answered in that time."""
    took = [each.took_ms for each in answered if begun <= each.at < ended]
    wrong = [each.wrong for each in answered if each.wrong]
    return Turn(
        rate=len(took) / (ended - begun),
        median_ms=median(took),
        p99_ms=quantiles(took, n=100, method="inclusive")[-1],
        sent=len(answered),
        failed=len(wrong),
        wrong=wrong[0] if wrong else "",
    )


def main() -> int:
    """Read the plan, carry it out, and write the results."""
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    sys.stdout.buffer.write(msgspec.json.encode(list(take_turns(plan))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
