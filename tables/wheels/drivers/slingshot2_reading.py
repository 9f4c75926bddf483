"""Reports of a SlingShot 2 driver: observations made from the state, numbered one after the other."""

from datetime import datetime
from typing import Any

import msgspec

from tables.play.reader.observation import Kind, Observation
from tables.wheels.drivers.driver import as_text
from tables.wheels.drivers.slingshot2_lines import Status
from tables.wheels.drivers.slingshot2_state import Slingshot2Options, Slingshot2State


class Reading:
    """One read being taken in: the changing state, and the reports so far."""

    def __init__(self, reader: str, options: Slingshot2Options, state: Slingshot2State, at: datetime) -> None:
        self.reader = reader
        self.numbers = options.numbers
        self.speed = options.speed
        self.state = state
        self.at = at
        self.observations: list[Observation] = []
        self.complaints: list[str] = []

    def _change(self, **fields: Any) -> None:
        self.state = msgspec.structs.replace(self.state, **fields)

    def _say(self, kind: Kind, raw: bytes, *, unheard: bool = False, **fields: Any) -> None:
        """Make one observation. An `unheard` one has neither time nor rotor."""
        state = self.state
        known: dict[str, Any] = {"epoch": state.epoch, "game": state.game, "observed_at": None}
        if not unheard:
            known["observed_at"] = self.at if state.live else None
            if state.anticlockwise is not None:
                known["rotor_direction"] = "anticlockwise" if state.anticlockwise else "clockwise"
                known["rotor_speed_rpm"] = state.rotor / 10
        self._change(sequence=state.sequence + 1)
        self.observations.append(
            Observation(
                reader=self.reader,
                sequence=self.state.sequence,
                lease=state.lease,
                kind=kind,
                received_at=self.at,
                raw=as_text(raw),
                **(known | fields),
            )
        )

    def _moment(self, warning: str, line: Status) -> None:
        """Report a warning that is over already: begun and ended at once."""
        self._say("warning", line.raw, warnings=(warning,))
        self._say("warning_cleared", line.raw, warnings=(warning,))

    def _fault(self, names: tuple[str, ...], raw: bytes) -> None:
        if names[0] not in self.state.faults:
            self._change(faults=(*self.state.faults, names[0]))
            self._say("fault", raw, warnings=names)
