"""A simulator's control port: lines of text that take a wheel in hand, for tests in another process.

    fall 17   →  fallen 17 game 12 monotonic 8123.456789 wall 2026-03-01T20:15:04.123456+00:00
    fall 00   →  the same, on a wheel that has it
    launch    →  launched
    spin      →  spins, from a wheel --by-hand that waits for its ball; `spin clockwise` turns the rotor that way first
    close     →  closed

Anything else is answered with `refused` and why. Times are those at which the line was given to the network.
"""

import asyncio

from tables.play.reader.observation import OTHER_WAY
from tables.roulette.wheel import entered, written
from tables.wheels.simulator import Simulator


async def serve_control(simulator: Simulator, host: str, port: int) -> asyncio.Server:
    """Answer commands on this port until the server is closed."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(f"{await obey(simulator, line.decode('latin-1'))}\n".encode())
        except (OSError, ValueError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(answer, host, port)


async def obey(simulator: Simulator, line: str) -> str:
    """Carry out one command and return the answer."""
    try:
        match line.split():
            case ["fall", number]:
                fallen = await simulator.fall(entered(number))
                return (
                    f"fallen {written(fallen.number)} game {fallen.game} "
                    f"monotonic {fallen.monotonic:.6f} wall {fallen.wall.isoformat()}"
                )
            case ["launch"]:
                await simulator.launch()
                return "launched"
            case ["spin", *rotor] if not rotor or rotor[0] in OTHER_WAY:
                await simulator.spin(next((way for way in OTHER_WAY if way in rotor), None))
                return "spins"
            case ["close"]:
                await simulator.close_bets()
                return "closed"
            case _:
                return "refused: the commands are `fall NUMBER`, `launch`, `spin` and `close`"
    except (ValueError, TypeError) as refusal:
        return f"refused: {refusal}"
