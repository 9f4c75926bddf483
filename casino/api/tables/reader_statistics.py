"""/api/v1/wheel-readers/{reader}/statistics: agreement, misreads and missed spins of a reader in a month."""

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import READERS_WRITE
from casino.api.http.query import once
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.kit.reader_statistics import malformed_month, this_month
from casino.kit.structs import response_of
from casino.web.problem import Problem
from casino.web.problem_response import NotThere
from tables.handling.models import WheelReader
from tables.handling.reader_spins import month_statistics


class ReaderRate(msgspec.Struct, frozen=True, kw_only=True):
    """A rate: `count` of `of` cases, its `share`, and the bounds `low` and `high` of its 95 % interval (Wilson). The
    share and the bounds are null without a case."""

    count: int
    of: int
    share: float | None
    low: float | None
    high: float | None


class ReaderAgreement(msgspec.Struct, frozen=True, kw_only=True):
    """The coups for which the two readers gave the same number, of the coups that both reported."""

    reader: str
    same: ReaderRate


class StatisticsOfReader(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a reader over the gaming days of a month.

    A spin is a coup with a final number at a table where the reader was registered and not offline; null coups are not
    spins. `misread` has the spins for which the reader gave a number other than the final one, of the spins that it
    reported. `missed` has the spins without a report of it. `undecided` are the coups that it reported and of which two
    numbers are still disputed: they are not spins yet.
    """

    reader: str
    month: str
    spins: int
    reports: int
    misread: ReaderRate
    missed: ReaderRate
    undecided: int
    agreements: tuple[ReaderAgreement, ...]


class ReaderStatisticsView(APIView):
    required_scopes = [READERS_WRITE]

    @operation(
        "read_reader_statistics",
        "readers",
        StatisticsOfReader,
        parameters=[query("month", "The month, such as `2026-11`; the current one if not said")],
    )
    def get(self, request: Request, reader: str) -> StatisticsOfReader:
        """Return agreement with the other readers, misreads and missed spins of a reader in a month."""
        casino_id, month = client_of(request).casino_id, once(request, "month")
        if month is not None and (fault := malformed_month(month)):
            raise Problem.malformed("month", fault)
        if not WheelReader.ever.filter(casino_id=casino_id, code=reader).exists():
            raise NotThere("reader-unknown", reader=reader)
        month = month or this_month(casino_id)
        found = month_statistics(casino_id, reader, month)
        return response_of(
            StatisticsOfReader,
            found,
            reader=reader,
            month=month,
            misread=response_of(ReaderRate, found.misread),
            missed=response_of(ReaderRate, found.missed),
            agreements=tuple(
                ReaderAgreement(reader=each.reader, same=response_of(ReaderRate, each.same))
                for each in found.agreements
            ),
        )
