"""`python -m tables.wheels.simulate`: a wheel on the network that is not there, as a process without Django.

It begins in a tenth of the time that `manage.py simulate_wheel` takes, which does the same.
"""

import asyncio
import contextlib
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawTextHelpFormatter
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random

from tables.outside.files import LARGEST_RECORDING, OutsideFileRefused, read_plain
from tables.wheels.arguments import port_or_any, seconds, speed, whole_number
from tables.wheels.recorded_bytes import is_timed
from tables.wheels.simulated_wheel import WHEEL_FAULTS, SimulatedWheel
from tables.wheels.simulated_wire import WIRE_FAULTS
from tables.wheels.simulator import Lines, Replay, Simulator, TimedReplay
from tables.wheels.simulator_control import serve_control

HELP = "Speak the SlingShot 2 status protocol over TCP as a real wheel does."
MOST_GAMES = 1_000_000
ALL_FAULTS = WHEEL_FAULTS + WIRE_FAULTS


def add_arguments(parser: ArgumentParser) -> None:
    """Declare a simulated wheel's options."""
    parser.formatter_class = RawTextHelpFormatter
    add = parser.add_argument
    add("--host", default="127.0.0.1")
    add("--port", type=port_or_any, default=9301, help="where listeners dial in (default: %(default)s)")
    add(
        "--control-port",
        type=port_or_any,
        help="obey `fall 17`, `launch`, `spin` and `close`, one a line, on this port",
    )
    add("--reader", default="wheel", help="the wheel's name in the log")
    add("--seed", help="any text: the same seed brings the same numbers")
    add("--speed", type=speed, default=1.0, help="so many times faster than a real wheel")
    add("--games", type=whole_number(0, MOST_GAMES), help="after so many games the wheel closes")
    add(
        "--first-after",
        type=seconds,
        default=0.0,
        help="seconds of the wheel's own time before its first game",
    )
    add(
        "--await-listener",
        action="store_true",
        help="stand still until somebody listens for the first time",
    )
    add("--by-hand", action="store_true", help="launch no ball before the control port is told to `spin`")
    add("--then-idle", action="store_true", help="after --games, stay open for bets instead")
    add("--double-zero", action="store_true", help="a wheel of 38 numbers")
    add(
        "--faults",
        type=_faults,
        default="",
        help="names joined by commas, one a game by turns; `all`; or a probability such as 0.1:\n  "
        + "\n  ".join(ALL_FAULTS),
    )
    add("--replay", type=Path, help="send the raw lines of this file instead")


def simulate(options: Namespace) -> None:
    """Run until SIGTERM or Ctrl-C.

    Raises OSError for a port that is taken, OutsideFileRefused for a recording that cannot be read.
    """
    lines = _lines(options)
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_run(lines, options))


def main() -> None:
    parser = ArgumentParser(prog="python -m tables.wheels.simulate", description=HELP)
    add_arguments(parser)
    options = parser.parse_args()
    try:
        simulate(options)
    except (OSError, OutsideFileRefused) as refused:
        sys.exit(f"{options.reader}: {refused}")


def _faults(text: str) -> Callable[[Random], str | None]:
    try:
        return chosen_faults(text)
    except ValueError as unknown:
        raise ArgumentTypeError(str(unknown)) from None


def _lines(options: Namespace) -> Lines:
    if options.replay is not None:
        recording = read_plain(options.replay, LARGEST_RECORDING)
        try:
            return TimedReplay(recording) if is_timed(recording) else Replay(recording)
        except ValueError as broken:
            raise OutsideFileRefused(options.replay, f"is not a recording: {broken}") from None
    return SimulatedWheel(
        Random(options.seed),
        faults=options.faults,
        games=options.games,
        then_idle=options.then_idle,
        first_after_s=options.first_after,
        double_zero=options.double_zero,
        by_hand=options.by_hand,
    )


async def _run(lines: Lines, options: Namespace) -> None:
    task = asyncio.current_task()
    assert task is not None
    for stop in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(stop, task.cancel)
    wheel_server = Simulator(
        lines,
        host=options.host,
        port=options.port,
        speed=options.speed,
        await_listener=options.await_listener,
    )
    async with wheel_server as simulator:
        if options.control_port is not None:
            await serve_control(simulator, options.host, options.control_port)
        sys.stdout.write(
            f"{options.reader} ready on {options.host}:{simulator.port} at speed {simulator.speed:g}\n"
        )
        sys.stdout.flush()
        await simulator.forever()


def chosen_faults(text: str) -> Callable[[Random], str | None]:
    """Understand `name,name` (one fault a game, by turns), `all`, or a probability such as `0.1` (any fault, now and
    then). Raises ValueError with the names that there are.
    """
    if not text:
        return lambda _: None
    try:
        probability = float(text)
    except ValueError:
        return _by_turns(ALL_FAULTS if text == "all" else tuple(name.strip() for name in text.split(",")))
    if not 0 <= probability <= 1:
        raise ValueError(f"{text} is not a probability, which is between 0 and 1")
    return lambda random: random.choice(ALL_FAULTS) if random.random() < probability else None


def _by_turns(names: tuple[str, ...]) -> Callable[[Random], str | None]:
    for name in names:
        if name not in ALL_FAULTS:
            raise ValueError(f"there is no fault `{name}`; there are: {', '.join(ALL_FAULTS)}")
    turns = cycle(names)
    return lambda _: next(turns)


if __name__ == "__main__":
    main()
