"""The day itself evolves: opened and closed, its limits and its ball."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.cash.transitions import advances_handed_on, cash_handed_on
from tables.play.colours.state import Colours
from tables.play.coup.transitions import stopped
from tables.play.direction.state import Direction
from tables.play.direction.transitions import going_on
from tables.play.dispute.state import Corrections
from tables.play.equipment.state import ChipSeries
from tables.play.evolving import Recorded, evolves
from tables.play.held.state import held_handed_on
from tables.play.live.handover import inherited_seats
from tables.play.reader.transitions import handed_on, taken_up_again
from tables.play.references import number_in
from tables.play.slips.state import Moved
from tables.play.slips.transitions import slips_handed_on
from tables.play.staff.state import Roster
from tables.play.staff.transitions import with_stays
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.TableOpened)
def _table_opened(state: State, event: e.TableOpened, recorded: Recorded, rulebook: Rulebook) -> State:
    opened = State(
        phase="idle",
        phase_since=recorded.at,
        table=event.table,
        day=event.day,
        previous_day=event.previous_day,
        opened_at=recorded.at,
        rulebook=event.rulebook,
        rulebook_version=event.rulebook_version,
        wheel=event.wheel,
        double=event.double,
        currency=event.currency,
        limits=event.limits,
        balls=event.balls,
        ball=event.ball,
        ball_since=recorded.at,
        ball_version=recorded.version,
        staff=event.staff,
        roster=Roster(second=event.second_staff, spinner_version=recorded.version),
        spinner=event.staff.get(event.spinner),
        spinner_since=recorded.at,
        number=event.last_number,
        last_direction=event.last_direction,
        last_ball_direction=event.last_ball_direction,
        numbers=event.numbers,
        face_value_only=event.face_value_only,
        direction=Direction(
            counts_float=event.counts_float,
            float_handed_on=event.float_handed_on,
            pieces_handed_on=event.float_pieces_handed_on,
            series_handed_on=event.float_series_handed_on,
            par=event.par,
            forced_close=event.forced_close,
        ),
        slips=slips_handed_on(event),
        live=inherited_seats(event.seats),
        advances=advances_handed_on(event.advances, recorded.at),
        held=held_handed_on(event.held),
        chip_series=ChipSeries(
            in_play=event.series_in_play, ended=event.series_ended, values=event.series_values
        ),
        cash=cash_handed_on(event.box, recorded.at),
        colours=Colours(symbol=event.chip_symbol, registered=event.chip_colours, late=event.late_chips),
        bets=event.bound,
        bets_numbered=max((number_in(stake.ref) for stake in event.bound), default=0),
    )
    return with_stays(opened, recorded, rulebook)


@evolves(e.GroupDeclared)
def _group_declared(state: State, event: e.GroupDeclared, recorded: Recorded, _: Rulebook) -> State:
    joined = set(event.players)
    others = tuple(members for members in state.groups if joined.isdisjoint(members))
    return replace(state, groups=(*others, event.players))


@evolves(e.GroupEnded)
def _group_ended(state: State, event: e.GroupEnded, recorded: Recorded, _: Rulebook) -> State:
    ended = set(event.players)
    return replace(state, groups=tuple(each for each in state.groups if set(each) != ended))


@evolves(e.LimitsChanged)
def _limits_changed(state: State, event: e.LimitsChanged, recorded: Recorded, _: Rulebook) -> State:
    direction = replace(state.direction, announced_limits=None)
    if event.reopened:
        direction = replace(
            direction,
            float_at_closing=None,
            pieces_at_closing={},
            series_at_closing={},
            closing_count_ended_by="",
        )
    return replace(state, limits=event.limits, derogation=event.derogation, direction=direction)


@evolves(e.TableClosed)
def _table_closed(state: State, event: e.TableClosed, recorded: Recorded, _: Rulebook) -> State:
    return State(
        phase="closed",
        phase_since=recorded.at,
        table=state.table,
        day=state.day,
        opened_at=state.opened_at,
        rulebook=state.rulebook,
        rulebook_version=state.rulebook_version,
        wheel=state.wheel,
        double=state.double,
        currency=state.currency,
        limits=state.limits,
        balls=state.balls,
        ball=event.ball,
        staff=state.staff,
        roster=Roster(second=state.roster.second),
        coup=event.coups,
        number=event.last_number,
        last_direction=event.last_direction,
        last_ball_direction=event.last_ball_direction,
        numbers=event.numbers,
        carried=event.bound,
        direction=Direction(
            float_handed_on=event.float_counted,
            pieces_handed_on=event.float_pieces,
            series_handed_on=event.float_by_series,
            forced_close=event.forced,
        ),
        slips=slips_handed_on(event),
        live=inherited_seats(event.seats),
        advances=advances_handed_on(event.advances, recorded.at),
        colours=Colours(late=event.late_chips),
        held=held_handed_on(event.held),
        cash=state.cash,
        violations_raised=state.violations_raised,
        corrections=Corrections(opened=state.corrections.opened),
        readers=handed_on(state.readers),
        before_closing=state,
    )


@evolves(e.TableReopened)
def _table_reopened(state: State, event: e.TableReopened, recorded: Recorded, rulebook: Rulebook) -> State:
    """Return the state at the closing, between two coups, with the events after the closing; the closing count is to
    be made again, and the last coup announced again. The times of the ball and of the staff stopped meanwhile.
    """
    before = state.before_closing
    assert before is not None, "it was closed"
    still_open = {slip.slip for slip in state.slips.open}
    reopened = replace(
        before,
        phase="idle",
        phase_since=recorded.at,
        coup=event.coups,
        launches=0,
        course=stopped(before.course),
        rotor_direction=None,
        ball_direction=None,
        direction=replace(
            before.direction,
            last_coup=None,
            first_last_coup=None,
            float_at_closing=None,
            pieces_at_closing={},
            series_at_closing={},
            closing_count_ended_by="",
            closing_variance=None,
        ),
        slips=replace(
            before.slips,
            open=tuple(slip for slip in before.slips.open if slip.slip in still_open),
            moved_since_closing_count=Moved(),
        ),
        corrections=state.corrections,
        violations=(*before.violations, *state.violations),
        violations_raised=state.violations_raised,
        noted={**before.noted, **state.noted},
        readers=taken_up_again(state.readers, before.readers),
    )
    if reopened.direction.suspension is not None:
        return reopened
    return going_on(reopened, event.closed_at, recorded, rulebook)


@evolves(e.ForcedCloseExplained)
def _forced_close_explained(
    state: State, event: e.ForcedCloseExplained, recorded: Recorded, _: Rulebook
) -> State:
    return replace(state, direction=replace(state.direction, forced_close=None))
