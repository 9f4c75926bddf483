"""The permanence: the state of a table while its events go by, and the spin that each number makes of it.

One fold serves every list of a table's numbers: the projection, which keeps them for years, and the day's printed
list, which reads them from the record. A spin has the state of the table when its number fell; later knowledge (a
corrected number, a paid coup) changes the spin.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from tables.codec import type_of
from tables.play import events as e
from tables.play.reader.observation import OTHER_WAY, Rotation

EVENTS: tuple[type[e.Event], ...] = (
    e.TableOpened,
    e.BallChanged,
    e.BallReplaced,
    e.SpinnerChanged,
    e.BetsOpened,
    e.BallLaunched,
    e.DirectionsSeen,
    e.LaunchFailed,
    e.CoupAnnulled,
    e.BetsClosed,
    e.ResultsMissing,
    e.NumberFell,
    e.NumberConfirmed,
    e.DiscrepancyFound,
    e.DiscrepancyResolved,
    e.PaymentsConfirmed,
)
TYPES = frozenset(type_of(each) for each in EVENTS)


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """The known facts of the present launch; None for an unknown one."""

    launched_at: datetime | None = None
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    rotor_speed_rpm: float | None = None
    pocket: int | None = None
    """The pocket that passed the ball as it was launched."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the table. `ball_serials` are the serials of its balls by their letter."""

    rulebook: str = ""
    rulebook_version: int = 0
    numbering: str = ""
    wheel: str = ""
    ball: str = ""
    ball_serials: dict[str, str] = {}
    spinner: str = ""
    spinner_id: str = ""
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    launch: Launch = Launch()
    last_coup: int = 0
    last_number: int | None = None
    """The number before on this wheel; None for the day's first, and where numbers fell unheard since."""


class Spin(msgspec.Struct, frozen=True, kw_only=True):
    """A number with all that was known of its coup. Times in UTC; the pockets as they are recorded.

    `previous` is the number before it, None where that is not known. The ball's direction is as it was seen, else
    against the rotor's. `disputed`: two numbers were reported, and nobody has decided yet.
    """

    coup: int
    number: int
    fell_at: datetime
    source: str
    recovered: bool = False
    disputed: bool = False
    rulebook: str
    rulebook_version: int
    numbering: str
    wheel: str
    ball: str
    ball_serial: str
    spinner: str
    spinner_id: str
    rotor_direction: str
    ball_direction: str
    rotor_speed_rpm: float | None
    launch_pocket: int | None
    previous: int | None
    opened_at: datetime | None
    launched_at: datetime | None
    closed_at: datetime | None
    paid_at: datetime | None = None


class Change(msgspec.Struct, frozen=True):
    """Later knowledge about an earlier spin. `if_chained`: only if the number before it is known."""

    coup: int
    values: dict[str, Any]
    if_chained: bool = False


def stood_after(standing: Standing, event: e.Event, at: datetime) -> Standing:  # noqa: PLR0911  one way for each event
    """Return the state after `event` happened at `at`."""
    launch = standing.launch
    match event:
        case e.TableOpened():
            return _opened(event)
        case e.BallChanged():
            return replace(standing, ball=event.ball)
        case e.BallReplaced():
            return replace(standing, ball_serials={**standing.ball_serials, event.ball: event.serial})
        case e.SpinnerChanged():
            person = event.person
            return replace(
                standing, spinner=person.name if person else "", spinner_id=person.id if person else ""
            )
        case e.BetsOpened():
            return replace(standing, opened_at=at, closed_at=None, launch=Launch())
        case e.BallLaunched():
            return replace(standing, launch=_launched(event, at), closed_at=None)
        case e.DirectionsSeen():
            seen = replace(
                launch,
                rotor_direction=event.rotor_direction or launch.rotor_direction,
                ball_direction=event.ball_direction or launch.ball_direction,
            )
            return replace(standing, launch=seen)
        case e.LaunchFailed() | e.CoupAnnulled():
            return replace(standing, launch=Launch(), closed_at=None)
        case e.BetsClosed():
            return replace(standing, closed_at=at)
        case e.ResultsMissing():
            return replace(standing, last_number=None)
        case e.NumberFell():
            # A number that was heard of later has no launch of its own: the next launch starts from nothing.
            return replace(
                standing,
                last_coup=event.coup,
                last_number=event.number,
                launch=Launch(),
                opened_at=None,
                closed_at=None,
            )
        case e.NumberConfirmed() | e.DiscrepancyResolved() if event.coup == standing.last_coup:
            known = standing.last_number is not None
            return replace(standing, last_number=event.number) if known else standing
    return standing


def told_by(standing: Standing, event: e.Event, at: datetime) -> Iterator[Spin | Change]:
    """Yield the table's spins and changes of spins that follow from `event`, in the state `standing` before it."""
    match event:
        case e.NumberFell():
            yield _spin(standing, event, at)
        case e.NumberConfirmed() | e.DiscrepancyResolved():
            resolved = isinstance(event, e.DiscrepancyResolved)
            settled = {"disputed": False} if resolved else {}
            yield Change(event.coup, {"number": event.number, "recovered": False, **settled})
            yield Change(event.coup + 1, {"previous": event.number}, if_chained=True)
        case e.DiscrepancyFound():
            yield Change(event.coup, {"disputed": True})
        case e.PaymentsConfirmed():
            yield Change(event.coup, {"paid_at": at})


def spins_of(happened: Iterable[tuple[e.Event, datetime]]) -> tuple[Spin, ...]:
    """Return the spins of ONE table's day, from all of its events or at least those of EVENTS, in their order."""
    standing, spins = Standing(), dict[int, Spin]()
    for event, at in happened:
        for change in told_by(standing, event, at):
            if isinstance(change, Spin):
                spins[change.coup] = change
            elif applies(change, spins.get(change.coup)):
                spins[change.coup] = replace(spins[change.coup], **change.values)
        standing = stood_after(standing, event, at)
    return tuple(spins[coup] for coup in sorted(spins))


def applies(change: Change, spin: Spin | None) -> bool:
    """Return True if it changes anything."""
    return spin is not None and not (change.if_chained and spin.previous is None)


def _opened(event: e.TableOpened) -> Standing:
    spinner = event.staff.get(event.spinner)
    return Standing(
        rulebook=event.rulebook,
        rulebook_version=event.rulebook_version,
        numbering=event.wheel,
        wheel=event.wheel_serial,
        ball=event.ball,
        ball_serials={ball.name: ball.serial for ball in event.balls},
        spinner=spinner.name if spinner else "",
        spinner_id=spinner.id if spinner else "",
    )


def _launched(event: e.BallLaunched, at: datetime) -> Launch:
    return Launch(
        launched_at=at,
        rotor_direction=event.rotor_direction,
        ball_direction=event.ball_direction,
        rotor_speed_rpm=event.rotor_speed_rpm,
        pocket=event.pocket,
    )


def _spin(standing: Standing, event: e.NumberFell, at: datetime) -> Spin:
    launch = standing.launch
    against = OTHER_WAY[launch.rotor_direction] if launch.rotor_direction else ""
    return Spin(
        coup=event.coup,
        number=event.number,
        fell_at=at,
        source=event.source,
        recovered="recovered" in event.doubts,
        rulebook=standing.rulebook,
        rulebook_version=standing.rulebook_version,
        numbering=standing.numbering,
        wheel=standing.wheel,
        ball=standing.ball,
        ball_serial=standing.ball_serials.get(standing.ball, ""),
        spinner=standing.spinner,
        spinner_id=standing.spinner_id,
        rotor_direction=launch.rotor_direction or "",
        ball_direction=launch.ball_direction or against,
        rotor_speed_rpm=launch.rotor_speed_rpm,
        launch_pocket=launch.pocket,
        previous=standing.last_number,
        opened_at=standing.opened_at,
        launched_at=launch.launched_at,
        closed_at=standing.closed_at,
    )
