"""A second report of a coup that has its number: it confirms the number, or disputes it until the chief decides.

Each reader is a source of its own. A witness's number confirms or disputes as any other second report does; but only
staff can confirm that they looked at the number.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from tables.play import commands as c
from tables.play import events as e
from tables.play.live.wins import settle_round
from tables.play.pending import Decision, PendingEvent
from tables.play.reader.state import NumberReport
from tables.play.reader.timing import TOLERANCE
from tables.play.result.reports import is_witness, last_report_of
from tables.play.state import PastCoup, State
from tables.roulette.rulebook import Rulebook

FIRST_BY = timedelta(seconds=10)
"""A witness may give a number so long before the coup of it is known to run: it is compared when the number falls."""


def compare(
    state: State, past: PastCoup, report: c.DeclareNumber, rulebook: Rulebook, at: datetime
) -> Decision:
    """Compare a second report of a coup: the same number confirms it, another one stops its payment.

    A number that nobody has named yet joins those the chief decides between. Of a reader each number is recorded once,
    also if it adds nothing for play.
    """
    disputed = next((each for each in state.discrepancies if each.coup == past.coup), None)
    if report.number == past.number:
        yield from _confirmed(state, past, report, rulebook, at, disputed=disputed is not None)
    elif disputed is None and _has_given(state, past, report):
        # Sent once more: it was decided already.
        return
    elif disputed is None or report.number not in disputed.numbers:
        yield PendingEvent(
            e.DiscrepancyFound(
                coup=past.coup,
                recorded=past.number,
                other=report.number,
                source=report.source,
                game=report.game,
                reader=report.reader,
            ),
            at,
        )
    elif is_witness(state, report.reader) and not _has_given(state, past, report):
        yield witness_reported(report, past.coup, at)


def _confirmed(
    state: State,
    past: PastCoup,
    report: c.DeclareNumber,
    rulebook: Rulebook,
    at: datetime,
    *,
    disputed: bool,
) -> Decision:
    by_witness = is_witness(state, report.reader)
    if by_witness and _has_given(state, past, report):
        return
    if by_witness and past.doubts and not _is_certain(report):
        yield witness_reported(report, past.coup, at)
        return
    if not by_witness and not _is_news(state, past, report):
        return
    yield PendingEvent(
        e.NumberConfirmed(
            coup=past.coup,
            number=report.number,
            source=report.source,
            game=report.game,
            reader=report.reader,
        ),
        at,
    )
    if past.doubts and not disputed:
        yield from settle_round(state, past.coup, past.number, rulebook, at)


def _is_news(state: State, past: PastCoup, report: c.DeclareNumber) -> bool:
    """Return True for the first report of its source on the coup, and for a certain one of a number in doubt."""
    same_reader = report.reader == past.reader or None in (report.reader, past.reader)
    if report.source == past.source and same_reader:
        return bool(past.doubts) and _is_certain(report) and not past.confirmed
    known = last_report_of(state, report.reader, past.coup)
    if report.reader is not None and known is None:
        return True
    return not past.confirmed and (known is None or known.number != report.number)


def _has_given(state: State, past: PastCoup, report: c.DeclareNumber) -> bool:
    known = last_report_of(state, report.reader, past.coup)
    return known is not None and known.number == report.number


def _is_certain(report: c.DeclareNumber) -> bool:
    """Return True if a report may confirm a doubtful number of a reader: no doubtful message of a reader may."""
    return report.source == "staff" or (report.live and not report.recovered and not report.doubts)


def witness_reported(report: c.DeclareNumber, coup: int | None, at: datetime) -> PendingEvent:
    """Return the event of a witness's number that decides nothing yet; `coup` is None if it fits none."""
    assert report.reader is not None
    doubts = ("recovered",) * report.recovered + report.doubts
    event = e.WitnessReported(
        reader=report.reader, coup=coup, number=report.number, game=report.game, doubts=doubts
    )
    return PendingEvent(event, at)


def witnesses_before(state: State, coup: int, by: str | None, at: datetime) -> tuple[NumberReport, ...]:
    """Return the last number of each witness but `by` for the coup whose number falls at `at`."""
    found = (_before(state, each.reported, coup, at) for each in state.witnesses if each.name != by)
    return tuple(report for report in found if report is not None)


def _before(state: State, reported: Iterable[NumberReport], coup: int, at: datetime) -> NumberReport | None:
    last = None
    for report in reported:
        if report.coup == coup and is_of_launch(state, report):
            return report
        last = report
    previous = state.past[-1].fell_at if state.past else None
    if last is None or last.coup is not None or (previous is not None and last.at <= previous):
        return None
    return last if at - FIRST_BY <= last.at <= at + TOLERANCE else None


def is_of_launch(state: State, report: NumberReport) -> bool:
    """Return True if a report of the running coup is of the ball that runs, and not of an earlier launch."""
    launched_at = state.course.launched_at if state.launches else None
    return launched_at is None or report.at >= launched_at


def compared_with_witnesses(
    fell: e.NumberFell, reports: Iterable[NumberReport], decided: Iterable[int], at: datetime
) -> Decision:
    """Compare the number that fell with the numbers that witnesses gave before: they confirm or dispute it.

    `decided` are numbers that a person saw beside the one that fell, or that are disputed already.
    """
    coup, number = fell.coup, fell.number
    named = {number, *decided}
    for report in reports:
        if report.number == number and (report.certain or not fell.doubts):
            event: e.NumberConfirmed | e.DiscrepancyFound = e.NumberConfirmed(
                coup=coup, number=number, source="reader", game=report.game, reader=report.reader
            )
        elif report.number not in named:
            named.add(report.number)
            event = e.DiscrepancyFound(
                coup=coup,
                recorded=number,
                other=report.number,
                source="reader",
                game=report.game,
                reader=report.reader,
            )
        else:
            continue
        yield PendingEvent(event, at)
