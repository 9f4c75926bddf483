"""Who is seated by a screen or by a client of the API: a registered colleague as the house has them, others by name."""

from msgspec.structs import replace

from casino.people.house_staff import as_registered
from tables.play import commands as c
from tables.play.staff.questions import known_at
from tables.play.state import State


def of_the_house(command: c.Command, casino_id: int, state: State | None) -> c.Command:
    """The command with everybody whom it seats as the house has them registered; any other command as it is.

    Whoever takes the ball and is at the table already stays who they are there.
    """
    match command:
        case c.ChangeSpinner() if state is not None and command.person in known_at(state):
            return command
        case c.ChangeStaff(person=person) | c.ChangeSpinner(person=person) if person is not None:
            return replace(command, **as_registered({"person": person}, casino_id))
        case c.OpenTable():
            return replace(
                command,
                staff=as_registered(command.staff, casino_id),
                second_staff=as_registered(command.second_staff, casino_id),
            )
    return command
