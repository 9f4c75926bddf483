"""Two processes sweep the same deadline at the same moment: one violation."""

import subprocess
import sys
from datetime import datetime

from django.db import connection, transaction

from tables.handling.models import Board
from testkit.databases import address_of
from testkit.shift import House, processes_at_a_lock
from testkit.stream import wait_until

SWEEP = """
import sys, django
django.setup()
from datetime import datetime
from tables.handling.deadlines.sweep import sweep_casino
swept = sweep_casino(int(sys.argv[1]), datetime.fromisoformat(sys.argv[2]))
assert swept.failed == 0, swept
"""


def start_sweep(house: House, now: datetime, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    worker = address_of("worker", connection.settings_dict["NAME"])
    command = [sys.executable, "-c", SWEEP, str(house.casino_id), now.isoformat()]
    return subprocess.Popen(command, env=environment | {"DATABASE_URL": worker})


def test_two_sweeps_at_the_same_time_in_two_processes_raise_one_violation(
    house: House, child_environment: dict[str, str]
) -> None:
    house.open_table("RF1", rulebook="pt-francesa")
    # Both are held in the middle of recording the same case, and let go together.
    with transaction.atomic():
        Board.objects.select_for_update().get(casino_id=house.casino_id, table="RF1")
        sweeps = [start_sweep(house, house.at(61 + each), child_environment) for each in range(2)]
        wait_until(lambda: processes_at_a_lock() == 2, "both sweeps in the middle of the case")
    assert [sweep.wait(timeout=60) for sweep in sweeps] == [0, 0]
    assert house.noted("RF1") == [("deadline_warned", 55), ("violation_raised", 60)]
