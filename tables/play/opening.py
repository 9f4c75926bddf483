"""A gaming day begins and ends: the books are opened with what the last day handed on, and closed handing it on."""

from datetime import datetime

from tables.play import commands as c
from tables.play import direction
from tables.play import events as e
from tables.play.advances import check_advances_settled, to_hand_on
from tables.play.change import check_change_done
from tables.play.chips_out import late_after_closing
from tables.play.colour_chips import check_colours_exchanged, check_registered_colours
from tables.play.dated import Dated, Decision
from tables.play.disputes import check_disputes_decided
from tables.play.drop_boxes import box_to_hand_on, check_boxes_removed
from tables.play.float_count import check_float_counted, check_variance_explained, float_to_hand_on
from tables.play.held import held_to_hand_on
from tables.play.live_handover import carried_seats
from tables.play.slips import check_slips_done
from tables.play.staff import check_positions
from tables.play.state import State
from tables.play.state.chip_series import ChipSeries
from tables.play.staying import withdrawn
from tables.roulette.limits import check_posted
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def open_table(state: State, command: c.OpenTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Opens the day if wheel, balls, staff and limits are what the rulebook asks for.

    `state` is what the last day handed on (see `handover.py`), or nothing; with it come the house's series of chips.
    """
    if state.version:
        raise Refused(f"{command.table} was already opened on {command.day}")
    if command.wheel not in rulebook.wheels:
        known = " or ".join(sorted(rulebook.wheels))
        raise Refused(f"a wheel of {command.wheel} numbering: this rulebook is played on {known}")
    _check_layouts_and_chips(command, rulebook)
    check_registered_colours(command, rulebook)
    _check_cylinder(command, rulebook)
    _check_balls(command, rulebook)
    _check_staff(command, rulebook)
    check_posted(rulebook, command.limits)
    known_series = state.chip_series if rulebook.chip_series else ChipSeries()
    yield Dated(
        e.TableOpened(
            table=command.table,
            day=command.day,
            rulebook=rulebook.id,
            rulebook_version=rulebook.version,
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
            numbers=state.numbers,
            bound=state.carried,
            cylinder_mm=command.cylinder_mm,
            wheel_serial=command.wheel_serial,
            face_value_only=command.face_value_only,
            second_staff=command.second_staff,
            counts_float=command.counts_float,
            float_handed_on=state.direction.float_handed_on,
            float_pieces_handed_on=state.direction.pieces_handed_on,
            float_series_handed_on=state.direction.series_handed_on,
            par=command.par,
            seats=carried_seats(state.live),
            advances=to_hand_on(state),
            held=state.held.items,
            series_in_play=known_series.in_play,
            series_ended=known_series.ended,
            chip_symbol=command.chip_symbol,
            chip_colours=command.chip_colours,
            late_chips=state.colours.late,
            box=box_to_hand_on(state),
            pit=command.pit,
            theory_of_drop=command.theory_of_drop,
        ),
        at,
    )


def _check_layouts_and_chips(command: c.OpenTable, rulebook: Rulebook) -> None:
    """A second layout (pt-francesa/1, pt-americana/1), and face-value chips only (pt-americana/15), where there are."""
    layouts = rulebook.layouts
    if command.double and (layouts is None or layouts.at_most < 2):
        raise Refused(
            "a double table: this rulebook is played on one layout to a wheel",
            clause=layouts.clause if layouts else rulebook.positions_clause,
            limit=1,
            value=2,
        )
    if command.face_value_only and rulebook.colour_chips is None:
        raise Refused(
            "a table with face-value chips only: this rulebook has no chips of colours beside them",
            clause=rulebook.positions_clause,
        )


def _check_cylinder(command: c.OpenTable, rulebook: Rulebook) -> None:
    """A cylinder of the right width where the rulebook says how wide (pt-francesa/3-7, pt-americana/3-6)."""
    rule = rulebook.cylinder
    if rule is None:
        return
    smallest, largest = rule.diameter_mm
    if command.cylinder_mm is None:
        raise Refused(
            f"the diameter of the wheel's cylinder is not registered; {smallest} to {largest} mm is right",
            clause=rule.clause,
        )
    if not smallest <= command.cylinder_mm <= largest:
        raise Refused(
            f"the wheel's cylinder measures {command.cylinder_mm} mm; {smallest} to {largest} mm is right",
            clause=rule.clause,
            limit=smallest if command.cylinder_mm < smallest else largest,
            value=command.cylinder_mm,
        )


def _check_balls(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Balls that are told apart by their letters; two of the right size where the rulebook says so (pt-francesa/9,
    pt-americana/17)."""
    names = [ball.name for ball in command.balls]
    if command.ball not in names:
        raise Refused(f"ball {command.ball} is in play, but the table has {', '.join(names) or 'none'}")
    rule = rulebook.ball_change
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused(
            f"ball {twice} is there more than once: each of the table's balls has a letter of its own",
            clause=rule.clause if rule else None,
        )
    if rule is None:
        return
    if len(set(names)) < rule.balls:
        raise Refused(
            f"the table has {len(set(names))} balls; it needs {rule.balls}, used by turns", clause=rule.clause
        )
    smallest, largest = rule.diameter_mm
    for ball in command.balls:
        if not smallest <= ball.diameter_mm <= largest:
            raise Refused(
                f"ball {ball.name} measures {ball.diameter_mm:g} mm; {smallest:g} to {largest:g} mm is right",
                clause=rule.clause,
            )


def _check_staff(command: c.OpenTable, rulebook: Rulebook) -> None:
    """Somebody on every position that must be filled, at each layout (pt-francesa/1), and somebody who spins."""
    rule = rulebook.staff
    check_positions(rule, command.staff, command.second_staff, double=command.double)
    if command.spinner not in command.staff:
        raise Refused(f"{command.spinner} is to spin, but nobody sits there", clause=rule.clause)


def close_table(state: State, command: c.CloseTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Closes the day if no coup is running, nothing is left to pay, the last coup was announced and played where the
    rulebook asks for it (it-campione/14), the float is counted where it is to be, no change and no
    slip is open, no box is in its place, and no advance
    but what may be carried to the next day (it-campione/16). Winning stakes that lie on go back to their owners: there
    is no coup left for them (it-venezia/general-5)."""
    if state.discrepancy is not None:
        raise Refused(f"two numbers are reported for coup {state.discrepancy.coup}; the chief decides first")
    if state.payments_open:
        coups = ", ".join(str(coup) for coup in state.payments_open)
        raise Refused(f"payments of coup {coups} are still open")
    free = [bet.ref for bet in state.bets if bet.level == 0 and bet.stays_of is None]
    if free:
        raise Refused(f"{len(free)} bets lie on the cloth; play the coup or withdraw them")
    if state.phase not in ("idle", "betting"):
        raise Refused(f"coup {state.coup} is running; the table closes between coups")
    direction.check_last_coup_played(state, rulebook)
    direction.check_control_told(state, rulebook)
    check_disputes_decided(state, rulebook)
    check_variance_explained(state, "the table closes")
    check_float_counted(state, "closing")
    check_change_done(state, rulebook)
    check_slips_done(state)
    check_boxes_removed(state)
    check_advances_settled(state, rulebook)
    check_colours_exchanged(state, command, rulebook)
    left = float_to_hand_on(state)
    played = state.coup if state.phase == "idle" else state.coup - 1
    yield from withdrawn(state, (bet for bet in state.bets if bet.stays_of), at)
    yield Dated(
        e.TableClosed(
            day=state.day,
            coups=played,
            ball=state.ball,
            last_number=state.number,
            last_direction=state.last_direction,
            numbers=state.numbers,
            float_counted=left.total,
            float_pieces=left.pieces,
            float_by_series=left.by_series,
            seats=carried_seats(state.live),
            advances=to_hand_on(state),
            late_chips=late_after_closing(state, rulebook),
            held=held_to_hand_on(state, played),
            box=box_to_hand_on(state),
            bound=tuple(
                e.CarriedStake(
                    ref=bet.ref,
                    player=bet.player,
                    bet=bet.bet,
                    amount=bet.amount,
                    level=bet.level,
                    layout=bet.layout,
                    chip=bet.chip,
                    colour=bet.colour,
                    on_behalf_of=bet.on_behalf_of,
                )
                for bet in state.bets
                if bet.level
            ),
        ),
        at,
    )
