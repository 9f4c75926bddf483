"""Bench of a gateway's processor time: `manage.py with_database bench.wheels [READERS] [SECONDS]`.

Simulated wheels run in a process of their own and are not counted. The gateway is complete, with its spool on disk; the
casino behind it only counts. Prints processor seconds a wall second, and the delay of a number to the casino. Then
comes a drain, with a database and open tables: see `bench.drain`.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from bench.drain import measure_drain
from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.simulator import Simulator
from tables.wheels.spool import Spool
from testkit.wheels import READERS_HERE, RecordingHouse, running, until

READERS, SECONDS = 200, 30.0
LINES_A_SECOND = 2
GOAL = 0.5
FALLS = 40


async def _turn_wheels(count: int) -> None:
    """The other process: so many wheels, each in a moment of its game of its own; their ports go to stdout."""
    async with AsyncExitStack() as stack:
        simulators = []
        for place in range(count):
            wheel = SimulatedWheel(Random(place))
            for _ in range(Random(place).randrange(90)):
                wheel.tick()
            simulators.append(await stack.enter_async_context(Simulator(wheel)))
        sys.stdout.write(" ".join(str(simulator.port) for simulator in simulators) + "\n")
        sys.stdout.flush()
        await asyncio.get_running_loop().create_future()


async def _measure_load(count: int, seconds: float) -> None:
    wheels = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.wheels", "wheels", str(count)),
        stdout=asyncio.subprocess.PIPE,
        limit=2**20,
    )
    assert wheels.stdout is not None
    try:
        ports = (await wheels.stdout.readline()).decode().split()
        readers = [
            RegisteredReader(
                casino_id=1, code=f"wheel-{port}", protocol="slingshot2", url=f"socket://127.0.0.1:{port}"
            )
            for port in ports
        ]
        house = RecordingHouse()
        with tempfile.TemporaryDirectory() as folder:
            spool = Spool(Path(folder) / "spool.sqlite3")
            async with running(
                Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: readers)
            ):
                await until(lambda: len(house.of_kind("reader_online")) == count, within_s=60)
                cpu, wall, had = time.process_time(), time.monotonic(), len(house.recorded)
                await asyncio.sleep(seconds)
                cpu, wall, had = time.process_time() - cpu, time.monotonic() - wall, len(house.recorded) - had
            spool.close()
    finally:
        wheels.kill()
        await wheels.wait()
    sys.stdout.write(
        f"gateway, {count} readers at {LINES_A_SECOND} lines a second, {had / wall:.1f} observations a second: "
        f"{cpu / wall:.3f} processor seconds a second (goal: under {GOAL})\n"
    )


async def _measure_delay() -> None:
    """Measure the delay from a line given to the network to its delivery, with one reader and the spool on disk."""
    house = RecordingHouse()
    wheel = SimulatedWheel(Random(1), games=0, then_idle=True)
    with tempfile.TemporaryDirectory() as folder:
        spool = Spool(Path(folder) / "spool.sqlite3")
        async with Simulator(wheel) as simulator:
            reader = RegisteredReader(
                casino_id=1, code="wheel-1", protocol="slingshot2", url=f"socket://127.0.0.1:{simulator.port}"
            )
            delays: list[float] = []
            async with running(
                Gateway(spool, deliver=house.observe, rules=READERS_HERE, register=lambda: [reader])
            ):
                await until(lambda: bool(house.of_kind("rotor_started")))
                for place in range(FALLS):
                    fallen = await simulator.fall(place % 37)
                    await until(lambda: len(house.of_kind("result")) > len(delays), every_s=0.005)
                    delays.append(house.recorded_at[house.of_kind("result")[-1].key] - fallen.monotonic)
        spool.close()
    delays.sort()
    sys.stdout.write(
        f"line on the socket to the house told: median {statistics.median(delays) * 1000:.1f} ms, "
        f"95 % under {delays[int(FALLS * 0.95)] * 1000:.1f} ms\n"
    )


def main() -> None:
    arguments = sys.argv[1:]
    if arguments[:1] == ["wheels"]:
        asyncio.run(_turn_wheels(int(arguments[1])))
        return
    count = int(arguments[0]) if arguments else READERS
    seconds = float(arguments[1]) if len(arguments) > 1 else SECONDS
    asyncio.run(_measure_load(count, seconds))
    asyncio.run(_measure_delay())
    if not measure_drain(lambda line: sys.stdout.write(f"{line}\n")):
        sys.exit(1)


if __name__ == "__main__":
    main()
