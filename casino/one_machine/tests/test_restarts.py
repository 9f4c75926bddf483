"""When a part that died is started again, and what is not held against it."""

from collections.abc import Callable
from pathlib import Path

import psutil

from casino.one_machine.house_parts import DATABASE, HousePlan
from casino.one_machine.restarts import LONGEST_PAUSE, STEADY_AFTER, Restarts
from testkit.supervisor import STEADY, Run, part


def test_the_pause_grows_to_its_longest_and_a_minute_of_work_brings_it_back() -> None:
    restarts = Restarts()
    assert [restarts.died(at, worked=1.0) for at in range(8)] == [
        0.5,
        1,
        2,
        4,
        8,
        16,
        LONGEST_PAUSE,
        LONGEST_PAUSE,
    ]
    assert restarts.died(100.0, worked=STEADY_AFTER - 1) == LONGEST_PAUSE
    assert restarts.died(200.0, worked=STEADY_AFTER) == 0.5
    assert [Restarts(longest=2.0).died(0.0, 0.0), restarts.died(201.0, 0.0)] == [0.5, 1.0]


def test_the_database_is_never_waited_for_longer_than_two_seconds(house_folder: Path) -> None:
    plan = HousePlan(data=house_folder, host="127.0.0.1", port=8000, wheel_port=41300, own_database=True)
    parts = {part.name: part for stage in plan.stages() for part in stage}
    assert parts[DATABASE].longest_pause == 2.0
    needing = {name for name, part in parts.items() if part.needs == DATABASE}
    assert needing == {"web", "sealer", "followers", "webhooks", "worker", "sweeper", "beat"}
    silent = {name for name, part in parts.items() if part.heartbeat_seconds is None and not part.once}
    assert silent == {DATABASE, "beat"} | {name for name in parts if name.startswith("wheel ")}


def test_death_of_a_part_without_its_database_is_not_counted(
    run_of: Callable[..., Run], tmp_path: Path
) -> None:
    there = tmp_path / "there"
    there.touch()
    waits = (
        f"import pathlib, time\nwhile not pathlib.Path({str(there)!r}).exists(): time.sleep(0.05)\n{STEADY}"
    )
    needs = f"import pathlib\nif not pathlib.Path({str(there)!r}).exists(): raise SystemExit('no database')\n{STEADY}"
    run = run_of([part(DATABASE, waits)], [part("web", needs, needs=DATABASE)])
    run.supervisor.open()
    there.unlink()
    psutil.Process(run.pid(DATABASE)).kill()
    psutil.Process(run.pid("web")).kill()
    run.watch_until(lambda: "web keeps dying: 4 times" in run.out.getvalue())
    there.touch()
    run.watch_until(lambda: "web is back" in run.out.getvalue())
    said = run.out.getvalue().splitlines()
    # It was to wait four seconds, and was started at once.
    assert [line for line in said if "house" in line][-2:] == [
        "house  | database is back",
        "house  | web is back",
    ]
    psutil.Process(run.pid("web")).kill()
    run.watch_until(lambda: run.out.getvalue().count("web is back") == 2)
    assert (
        run.out.getvalue()
        .splitlines()[-3]
        .endswith("web died (killed by SIGKILL); it is started again in 0.5 s")
    )
