"""Facts of the rest of the day that a line of the report needs: the course of a launch, the end of an outage,
unheard numbers, the bet of a reference.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import msgspec
from django.utils.translation import gettext, ngettext

from casino.kit.money import count
from tables.play import events as e
from tables.play.reader.heard import TYPES, Dated, HeardOfADay, heard_of
from tables.play.reader.observation import Rotation
from tables.roulette.stake import Stake

Laid = e.BetPlaced | Stake
"""A bet as it was laid on this day, or as the day before handed it on."""
OF_BACKGROUND = (
    *TYPES,
    "ball_launched",
    "bet_placed",
    "directions_seen",
    "limits_announced",
    "limits_changed",
    "table_opened",
    "turns_counted",
)
"""The types of the events with these facts."""


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """Course of a launch as far as it was reported: directions of wheel and ball, and the ball's full turns."""

    wheel: Rotation | None = None
    ball: Rotation | None = None
    turns: int | None = None


class Sign(msgspec.Struct, frozen=True):
    """Times when other limits were announced to the players and when the sign showed them; None if never."""

    announced_at: datetime
    followed_at: datetime | None = None


class Background(msgspec.Struct, frozen=True, kw_only=True):
    """Context of a day's lines: `launches` by coup and launch, and `heard`, the reader's data of the day.

    `laid` are the bets of the day by reference. `signs` are by the versions of the announcement, and of the change that
    put it in force.
    """

    launches: Mapping[tuple[int, int], Launch] = {}
    heard: HeardOfADay = HeardOfADay()
    laid: Mapping[str, Laid] = {}
    signs: Mapping[int, Sign] = {}

    def launch(self, coup: int, launch: int) -> Launch:
        return self.launches.get((coup, launch), Launch())

    def ended(self, version: int) -> datetime | None:
        """Return the end of the outage that the event of this version began; None if the outage goes on."""
        return self.heard.ended.get(version)


NO_BACKGROUND = Background()


def background_of(events: Iterable[Dated]) -> Background:
    """Return the background of all events of the table's day. The last report about a launch counts; an earlier
    report fills its gaps.
    """
    dated = tuple(events)
    launches: dict[tuple[int, int], Launch] = {}
    laid: dict[str, Laid] = {}
    signs: dict[int, Sign] = {}
    announced: Dated | None = None
    for each in dated:
        match each.event:
            case e.BetPlaced() as bet:
                laid[bet.ref] = bet
            case e.TableOpened(bound=bound):
                laid.update((stake.ref, stake) for stake in bound)
            case e.LimitsAnnounced():
                announced = each
                signs[each.version] = Sign(each.at)
            case e.LimitsChanged() if announced:
                signs[announced.version] = signs[each.version] = Sign(announced.at, each.at)
                announced = None
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
    return Background(launches=launches, heard=heard_of(dated), laid=laid, signs=signs)


def unknown_of(background: Background) -> Iterator[str]:
    """Yield sentences about facts that the record of the day lacks.

    These are turns and directions of launches that nobody saw, and numbers that the reader missed.
    """
    launches = background.launches.values()
    turns = sum(launch.turns is None for launch in launches)
    directions = sum(launch.wheel is None or launch.ball is None for launch in launches)
    missed = sum(gap.count for gap in background.heard.gaps)
    if turns:
        yield gettext("full turns of the ball: nobody counted them in {count} of {all} launches").format(
            count=count(turns), all=count(len(launches))
        )
    if directions:
        yield gettext("direction of wheel or ball: nobody saw it in {count} of {all} launches").format(
            count=count(directions), all=count(len(launches))
        )
    if missed:
        yield ngettext(
            "{count} number that the reader missed and nobody entered",
            "{count} numbers that the reader missed and nobody entered",
            missed,
        ).format(count=count(missed))
