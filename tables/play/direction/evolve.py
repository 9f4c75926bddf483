"""The direction's decisions evolve: suspensions, the last coup, announced limits, counts."""

from typing import Any

from msgspec.structs import replace

from tables.play import events as e
from tables.play.direction.state import AnnouncedLimits, Suspension, Variance
from tables.play.direction.transitions import going_on
from tables.play.evolving import Recorded, evolves
from tables.play.float.questions import is_known, variance_at, variance_of
from tables.play.slips.transitions import counted_anew
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def _with(state: State, **changes: Any) -> State:
    return replace(state, direction=replace(state.direction, **changes))


@evolves(e.TableSuspended)
def _table_suspended(state: State, event: e.TableSuspended, recorded: Recorded, _: Rulebook) -> State:
    return _with(
        state,
        suspension=Suspension(
            since=recorded.at, version=recorded.version, reason=event.reason, detail=event.detail
        ),
    )


@evolves(e.ControlNotified)
def _control_notified(state: State, event: e.ControlNotified, recorded: Recorded, _: Rulebook) -> State:
    """Mark every suspension as known to control: one notice covers all of them."""
    suspended = state.direction.suspension
    notified = replace(suspended, notified_at=suspended.notified_at or recorded.at) if suspended else None
    return _with(state, suspension=notified, unnotified=())


@evolves(e.TableResumed)
def _table_resumed(state: State, event: e.TableResumed, recorded: Recorded, rulebook: Rulebook) -> State:
    ended = state.direction.suspension
    if ended is None:
        return state
    state = going_on(state, ended.since, recorded, rulebook)
    if ended.notified_at is not None:
        return _with(state, suspension=None)
    return _with(state, suspension=None, unnotified=(*state.direction.unnotified, ended))


@evolves(e.LastCoupAnnounced)
def _last_coup_announced(state: State, event: e.LastCoupAnnounced, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, last_coup=event.coup, first_last_coup=event.first)


@evolves(e.LastCoupRevoked)
def _last_coup_revoked(state: State, event: e.LastCoupRevoked, recorded: Recorded, _: Rulebook) -> State:
    return _with(state, last_coup=None, first_last_coup=None)


@evolves(e.LimitsAnnounced)
def _limits_announced(state: State, event: e.LimitsAnnounced, recorded: Recorded, _: Rulebook) -> State:
    return _with(
        state,
        announced_limits=AnnouncedLimits(
            limits=event.limits,
            derogation=event.derogation,
            agreement=event.agreement,
            since=recorded.at,
            version=recorded.version,
        ),
    )


@evolves(e.FloatCounted)
def _float_counted(state: State, event: e.FloatCounted, recorded: Recorded, _: Rulebook) -> State:
    """Store the count: a matching count ends a variance, an equal variance stays, and another one replaces it."""
    state = replace(state, slips=counted_anew(state.slips, event.moment))
    state = _with(state, counted_by=event.counted_by, verified_by=event.verified_by)
    found = variance_of(event)
    stays = found is not None and is_known(state, found)
    if event.moment == "closing":
        return _with(
            state,
            closing_variance=state.direction.closing_variance if stays else None,
            float_at_closing=event.total,
            pieces_at_closing=event.pieces,
            series_at_closing=event.by_series,
            closing_count_ended_by="",
        )
    return _with(
        state,
        float_at_opening=event.total,
        pieces_at_opening=event.pieces,
        variance=state.direction.variance if stays else None,
    )


@evolves(e.FloatVarianceFound)
def _variance_found(state: State, event: e.FloatVarianceFound, recorded: Recorded, _: Rulebook) -> State:
    found = Variance(
        moment=event.moment,
        difference=event.difference,
        pieces=event.pieces,
        by_series=event.by_series,
        since=recorded.at,
        colours=event.colours,
    )
    return _with(state, **{_variance_of_moment(event.moment): found})


@evolves(e.FloatVarianceExplained)
def _variance_explained(
    state: State, event: e.FloatVarianceExplained, recorded: Recorded, _: Rulebook
) -> State:
    variance = variance_at(state, event.moment)
    assert variance is not None, "there is a difference that is explained"
    return _with(state, **{_variance_of_moment(event.moment): replace(variance, explained=event.reason)})


def _variance_of_moment(moment: e.Moment) -> str:
    return "variance" if moment == "opening" else "closing_variance"
