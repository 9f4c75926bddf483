"""`manage.py wheel_gateway`: listen to the wheel readers of the register that no other gateway listens to."""

import asyncio
import contextlib
import signal
import socket
import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from tables.handling.reader_rules import reader_rules
from tables.management_command import ManagementCommand
from tables.postgresql.deadlines import limit_statements
from tables.stream.database_rights import Duty
from tables.stream.management.preconditions import service_connected
from tables.stream.privileges import check_at_first_connection
from tables.wheels.delivery import HouseAway
from tables.wheels.desk import desk_of
from tables.wheels.gateway import Gateway
from tables.wheels.house import deliver_many_to_house, deliver_to_house, forget_gateway, reports_from
from tables.wheels.leases import LeasedRegister, remembered_readers
from tables.wheels.mqtt_settings import mqtt_settings
from tables.wheels.spool import Spool, SpoolInUse

IDLE_S = 2.0
"""A gateway that is stopped within a transaction keeps its locks so long: less than its leases last."""


class Command(ManagementCommand):
    """Runs until SIGTERM or Ctrl-C. Undelivered observations wait in the spool for the next start."""

    help = "Listen to the wheel readers that no other gateway listens to, and record their observations."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--spool",
            type=Path,
            default=settings.WHEEL_SPOOL_DIR / "gateway.sqlite3",
            help="the file in which observations wait for the database (default: %(default)s)",
        )
        parser.add_argument(
            "--casino", type=int, metavar="NUMBER", help="listen to the readers of this casino alone"
        )
        parser.add_argument(
            "--readers",
            type=codes,
            default=(),
            metavar="CODE,CODE",
            help="with --casino: listen to these readers alone",
        )
        parser.add_argument(
            "--set-aside",
            action="store_true",
            help="list what the house refused and was set aside, and leave",
        )
        parser.add_argument(
            "--put-back", action="store_true", help="let what was set aside be delivered again, and leave"
        )
        parser.add_argument(
            "--forget",
            metavar="GATEWAY",
            help="delete the last report of a gateway that will not come back, named as /readyz names it, and leave",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with service_connected(Duty.GATEWAY):
            if options["forget"]:
                self._forget(options["forget"])
            else:
                self._work(**options)

    def _forget(self, name: str) -> None:
        if not forget_gateway(name):
            raise CommandError(f"No gateway named {name!r} has reported. Copy the name from /readyz.")

    def _work(self, **options: Any) -> None:
        if options["readers"] and options["casino"] is None:
            raise CommandError("--readers names readers of one casino. Add --casino NUMBER.")
        try:
            spool = Spool(options["spool"])
        except SpoolInUse as in_use:
            raise CommandError(str(in_use)) from None
        except (OSError, sqlite3.Error) as refused:
            raise CommandError(f"the spool {options['spool']} cannot be used: {refused}") from None
        with contextlib.closing(spool):
            if options["set_aside"]:
                self._list_dead_letters(spool)
            elif options["put_back"]:
                spool.put_back()
            else:
                limit_statements(idle_s=IDLE_S)
                check_at_first_connection(Duty.GATEWAY)
                asyncio.run(self._run(spool, casino_id=options["casino"], readers=options["readers"]))

    def _list_dead_letters(self, spool: Spool) -> None:
        for one in spool.dead_letters():
            seen = one.observation
            self.stdout.write(
                f"{one.set_aside_at} casino {one.casino_id} {seen.key} {seen.kind} number {seen.number}: {one.reason}"
            )

    async def _run(self, spool: Spool, *, casino_id: int | None, readers: tuple[str, ...]) -> None:
        name = f"{socket.gethostname()} {spool.path}"[:300]
        register = LeasedRegister(
            spool.identity(), name, remembered=remembered_readers(spool), casino_id=casino_id, readers=readers
        )
        gateway = Gateway(
            spool,
            deliver=deliver_to_house,
            deliver_many=deliver_many_to_house,
            register=register,
            report=reports_from(name),
            desk=desk_of(name, spool.identity(), casino_id),
            rules=reader_rules(),
            mqtt=mqtt_settings(),
        )
        running = asyncio.create_task(gateway.run())
        for stop in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(stop, running.cancel)
        self.stdout.write(f"wheel gateway ready, {spool.count_waiting()} observations wait in {spool.path}")
        self.stdout.flush()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        with contextlib.suppress(HouseAway):
            await asyncio.to_thread(register.release, but=spool.readers_waiting())
            if spool.count_waiting() == 0:
                # A gateway with an empty spool may move to another machine: nothing of it is missed here.
                await asyncio.to_thread(forget_gateway, name)


def codes(written: str) -> tuple[str, ...]:
    """Return the codes of readers in a list such as `W1,W2`."""
    return tuple(code.strip() for code in written.split(",") if code.strip())
