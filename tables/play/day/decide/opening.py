"""A gaming day begins: the books are opened with the values that the last day handed on."""

from datetime import date, datetime

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.cash.questions import box_to_hand_on, to_hand_on
from tables.play.colours.questions import check_registered_colours
from tables.play.dispute.questions import check_last_day_undisputed
from tables.play.equipment.state import ChipSeries
from tables.play.float.questions import too_small_a_float
from tables.play.limits.agreeing import agreement_needed, bound_alike
from tables.play.live.handover import carried_seats
from tables.play.pending import Decision, PendingEvent
from tables.play.pieces import worth_of
from tables.play.signatures import check_decided
from tables.play.slips.questions import carried
from tables.play.staff.questions import check_positions
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.limits import check_posted, maximum_for
from tables.roulette.rulebook import Rulebook


def open_table(state: State, command: c.OpenTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Open the day if wheel, balls, staff and limits match the rulebook.

    `state` has the matters that the last day handed on (see `handover.py`), or none. With it come the casino's series
    of chips, and the wheel's reader if it is silent.
    """
    if state.version:
        raise Refused("table-already-opened", table=command.table, day=command.day)
    _check_in_force(command, rulebook)
    check_last_day_undisputed(state, rulebook)
    if command.wheel not in rulebook.wheels:
        raise Refused("wheel-not-of-rulebook", wheel=command.wheel, known=tuple(sorted(rulebook.wheels)))
    _check_layouts_and_chips(command, rulebook)
    check_registered_colours(command, rulebook)
    _check_cylinder(command, rulebook)
    _check_balls(command, rulebook)
    _check_staff(command, rulebook)
    check_posted(rulebook, command.limits)
    _check_maximums_agreed(command, rulebook)
    agreement = _limits_decided(command, rulebook, at)
    _check_par(command, rulebook)
    known_series = state.chip_series if rulebook.chip_series else ChipSeries()
    yield PendingEvent(
        e.TableOpened(
            table=command.table,
            day=command.day,
            rulebook=rulebook.id,
            rulebook_version=rulebook.version,
            rulebook_sha256=rulebook.sha256,
            wheel=command.wheel,
            double=command.double,
            currency=rulebook.currency,
            limits=command.limits,
            balls=command.balls,
            ball=command.ball,
            staff=command.staff,
            spinner=command.spinner,
            previous_day=state.previous_day,
            last_number=state.number,
            last_direction=state.last_direction,
            last_ball_direction=state.last_ball_direction,
            numbers=state.numbers,
            bound=state.carried,
            cylinder_mm=command.cylinder_mm,
            wheel_serial=command.wheel_serial,
            face_value_only=command.face_value_only,
            second_staff=command.second_staff,
            counts_float=command.counts_float or rulebook.opening_float is not None,
            float_handed_on=state.direction.float_handed_on,
            float_pieces_handed_on=state.direction.pieces_handed_on,
            float_series_handed_on=state.direction.series_handed_on,
            par=command.par,
            seats=carried_seats(state.live),
            advances=to_hand_on(state),
            held=state.held.items,
            series_in_play=known_series.in_play,
            series_ended=known_series.ended,
            series_values=known_series.values,
            chip_symbol=command.chip_symbol,
            chip_colours=command.chip_colours,
            late_chips=state.colours.late,
            slips_open=carried(state.slips.open),
            slips_left=carried(state.slips.left),
            forced_close=state.direction.forced_close,
            box=box_to_hand_on(state),
            pit=command.pit,
            theory_of_drop=command.theory_of_drop,
            limits_agreement=agreement,
        ),
        at,
    )
    yield from _readers_away(state, at)


def _readers_away(state: State, at: datetime) -> Decision:
    """Record the readers that are silent or have a fault as the table opens, each from the begin of its outage."""
    for code, reader in sorted(state.readers.items()):
        if reader.is_away:
            away = e.ReaderChanged(
                reader=code,
                state="silent" if reader.state == "silent" else "fault",
                detail=reader.detail,
                since=reader.since,
                role=reader.role,
            )
            yield PendingEvent(away, at)


def _check_maximums_agreed(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused for a maximum over the posted one where that needs an agreement: it is changed once the table is
    open, by the deciding role (it-campione/5-agreement).
    """
    rule = rulebook.limits
    if rule.maximums_agreed_with is None:
        return
    for kind, bet in rulebook.bets.items():
        maximum = maximum_for(rulebook, command.limits, kind)
        if bet.maximum is not None and (maximum is None or maximum > bet.maximum):
            raise Refused(
                "opened-over-agreed-maximums",
                rule.agreement_clause,
                kind=kind,
                limit=Money(bet.maximum, rulebook.currency),
                body=rule.maximums_agreed_with,
            )


def _limits_decided(command: c.OpenTable, rulebook: Rulebook, at: datetime) -> e.Agreement | None:
    """Return the agreement on limits that are not registered for the table; None for a registered sign.

    Raises Refused unless the role that decides on limits has signed, and for an agreement that is missing
    (it-campione/5).
    """
    signs = command.registered
    if signs is None or any(bound_alike(command.limits, sign, rulebook) for sign in signs):
        return None
    rule = rulebook.limits
    check_decided(command, rule.opening_decided_by, rule.change_clause or rule.clause, "opening-limits")
    return agreement_needed(command.agreement, signs[0], command.limits, rulebook, at)


def _check_in_force(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused unless the version of the rules is in force on the gaming day (pt-americana/in-force)."""
    rule = rulebook.in_force
    try:
        day = date.fromisoformat(command.day)
    except ValueError:
        raise Refused("gaming-day-malformed", day=command.day) from None
    if rule is None or rule.holds_on(day):
        return
    if day < rule.since:
        raise Refused(
            "rulebook-not-yet-in-force", rule.clause, day=day, version=rulebook.version, since=rule.since
        )
    raise Refused(
        "rulebook-no-longer-in-force", rule.clause, day=day, version=rulebook.version, until=rule.until
    )


def _check_layouts_and_chips(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused for a second layout (pt-francesa/1, pt-americana/1) or face-value chips only (pt-americana/15)
    without a rule for them.
    """
    layouts = rulebook.layouts
    if command.double and (layouts is None or layouts.at_most < 2):
        raise Refused(
            "double-table-not-allowed",
            clause=layouts.clause if layouts else rulebook.positions_clause,
            limit=1,
            value=2,
        )
    if command.face_value_only and rulebook.colour_chips is None:
        raise Refused("face-value-only-not-allowed", clause=rulebook.positions_clause)


def _check_cylinder(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused for a cylinder of another width than the rulebook's (pt-francesa/3-7, pt-americana/3-6)."""
    rule = rulebook.cylinder
    if rule is None or rule.bounds_mm is None:
        return
    smallest, largest = rule.bounds_mm
    if largest is None:
        _check_least_width(command.cylinder_mm, smallest, rule.clause)
        return
    if command.cylinder_mm is None:
        raise Refused("cylinder-not-registered", clause=rule.clause, smallest_mm=smallest, largest_mm=largest)
    if not smallest <= command.cylinder_mm <= largest:
        raise Refused(
            "cylinder-of-wrong-size",
            clause=rule.clause,
            smallest_mm=smallest,
            largest_mm=largest,
            limit=smallest if command.cylinder_mm < smallest else largest,
            value=command.cylinder_mm,
        )


def _check_least_width(width_mm: int | None, smallest: int, clause: str) -> None:
    """Raise Refused for a cylinder that is narrower than the rulebook's least width."""
    if width_mm is None:
        raise Refused("cylinder-not-measured", clause=clause, smallest_mm=smallest)
    if width_mm < smallest:
        raise Refused(
            "cylinder-too-narrow", clause=clause, smallest_mm=smallest, limit=smallest, value=width_mm
        )


def _check_balls(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused unless the balls have letters of their own, and two have the right size if the rulebook sets one
    (pt-francesa/9, pt-americana/17).
    """
    names = [ball.name for ball in command.balls]
    if command.ball not in names:
        raise Refused("ball-not-of-table", ball=command.ball, balls=tuple(names))
    rule = rulebook.ball_change
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused("ball-named-twice", clause=rule.clause if rule else None, ball=twice)
    if rule is None:
        return
    if len(set(names)) < rule.balls:
        raise Refused("too-few-balls", clause=rule.clause, balls=len(set(names)), needed=rule.balls)
    smallest, largest = rule.diameter_mm
    for ball in command.balls:
        if not smallest <= ball.diameter_mm <= largest:
            raise Refused(
                "ball-of-wrong-size",
                clause=rule.clause,
                ball=ball.name,
                diameter_mm=ball.diameter_mm,
                smallest_mm=smallest,
                largest_mm=largest,
            )


def _check_par(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused unless the par of an imprest table is enough for its minimum, if the rulebook sets an amount."""
    refused = (
        too_small_a_float(worth_of(command.par), command.limits.minimum, rulebook) if command.par else None
    )
    if refused is not None:
        raise refused


def _check_staff(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Raise Refused unless every required position is filled, at each layout (pt-francesa/1), and somebody spins."""
    rule = rulebook.staff
    check_positions(rule, command.staff, command.second_staff, double=command.double)
    if command.spinner not in command.staff:
        raise Refused("spinner-seat-empty", clause=rule.clause, position=command.spinner)
