"""The figures that the record has to hold, and how they came out."""

from statistics import median

import msgspec
from django.db import connection

from bench.stream.feed_reading import compare_feed_reads, prepare_feed
from bench.stream.scratch import scratch_database
from bench.stream.writers import Writers, median_ratio, writers
from tables.stream.projections import synchronous_projections, unregister

HOLD_S = 0.003


class Figure(msgspec.Struct, frozen=True):
    """One ratio with its goal."""

    what: str
    rates: str
    ratio: float
    goal: float

    def __str__(self) -> str:
        verdict = "met" if self.ratio >= self.goal else "MISSED"
        return (
            f"{self.what:<56} {self.rates:<32} ratio {self.ratio:5.2f}   goal ≥ {self.goal:.2f}   {verdict}"
        )


def measure(rounds: int) -> bool:
    """Print a line for each figure; True if all goals were met."""
    for projection in synchronous_projections():
        unregister(projection.name)  # the record alone is measured
    with scratch_database():
        # Reading first: after the writers the server is busy for a while tidying up behind them.
        figures = [_feed_read(rounds)]
        with writers(16) as crew:
            figures += [*_four_writers(crew, rounds), _sixteen_holding(crew, rounds)]
    for figure in figures:
        _say(str(figure))
    return all(figure.ratio >= figure.goal for figure in figures)


def _feed_read(rounds: int) -> Figure:
    sealed_rate = prepare_feed()
    feed, select, ratio, decoded = compare_feed_reads(rounds)
    connection.close()  # before the writers are forked
    _say(f"for comparison: {decoded:,.0f} events a second read decoded, {sealed_rate:,.0f} a second sealed")
    return Figure("feed read, payload undecoded, to a raw SELECT", _rates(feed, select), ratio, 0.70)


def _four_writers(crew: Writers, rounds: int) -> list[Figure]:
    contestants = ["raw INSERT", "append", "eventsourcing", "lone INSERT"]
    measured = crew.compare(contestants, writers=4, hold_s=0, rounds=rounds)
    rate = {each: median(one[each] for one in measured) for each in contestants}
    lone = median_ratio(measured, "append", "lone INSERT")
    _say(
        f"for comparison: {rate['lone INSERT']:,.0f} a second without BEGIN and COMMIT; append to that {lone:.2f}"
    )
    what = "append, 1 event a commit, 4 writers, to "
    return [
        Figure(
            f"{what}{other}",
            _rates(rate["append"], rate[other]),
            median_ratio(measured, "append", other),
            goal,
        )
        for other, goal in (("raw INSERT", 0.70), ("eventsourcing", 2.5))
    ]


def _sixteen_holding(crew: Writers, rounds: int) -> Figure:
    measured = crew.compare(["raw INSERT", "append"], writers=16, hold_s=HOLD_S, rounds=rounds)
    rates = _rates(*(median(one[each] for one in measured) for each in ("append", "raw INSERT")))
    ratio = median_ratio(measured, "append", "raw INSERT")
    return Figure("append, 16 writers holding 3 ms, to raw INSERT", rates, ratio, 0.75)


def _rates(one: float, other: float) -> str:
    return f"{one:>9,.0f} to {other:,.0f} a second"


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201
