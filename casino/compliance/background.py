"""What a line of the report needs of the rest of the day: how a launch ran, when an outage ended, what went unheard."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec

from tables.play import events as e
from tables.play.reader.heard import TYPES, Dated, HeardOfADay, heard_of
from tables.play.reader.observation import Rotation

OF_BACKGROUND = (*TYPES, "ball_launched", "directions_seen", "turns_counted")
"""The types of the events that say so."""


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """How a launch ran, as far as anybody said: which way the wheel and the ball, and the ball's full turns."""

    wheel: Rotation | None = None
    ball: Rotation | None = None
    turns: int | None = None


class Background(msgspec.Struct, frozen=True, kw_only=True):
    """`launches` by coup and launch; `heard` is what the reader gave of the day."""

    launches: Mapping[tuple[int, int], Launch] = {}
    heard: HeardOfADay = HeardOfADay()

    def launch(self, coup: int, launch: int) -> Launch:
        return self.launches.get((coup, launch), Launch())

    def ended(self, version: int) -> datetime | None:
        """When the outage ended that the event of this version began; None where it goes on."""
        return self.heard.ended.get(version)


def background_of(events: Iterable[Dated]) -> Background:
    """From all events of the table's day. What was said of a launch last holds, and what one report left out another
    may have said."""
    dated = tuple(events)
    launches: dict[tuple[int, int], Launch] = {}
    for each in dated:
        match each.event:
            case e.BallLaunched() | e.DirectionsSeen() as seen:
                known = launches.get((seen.coup, seen.launch), Launch())
                launches[seen.coup, seen.launch] = Launch(
                    wheel=seen.rotor_direction or known.wheel,
                    ball=seen.ball_direction or known.ball,
                    turns=known.turns,
                )
            case e.TurnsCounted() as counted:
                known = launches.get((counted.coup, counted.launch), Launch())
                launches[counted.coup, counted.launch] = msgspec.structs.replace(known, turns=counted.turns)
    return Background(launches=launches, heard=heard_of(dated))
