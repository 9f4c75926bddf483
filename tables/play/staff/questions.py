"""Questions about staff from other packages."""

from tables.play import events as e
from tables.play.staff.state import Stay
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import StaffRule


def check_positions(
    rule: StaffRule, staff: dict[str, e.Person], second: dict[str, e.Person], *, double: bool
) -> None:
    """Raise Refused unless somebody sits on every position that must be filled, and nobody where none is."""
    for position in (*staff, *second):
        check_position(rule, position)
    missing = [position for position in rule.required if position not in staff]
    if missing:
        raise Refused("positions-empty", rule.clause, positions=tuple(missing))
    if second and not double:
        raise Refused("staff-of-no-second-layout", rule.clause)
    wanted = rule.at_second_layout if double else {}
    missing = [position for position in wanted if position not in second]
    if missing:
        raise Refused("positions-empty-at-second-layout", wanted[missing[0]], positions=tuple(missing))
    seated = [person.id for person in (*staff.values(), *second.values())]
    twice = next((person for person in seated if seated.count(person) > 1), None)
    if twice is not None:
        name = next(person.name for person in (*staff.values(), *second.values()) if person.id == twice)
        raise Refused("person-on-two-seats", rule.clause, name=name)


def check_position(rule: StaffRule, position: str) -> None:
    if position not in rule.positions:
        raise Refused("position-unknown", rule.clause, position=position, positions=tuple(rule.positions))


def empty_seats(state: State, rule: StaffRule) -> tuple[tuple[int, str], ...]:
    """Return the empty seats that must be filled, each as its layout and position."""
    second = rule.at_second_layout if state.double else ()
    wanted = [*((1, position) for position in rule.required), *((2, position) for position in second)]
    seated = seats_of(state)
    return tuple(seat for seat in wanted if seat not in seated)


def seats_of(state: State) -> dict[tuple[int, str], e.Person]:
    first = {(1, position): person for position, person in state.staff.items()}
    return first | {(2, position): person for position, person in state.roster.second.items()}


def stay_of_spinner(state: State) -> Stay | None:
    """Return the dealer's stay at the table, if the rulebook counts stays (pt-francesa/25)."""
    spinner = state.spinner
    return next((stay for stay in state.roster.stays if spinner and stay.person.id == spinner.id), None)


def known_at(state: State) -> tuple[e.Person, ...]:
    """Everybody who sits at the table, spins there or rests from it, each once."""
    resting = (each.person for each in state.roster.breaks)
    spinner = (state.spinner,) if state.spinner else ()
    found = {person.id: person for person in (*seats_of(state).values(), *spinner, *resting)}
    return tuple(found.values())
