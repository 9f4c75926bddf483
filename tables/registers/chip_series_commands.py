"""Commands on the casino's series of chips: introduce, issue, end, withdraw, exchange (it-campione/20).

The management may change the series in circulation. No table plays with a series after its end. The cash desk exchanges
it, value for value, for a series in play. No more chips leave circulation than came into it.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from tables.money import Money
from tables.play.command import Request, Signed
from tables.play.signatures import check_signed
from tables.refusal import Refused
from tables.registers.chip_series import (
    AnySeriesEvent,
    CasinoSeries,
    ChipsExchanged,
    ChipsIssued,
    ChipsWithdrawn,
    Pieces,
    Series,
    SeriesEnded,
    SeriesIntroduced,
    added,
    worth,
)
from tables.text import alike

NAME_AT_MOST = 20
Deed = Literal["issued", "withdrawn", "exchanged", "given"]


class SeriesCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests about a series. On a screen who asks has signed in; over the API they sign."""

    series: str


class IntroduceSeries(SeriesCommand, frozen=True, kw_only=True, tag="introduce-series"):
    """Put a new series into play, with so many pieces of each value."""

    pieces: Pieces


class IssueChips(SeriesCommand, frozen=True, kw_only=True, tag="issue-chips"):
    """Put more pieces of a series in play into circulation."""

    pieces: Pieces


class EndSeries(SeriesCommand, frozen=True, kw_only=True, tag="end-series"):
    """Play with a series no longer."""


class WithdrawChips(SeriesCommand, frozen=True, kw_only=True, tag="withdraw-chips"):
    """Take pieces of a series out of circulation."""

    pieces: Pieces


class ExchangeChips(SeriesCommand, frozen=True, kw_only=True, tag="exchange-chips"):
    """Exchange pieces of an ended series at the cash desk for the series `into`: for the `given` ones of it, or for as
    many of the same values."""

    into: str
    pieces: Pieces
    given: Pieces = {}


class SeriesRule(msgspec.Struct, frozen=True):
    """The clause on series of chips, the currency in which they are counted, and the role that changes them."""

    clause: str
    currency: str
    decided_by: str | None = None
    """The role that signs for another series and for the end of one; None: nobody in particular."""


def decide(
    state: CasinoSeries, command: SeriesCommand, rule: SeriesRule | None
) -> tuple[AnySeriesEvent, ...]:
    """Return the events of `command` in order. Raises Refused with the clause.

    `rule` is None for a casino without a table whose rulebook has series of chips.
    """
    if rule is None:
        raise Refused("no-series-of-chips")
    _check_decided(state, command, rule)
    return tuple(_decided(state, command, rule))


def _check_decided(state: CasinoSeries, command: SeriesCommand, rule: SeriesRule) -> None:
    """Raise Refused for another series, or the end of one, if the role that decides has not signed
    (it-campione/20)."""
    changes = isinstance(command, EndSeries) or (isinstance(command, IntroduceSeries) and bool(state.series))
    if changes and rule.decided_by is not None:
        check_signed(command, (rule.decided_by,), rule.clause, "chip-series-change")


def _decided(state: CasinoSeries, command: SeriesCommand, rule: SeriesRule) -> Iterator[AnySeriesEvent]:
    match command:
        case IntroduceSeries():
            _check_new(state, command.series, rule)
            _check_pieces(command.pieces, "issued", rule)
            yield SeriesIntroduced(series=command.series)
            yield ChipsIssued(series=command.series, pieces=command.pieces, currency=rule.currency)
        case IssueChips():
            _check_in_play(state, command.series, rule)
            _check_pieces(command.pieces, "issued", rule)
            yield ChipsIssued(series=command.series, pieces=command.pieces, currency=rule.currency)
        case EndSeries():
            _check_in_play(state, command.series, rule)
            if len(state.in_play) < 2:
                raise Refused("only-series-in-play", rule.clause, series=command.series)
            yield SeriesEnded(series=command.series, clause=rule.clause)
        case WithdrawChips():
            series = _known(state, command.series, rule)
            _check_pieces(command.pieces, "withdrawn", rule)
            _check_circulating(series, command.pieces, rule)
            yield ChipsWithdrawn(series=command.series, pieces=command.pieces, currency=rule.currency)
        case ExchangeChips():
            series = _known(state, command.series, rule)
            if series.ended_at is None:
                raise Refused("series-needs-no-exchange", rule.clause, series=series.series)
            _check_in_play(state, command.into, rule)
            _check_pieces(command.pieces, "exchanged", rule)
            _check_circulating(series, command.pieces, rule)
            _check_given(command, rule)
            yield ChipsExchanged(
                series=command.series,
                into=command.into,
                pieces=command.pieces,
                given=command.given,
                currency=rule.currency,
            )


def _check_new(state: CasinoSeries, name: str, rule: SeriesRule) -> None:
    if not name or name != name.strip() or len(name) > NAME_AT_MOST:
        raise Refused("series-name-malformed", rule.clause, longest=NAME_AT_MOST)
    if (other := alike(name, (each.series for each in state.series))) is not None:
        raise Refused("series-introduced-before", rule.clause, series=other)


def _known(state: CasinoSeries, name: str, rule: SeriesRule) -> Series:
    series = state.named(name)
    if series is None:
        known = tuple(each.series for each in state.series)
        raise Refused("chip-series-unknown", rule.clause, series=name, known=known)
    return series


def _check_in_play(state: CasinoSeries, name: str, rule: SeriesRule) -> None:
    if _known(state, name, rule).ended_at is not None:
        raise Refused("chip-series-ended", rule.clause, series=name, in_play=tuple(state.in_play))


def _check_pieces(pieces: Pieces, deed: Deed, rule: SeriesRule) -> None:
    if not pieces or any(value <= 0 or count <= 0 for value, count in pieces.items()):
        raise Refused("no-chips-named", rule.clause, deed=deed)


def _check_given(command: ExchangeChips, rule: SeriesRule) -> None:
    """Raise Refused unless the given chips are worth as much as the taken ones."""
    if not command.given:
        return
    _check_pieces(command.given, "given", rule)
    taken, given = worth(added((), command.pieces)), worth(added((), command.given))
    if given != taken:
        raise Refused(
            "exchange-not-value-for-value",
            rule.clause,
            series=command.series,
            limit=Money(taken, rule.currency),
            value=Money(given, rule.currency),
        )


def _check_circulating(series: Series, pieces: Pieces, rule: SeriesRule) -> None:
    circulating = dict(series.circulating)
    for value, count in pieces.items():
        if count > circulating.get(value, 0):
            raise Refused(
                "pieces-not-in-circulation",
                rule.clause,
                pieces=Money(value, rule.currency),
                series=series.series,
                limit=circulating.get(value, 0),
                value=count,
            )
