"""All chips of the casino: those in circulation by the register of series, and their places by the record."""

from collections.abc import Iterable

import msgspec

from settlement.bank.conservation import ChipsAt, ChipsOfAValue, conservation
from settlement.bank.pieces import added, by_series_of
from settlement.bank_aggregate import stock_of, was_counted
from settlement.models import Slip
from settlement.slip_rows import pieces_of
from tables.handling.chip_series_in_force import casino_series, series_rule
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshots
from tables.handling.streams import table_stream
from tables.play import events as e
from tables.play.state import State
from tables.registers.chip_series import CasinoSeries
from tables.stream import read_types

ON_THE_WAY = {"fill": ("issued", "carried"), "credit": ("handed_over",)}
"""Statuses of a slip whose chips are neither at the table nor at the bank."""


Found = e.TableOpened | e.FloatCounted
"""Source of a float's chips: the last day's hand-over, or a count."""


class CasinoChips(msgspec.Struct, frozen=True, kw_only=True):
    """A row for each series and value, and the places with their chips. `has_series`: the casino has a register of
    its series, so that their number is known.
    """

    rows: tuple[ChipsOfAValue, ...]
    places: tuple[ChipsAt, ...]
    has_series: bool


def house_chips(casino_id: int, currency: str) -> CasinoChips:
    """Return the places of all the casino's chips of that currency, as far as the record has come.

    The number of queries does not depend on the casino's size.
    """
    rule = series_rule(casino_id)
    series = casino_series(casino_id) if rule and rule.currency == currency else CasinoSeries()
    issued = {each.series: dict(each.circulating) for each in series.series if each.circulating}
    views = [view for view in table_snapshots(casino_id) if view.state and view.state.currency == currency]
    places = (
        *_floats(casino_id, views),
        _bank(casino_id, currency),
        *_on_the_way(casino_id, currency),
        *_held(views),
    )
    return CasinoChips(
        rows=conservation(issued, places, has_series=bool(series.series)),
        places=places,
        has_series=bool(series.series),
    )


def _floats(casino_id: int, views: Iterable[TableSnapshot]) -> Iterable[ChipsAt]:
    """Each table's float: of a closed table what it hands on, of an open one its last count and the slips since, which
    play moves on."""
    states = {view.table.code: view.state for view in views if view.state is not None}
    streams = {table_stream(code, each.day): code for code, each in states.items() if each.phase != "closed"}
    last: dict[str, Found] = {}
    for recorded in read_types(casino_id, list(streams), ("table_opened", "float_counted")):
        event = e.TABLE_EVENTS.read(recorded)
        assert isinstance(event, Found)
        last[streams[recorded.stream_id]] = event
    for code, state in states.items():
        yield _handed_on(code, state) if state.phase == "closed" else _in_play(code, state, last[code])


def _handed_on(code: str, state: State) -> ChipsAt:
    pieces, by_series = state.direction.pieces_handed_on, state.direction.series_handed_on
    chips = None if pieces is None else by_series_of(pieces, by_series)
    return ChipsAt(kind="float", name=f"the float of {code}", chips=chips)


def _in_play(code: str, state: State, found: Found) -> ChipsAt:
    """Return the chips handed on by the last day, which are the float until it is counted."""
    name, moved = f"the float of {code}", state.slips.moved
    if isinstance(found, e.FloatCounted):
        chips = by_series_of(found.pieces, found.by_series)
        if found.moment == "closing":
            moved = state.slips.moved_since_closing_count
    elif found.float_pieces_handed_on is not None:
        chips = by_series_of(found.float_pieces_handed_on, found.float_series_handed_on)
    else:
        return ChipsAt(kind="float", name=name, chips=None)
    brought = by_series_of(dict(moved.pieces), {series: dict(of) for series, of in moved.by_series})
    return ChipsAt(kind="float", name=name, chips=added(chips, brought), moved_on=True)


def _bank(casino_id: int, currency: str) -> ChipsAt:
    counted = was_counted(casino_id, currency)
    return ChipsAt(
        kind="bank", name="the chip bank", chips=stock_of(casino_id, currency) if counted else None
    )


def _on_the_way(casino_id: int, currency: str) -> Iterable[ChipsAt]:
    for kind, stands in ON_THE_WAY.items():
        slips = Slip.objects.filter(casino_id=casino_id, currency=currency, kind=kind, status__in=stands)
        for slip in slips.order_by("number"):
            by_series = {name: pieces_of(of) for name, of in slip.by_series.items()}
            chips = by_series_of(pieces_of(slip.pieces), by_series)
            yield ChipsAt(kind="transit", name=f"slip {slip.number}", chips=chips)


def _held(views: Iterable[TableSnapshot]) -> Iterable[ChipsAt]:
    for view in views:
        for held in view.state.held.items if view.state else ():
            if held.until_coup is None:
                chips = by_series_of(held.pieces, held.by_series) if held.pieces else None
                yield ChipsAt(kind="held", name=f"{held.ref} held at {view.table.code}", chips=chips)
