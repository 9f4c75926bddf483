"""`manage.py run_house`: the whole house on one machine, under one supervisor, until Ctrl-C."""

import fcntl
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from casino.installation import environment as env
from casino.installation.data_folder import (
    SECRET_KEY,
    DataFolderOpen,
    close_to_others,
    make_folder,
    write_privately,
)
from casino.installation.disk import MIB, no_room
from casino.one_machine import postgres
from casino.one_machine.console import Console
from casino.one_machine.house_parts import FIRST_WHEEL_PORT, HousePlan
from casino.one_machine.lifeline import clear_away
from casino.one_machine.ports import busy
from casino.one_machine.server_user import EmbeddedServerRefused
from casino.one_machine.supervisor import HouseDidNotOpen, StopRequested, Supervisor
from casino.people.demonstration_house import PASSWORD, PEOPLE, TABLES
from casino.people.whose_house import open_to_others
from casino.setup.links import first_link
from tables.management_command import ManagementCommand
from tables.wheels.arguments import HIGHEST_PORT, HIGHEST_SPEED, port, speed, whole_number

LOOPBACK = "127.0.0.1"
LAST_WHEEL_PORT = HIGHEST_PORT - 2 * len(TABLES) + 1
"""Last port at which the wheels can begin: one port each, and one more each for its control."""


class Command(ManagementCommand):
    """Settable by argument or by environment; docs/running.md has the table. HOUSE=empty opens a house of one's own."""

    help = "Run the whole house on this machine: database, web, worker, sealer, gateway, simulated wheels."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default=env.text("HOST", "127.0.0.1"), help="where the web server listens"
        )
        parser.add_argument("--port", type=port, default=settings.PORT, help="the web server's port")
        parser.add_argument(
            "--wheel-port",
            type=whole_number(1, LAST_WHEEL_PORT),
            default=env.whole_number("WHEEL_PORT", FIRST_WHEEL_PORT, least=1, most=LAST_WHEEL_PORT),
            help="the first simulated wheel's port; the others follow",
        )
        parser.add_argument(
            "--wheel-speed",
            type=speed,
            default=env.number("WHEEL_SPEED", env.number("PACE", 1, most=HIGHEST_SPEED), most=HIGHEST_SPEED),
            help="so many times faster than real the simulated wheels turn; as PACE unless it is given",
        )
        parser.add_argument(
            "--wheel-options",
            default=env.text("WHEEL_OPTIONS"),
            help="passed to every simulated wheel, e.g. '--games 40 --faults all'",
        )
        parser.add_argument(
            "--pace",
            type=speed,
            default=env.number("PACE", 1, most=HIGHEST_SPEED),
            help="so many times faster than real the demonstration's tables are played",
        )
        parser.add_argument(
            "--not-played",
            action="store_true",
            help="nobody plays: wheels launch by themselves, and all else is yours",
        )
        parser.add_argument("--no-wheels", action="store_true", help="no gateway and no simulated wheels")

    def handle(self, *args: Any, **options: Any) -> None:
        empty = settings.HOUSE_BEGINS_EMPTY
        if not empty and (why := open_to_others(options["host"])):
            raise CommandError(f"The demonstration's people have a public password, and {why}.")
        write_privately()
        data: Path = make_folder(settings.DATA_DIR)
        plan = HousePlan(
            data=data,
            host=options["host"],
            port=options["port"],
            wheel_port=options["wheel_port"],
            own_database=settings.DATABASE_IS_EMBEDDED,
            wheels=not options["no_wheels"],
            empty=empty,
            lives=not (empty or options["not_played"] or options["no_wheels"]),
            pace=options["pace"],
            wheel_speed=options["wheel_speed"],
            wheel_options=tuple(options["wheel_options"].split()),
        )
        console = Console(self.stdout._out)  # type: ignore[arg-type]  # the stubs do not know it
        _close_to_others(data, console)
        with _only_house(data):
            _clear_the_place(plan, console)
            supervisor = Supervisor(
                plan.stages(),
                environment=_environment(plan),
                pid_file=_pid_file(data),
                console=console,
                no_room=partial(
                    no_room, [data], least_bytes=settings.DISK_LEAST_FREE_MB * MIB, write_in=data
                ),
            )
            supervisor.take_signals()
            try:
                supervisor.open()
                _welcome(plan, console)
                supervisor.watch()
            except StopRequested:
                pass
            except (HouseDidNotOpen, EmbeddedServerRefused) as error:
                raise CommandError(f"The house did not open: {error}") from None
            finally:
                console.say(f"closing ({supervisor.stop_requested or 'it did not open'})")
                supervisor.close()
                console.say("closed; nothing is left running")


def _close_to_others(data: Path, console: Console) -> None:
    """Close files that an older version left open in the data folder: a user who can read one can also lock it."""
    try:
        changed = close_to_others(data)
    except DataFolderOpen as refused:
        raise CommandError(str(refused)) from None
    if changed:
        names = ", ".join(sorted(place.name for place in changed))
        console.warn(f"open to other users in {data} until now, and closed: {names}")
    if data / SECRET_KEY in changed:
        console.warn(f"others could read {data / SECRET_KEY}: delete it, and the next start makes another")


@contextmanager
def _only_house(data: Path) -> Iterator[None]:
    """Two supervisors on one data folder would stop each other's parts."""
    with (data / "house.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(
                f"A house already runs on {data}; PERMANENCE_DATA chooses another folder."
            ) from None
        yield


def _clear_the_place(plan: HousePlan, console: Console) -> None:
    """Stop the processes that a killed supervisor left, then make sure that every port is free."""
    if left := clear_away(_pid_file(plan.data)):
        console.warn(f"the last house was killed and left running: {', '.join(left)}; stopped now")
    if plan.own_database and (server := postgres.running_server(plan.data)):
        postgres.stop(server)
    for wanted in plan.ports():
        if message := busy(wanted):
            raise CommandError(message)


def _pid_file(data: Path) -> Path:
    return data / "house.pids"


def _environment(plan: HousePlan) -> dict[str, str]:
    return {
        **({} if plan.empty else _where_readers_may_be(plan)),
        "PERMANENCE_DATA": str(plan.data),
        "HOUSE": "empty" if plan.empty else "demonstration",
        "DEMONSTRATION_HOUSE": "false" if plan.empty else "true",
        "DEMONSTRATION_LIVES": "true" if plan.lives else "false",
        "PORT": str(plan.port),
        "SHIFT_SWEEP_SECONDS": str(settings.SHIFT_SWEEP_SECONDS),
    }


def _where_readers_may_be(plan: HousePlan) -> dict[str, str]:
    """Permit the readers of the demonstration at its simulated wheels, and at the addresses of the settings."""
    ports = f"{plan.wheel_port}-{plan.wheel_port + len(TABLES) - 1}"
    return {
        "WHEEL_READER_ADDRESSES": ",".join([LOOPBACK, *settings.WHEEL_READER_ADDRESSES]),
        "WHEEL_READER_PORTS": ",".join(filter(None, [ports, env.text("WHEEL_READER_PORTS")])),
    }


def _welcome(plan: HousePlan, console: Console) -> None:
    host = "localhost" if plan.host in ("127.0.0.1", "0.0.0.0", "::1", "::") else plan.host
    address = f"http://{host}:{plan.port}"
    console.say("")
    console.say(f"The house is open: {address}/")
    console.say("")
    if plan.empty:
        _lead_to_setting_up(address, console)
    else:
        for person in PEOPLE:
            console.say(f"  {person.sign_in:<14} {person.display_name}")
        console.say(f"  password for each: {PASSWORD}")
        console.say("")
    console.say("Ctrl-C closes the house. What it recorded is kept.")


def _lead_to_setting_up(address: str, console: Console) -> None:
    """Print the link for the first visitor, as long as no casino is set up."""
    path = first_link(timezone.now())
    # The supervisor works with the database at no other time.
    connection.close()
    if path is None:
        return
    console.say("No casino is set up yet. Open this link once, in the browser of the first administrator:")
    console.say(f"  {address}{path}")
    console.say("It is good for 24 hours, or until the next start, which prints another.")
    console.say("")
