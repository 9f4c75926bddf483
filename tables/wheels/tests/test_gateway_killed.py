"""The gateway is killed with -9 in the middle, again and again: nothing heard is lost, and nothing doubled."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from random import Random

from tables.wheels.simulated_wheel import SimulatedWheel
from tables.wheels.simulator import Simulator
from testkit.wheels import HouseOnDisk, agree, reported_numbers, until

SPEED = 40.0
GAMES = 16
GAMES_AWAY = (0, 1, 0, 2, 0, 0)
"""How many games end while the gateway is away after each kill; 0 means that it comes back at once."""


def test_killed_again_and_again_no_result_is_lost_or_doubled(tmp_path: Path) -> None:
    asyncio.run(_kill_again_and_again(tmp_path))


async def _kill_again_and_again(tmp_path: Path) -> None:
    house = HouseOnDisk(tmp_path / "house.sqlite3")
    wheel = SimulatedWheel(Random(5), games=GAMES, then_idle=True)
    moments = Random(11)
    async with Simulator(wheel, speed=SPEED) as simulator:

        async def start() -> asyncio.subprocess.Process:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                str(Path(__file__).with_name("gateway_process.py")),
                str(tmp_path / "spool.sqlite3"),
                str(tmp_path / "house.sqlite3"),
                f"socket://127.0.0.1:{simulator.port}",
                str(SPEED),
                cwd=Path(__file__).parents[3],
                env={"PYTHONPATH": str(Path(__file__).parents[3])},
            )

        gateway = await start()
        await until(lambda: len(house.recorded()) > 1)
        # Games that were over before the first line was heard: counters of this wheel begin at 1.
        before = (house.recorded()[1].game or 1) - 1
        for games_away in GAMES_AWAY:
            await asyncio.sleep(moments.uniform(0.2, 1.2))
            gateway.kill()
            await gateway.wait()
            back_at = wheel.game + games_away
            await until(partial(lambda game: wheel.game >= game, back_at))
            gateway = await start()
        try:
            await until(
                lambda: len(wheel.fallen) == GAMES and len(_told(house)) >= GAMES - before, within_s=40
            )
        finally:
            gateway.kill()
            await gateway.wait()

    fell = [int(win) for _, win in wheel.fallen][before:]
    assert agree(_told(house), fell), f"{_told(house)} told of {fell}"
    observed = house.recorded()
    sequences = [one.sequence for one in observed]
    assert sequences == list(range(sequences[0], sequences[0] + len(observed))), (
        "none missing, none twice, in order"
    )
    results = [(one.epoch, one.game) for one in observed if one.kind in ("result", "result_recovered")]
    assert len(results) == len(set(results))
    unheard = [one for one in observed if one.kind in ("result_recovered", "results_missing")]
    assert unheard, "the gateway was away while numbers fell"
    assert {one.observed_at for one in unheard} == {None}


def _told(house: HouseOnDisk) -> list[int | None]:
    return reported_numbers(house.recorded())
