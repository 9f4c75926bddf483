"""A gateway in a process of its own, for tests that kill it: gateway_process.py SPOOL HOUSE URL SPEED."""

import asyncio
import sys
from pathlib import Path

from tables.wheels.gateway import Gateway, RegisteredReader
from tables.wheels.spool import Spool
from testkit.wheels import READERS_HERE, HouseOnDisk

spool_path, house_path, url, speed = sys.argv[1:]
reader = RegisteredReader(
    casino_id=1, code="wheel-1", protocol="slingshot2", url=url, options={"speed": float(speed)}
)
house = HouseOnDisk(Path(house_path))
asyncio.run(
    Gateway(
        Spool(Path(spool_path)), deliver=house.observe, rules=READERS_HERE, register=lambda: [reader]
    ).run()
)
