"""The last game of a reader that the record has, for a gateway that takes the reader over."""

from collections.abc import Iterable
from typing import Any

from tables.handling.streams import reader_stream
from tables.stream import read_stream, stream_version
from tables.wheels.drivers.driver import KnownGame

LOOK_BACK = 200
"""Number of the reader's last events that are read. A game has some ten."""
NUMBERS = ("observed_result", "observed_result_recovered")


def last_game(casino_id: int, reader: str) -> KnownGame | None:
    """Return the last game in the reader's stream; None if its last events are of no game."""
    stream = reader_stream(reader)
    newest = stream_version(casino_id, stream)
    events = read_stream(casino_id, stream, after_version=max(0, newest - LOOK_BACK))
    return game_of((event.type, event.data) for event in events)


def game_of(events: Iterable[tuple[str, dict[str, Any]]]) -> KnownGame | None:
    """Return the last game of these observations, each with its type and its data, in order."""
    last: tuple[int, int] | None = None
    numbers: dict[tuple[int, int], int] = {}
    for kind, data in events:
        if data.get("game") is None:
            continue
        game = (int(data["epoch"]), int(data["game"]))
        last = game if last is None else max(last, game)
        if kind in NUMBERS and data.get("number") is not None:
            numbers[game] = int(data["number"])
    if last is None:
        return None
    before = max((game for game in numbers if game < last), default=None)
    return KnownGame(
        epoch=last[0],
        game=last[1],
        number=numbers.get(last),
        number_before=None if before is None else numbers[before],
    )
