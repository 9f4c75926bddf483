"""The croupier's hand at a simulated wheel: it launches the ball when the table is ready for it, and never else."""

import socket
from typing import Protocol

from casino.people.demonstration_house import TABLES, DemonstrationTable
from tables.play.reader.observation import Rotation
from tables.play.state import RUNNING, State

PATIENCE_S = 1.0


def control_port(first_wheel_port: int, table: DemonstrationTable) -> int:
    """Return the control port of a table's wheel; these ports come after the ports of all wheels."""
    return first_wheel_port + len(TABLES) + table.place


class Wheel(Protocol):
    """A wheel that launches no ball by itself."""

    def spin(self, rotor: Rotation | None) -> bool:
        """Launch the ball, with the rotor turning this way. False while the wheel is not ready, or away."""
        ...


class WheelOnTheNetwork:
    """A simulated wheel --by-hand, by its control port on this machine."""

    def __init__(self, control_port: int) -> None:
        self._address = ("127.0.0.1", control_port)

    def spin(self, rotor: Rotation | None) -> bool:
        try:
            with socket.create_connection(self._address, PATIENCE_S) as connection:
                connection.sendall(f"spin {rotor or ''}\n".encode())
                return connection.makefile("rb").readline().startswith(b"spins")
        except OSError:
            return False


def may_spin(state: State) -> bool:
    """Return True if a croupier would launch the ball now: a coup waits for it, play is not suspended, the last coup
    is not played, and no older coup waits for its number or its payment.
    """
    last = state.direction.last_coup
    return (
        state.phase in RUNNING
        and state.direction.suspension is None
        and (last is None or state.coup <= last)
        and not state.payments_open
        and not state.doubted
        and not state.discrepancies
        and not state.void
        and state.change.serving is None
        and state.course.hangs_since is None
    )
