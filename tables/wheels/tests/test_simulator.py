"""A simulated wheel behaves on the network as a real one does."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tables.roulette.wheel import DOUBLE_ZERO
from tables.wheels.simulate import ALL_FAULTS, chosen_faults, main
from tables.wheels.simulated_wheel import TICK_S, SimulatedWheel
from tables.wheels.simulator import Replay, Simulator
from tables.wheels.simulator_control import obey, serve_control
from testkit.command_line import run_command
from testkit.wheels import FedDriver, free_port, in_short, until

ROOT = Path(__file__).parents[3]


def heard_of(wheel: SimulatedWheel, ticks: int) -> FedDriver:
    """What a driver makes of so many ticks."""
    fed = FedDriver()
    for _ in range(ticks):
        fed.silence(0.4)
        for piece in wheel.tick():
            fed.silence(0.1)
            fed.bytes(piece)
    return fed


def test_a_wheel_without_faults_plays_good_games_only() -> None:
    wheel = SimulatedWheel(Random(1), games=12, then_idle=False)
    fed = heard_of(wheel, 1100)
    assert [(one.game, f"{one.number:2}") for one in fed.of_kind("result")] == wheel.fallen
    assert len(wheel.fallen) == 12
    assert in_short(fed.observations) == [f"result {one.number}" for one in fed.of_kind("result")]
    assert fed.state.phase == 6, "after its games a wheel is closed"


def test_directions_alternate_from_launch_to_launch() -> None:
    fed = heard_of(SimulatedWheel(Random(1), games=6), 600)
    directions = [one.rotor_direction for one in fed.of_kind("ball_launched")]
    assert directions == ["anticlockwise", "clockwise"] * 3


def test_the_same_seed_brings_the_same_numbers() -> None:
    first, second, other = (SimulatedWheel(Random(seed), games=5) for seed in ("RF1", "RF1", "CA1"))
    for wheel in (first, second, other):
        heard_of(wheel, 500)
    assert first.fallen == second.fallen != other.fallen


EXPECTED = {
    "repeated-number": "result",
    "failed-launch": "launch_failed",
    "launch-broken-off": "launch_failed",
    "same-direction": "game_void ball_with_rotor",
    "misread-direction": "warning ball_with_rotor",
    "lost-ball": "game_void ball_lost",
    "ball-not-detected": "warning ball_not_detected",
    "long-phase": "warning ball_in_track_long",
    "runaway-rotor": "warning runaway_rotor",
    "counter-jump": "warning counter_jumped",
    "double-zero": "fault double_zero_on_a_wheel_of_37",
    "fault-code": "fault fault_",
    "unheard-result": "result_recovered",
    "unheard-games": "results_missing 2",
}


@pytest.mark.parametrize("fault", EXPECTED)
def test_a_fault_asked_for_is_there_to_be_heard(fault: str) -> None:
    fed = heard_of(SimulatedWheel(Random(2), faults=_second_game(fault), games=3), 1000)
    assert any(observed.startswith(EXPECTED[fault]) for observed in in_short(fed.observations))


def _second_game(fault: str) -> Callable[[Random], str | None]:
    games = iter([None, fault])
    return lambda _: next(games, None)


def test_rubbish_on_the_wire_is_there_to_be_complained_of() -> None:
    fed = heard_of(SimulatedWheel(Random(2), faults=chosen_faults("rubbish"), games=1), 100)
    assert fed.complaints
    assert len(fed.of_kind("result")) == 1


def test_faults_are_asked_for_by_name_by_all_and_by_probability() -> None:
    random = Random(1)
    assert [chosen_faults("")(random)] == [None]
    by_turns = chosen_faults("burst, lost-ball")
    assert [by_turns(random) for _ in range(3)] == ["burst", "lost-ball", "burst"]
    every = chosen_faults("all")
    assert tuple(every(random) for _ in ALL_FAULTS) == ALL_FAULTS
    now_and_then = chosen_faults("0.1")
    assert 50 < sum(now_and_then(random) is not None for _ in range(1000)) < 150
    with pytest.raises(ValueError, match="there is no fault `earthquake`; there are: repeated-number"):
        chosen_faults("earthquake")
    with pytest.raises(ValueError, match="between 0 and 1"):
        chosen_faults("7")


def test_a_wheel_turns_while_nobody_listens_and_keeps_its_counter_over_connections() -> None:
    async def play() -> None:
        wheel = SimulatedWheel(Random(1))
        async with Simulator(wheel, speed=200) as simulator:
            await _first_line(simulator.port)
            await until(lambda: len(wheel.fallen) >= 3)
            line = await _first_line(simulator.port)
            assert int(line[5:8]) >= 3

    asyncio.run(play())


async def _first_line(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while not (line := await reader.readline()).startswith(b"*X"):
        pass
    writer.close()
    await writer.wait_closed()
    return line


def test_all_listeners_hear_the_same() -> None:
    async def play() -> None:
        async with Simulator(SimulatedWheel(Random(1), games=0, then_idle=True), speed=20) as simulator:
            lines = [await asyncio.open_connection("127.0.0.1", simulator.port) for _ in range(3)]
            await until(lambda: simulator.listeners == 3)
            await simulator.fall(29)
            for reader, writer in lines:
                async with asyncio.timeout(5):
                    await reader.readuntil(b"*X;5;001;29;")
                writer.close()

    asyncio.run(play())


def test_a_number_made_to_fall_falls_now_and_the_wheel_goes_on_from_there() -> None:
    wheel = SimulatedWheel(Random(1), games=0, then_idle=True)
    fed = heard_of(wheel, 30)
    fed.bytes(b"".join(wheel.fall(17)))
    assert [one.number for one in fed.of_kind("result")] == [17]
    fed.bytes(b"".join(wheel.fall(17)))
    assert [(one.game, one.number) for one in fed.of_kind("result")] == [(1, 17), (2, 17)]
    assert [one.kind for one in fed.observations if one.game == 2 and "warning" not in one.kind] == [
        "rotor_started",
        "ball_launched",
        "bets_closed",
        "result",
    ]
    for _ in range(40):
        fed.silence(0.5)
        fed.bytes(b"".join(wheel.tick()))
    assert fed.state.phase == 2
    assert fed.state.game == 3


def test_a_launch_and_a_closing_can_be_commanded_one_after_the_other() -> None:
    wheel = SimulatedWheel(Random(1), games=0, then_idle=True)
    fed = heard_of(wheel, 30)
    fed.observations.clear()
    for pieces in (wheel.launch(), wheel.close_bets(), wheel.fall(0)):
        fed.silence(0.5)
        fed.bytes(b"".join(pieces))
    assert [one.kind for one in fed.observations if "warning" not in one.kind] == [
        "ball_launched",
        "bets_closed",
        "result",
    ]


def test_the_control_port_lets_a_number_fall_and_tells_when() -> None:
    async def play() -> None:
        wheel = SimulatedWheel(Random(1), games=0, then_idle=True)
        async with Simulator(wheel) as simulator:
            port = free_port()
            server = await serve_control(simulator, "127.0.0.1", port)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            before = time.monotonic()
            writer.write(b"launch\nclose\nfall 17\nfall 99\nspin\n")
            answers = [(await reader.readline()).decode().split() for _ in range(5)]
            assert answers[0] == ["launched"]
            assert answers[1] == ["closed"]
            assert answers[2][:4] == ["fallen", "17", "game", "1"]
            assert before < float(answers[2][5]) < time.monotonic()
            assert answers[3][0] == answers[4][0] == "refused:"
            writer.close()
            await writer.wait_closed()
            server.close()

    asyncio.run(play())


def test_a_recording_is_replayed_line_by_line() -> None:
    recording = b"*X;2;011; 4;0;141;0\r\n22\r\n*X;5;011;22;0;139;0\r\n*F 12"
    replay = Replay(recording)
    assert [b"".join(replay.tick()) for _ in range(4)] == [
        b"*X;2;011; 4;0;141;0\r\n",
        b"22\r\n*X;5;011;22;0;139;0\r\n",
        b"*F 12",
        b"",
    ]


WITHOUT_DJANGO = ("-m", "tables.wheels.simulate")
COMMAND = ("manage.py", "simulate_wheel")


@pytest.mark.parametrize("program", [WITHOUT_DJANGO, COMMAND], ids=" ".join)
def test_the_command_runs_a_wheel_and_stops_when_told_to(program: tuple[str, str]) -> None:
    async def play() -> None:
        port, control_port = free_port(), free_port()
        arguments = ["--port", str(port), "--control-port", str(control_port), "--games", "0", "--then-idle"]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *program,
            *arguments,
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            async with asyncio.timeout(30):
                assert b"ready" in await process.stdout.readline()
                reader, writer = await asyncio.open_connection("127.0.0.1", control_port)
                writer.write(b"fall 17\n")
                assert (await reader.readline()).startswith(b"fallen 17 game 1 ")
                writer.close()
        finally:
            process.terminate()
            assert await process.wait() == 0

    asyncio.run(play())


@pytest.mark.parametrize(
    ("argument", "value", "complaint"),
    [
        ("--faults", "earthquake", "there is no fault `earthquake`"),
        ("--speed", "0", "'0' is not a factor above 0"),
        ("--speed", "nan", "'nan' is not a factor above 0"),
        ("--port", "99999999", "'99999999' is not a whole number from 0 to 65535"),
        ("--port", "-1", "'-1' is not a whole number from 0 to 65535"),
        ("--control-port", "http", "'http' is not a whole number from 0 to 65535"),
        ("--games", "-1", "'-1' is not a whole number from 0 to"),
        ("--first-after", "-5", "'-5' is not a number of seconds from 0 to"),
        ("--first-after", "inf", "'inf' is not a number of seconds"),
        ("--replay", "nowhere.txt", "nowhere.txt"),
        ("--host", "192.0.2.1", "192.0.2.1"),
    ],
)
def test_the_command_names_what_it_cannot_do(
    argument: str,
    value: str,
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["simulate", f"{argument}={value}"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code, "Python takes None and 0 for success"
    # Python writes a text to standard error itself, and ends with 1.
    assert complaint in f"{capsys.readouterr().err}{ended.value.code}"


@pytest.mark.parametrize(
    ("argument", "value", "complaint"),
    [("--speed", "0", "'0' is not a factor above 0"), ("--host", "192.0.2.1", "192.0.2.1")],
)
def test_the_command_of_django_names_it_too(argument: str, value: str, complaint: str) -> None:
    ended = run_command("simulate_wheel", f"{argument}={value}")
    assert ended.returncode != 0
    assert complaint in ended.stderr


def test_process_that_is_refused_ends_with_one_line_and_no_traceback() -> None:
    command = [sys.executable, *WITHOUT_DJANGO, "--host=192.0.2.1"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert line.startswith("wheel: ")
    assert "192.0.2.1" in line


def test_a_wheel_with_two_zeros_lets_00_fall_and_one_with_a_single_zero_does_not() -> None:
    double, single = (
        SimulatedWheel(Random(1), games=0, then_idle=True, double_zero=double_zero)
        for double_zero in (True, False)
    )
    assert asyncio.run(obey(Simulator(single), "fall 00")) == (
        "refused: 00 is not on the wheel: it has 0 to 36"
    )
    assert asyncio.run(obey(Simulator(double), "fall 37")) == (
        "refused: 37 is not on the wheel: it has 0 to 36 and 00"
    )
    fed = FedDriver(numbers=38)
    for piece in double.fall(DOUBLE_ZERO):
        fed.bytes(piece)
    assert double.fallen[-1][1] == "00"


def test_a_wheel_by_hand_launches_its_ball_when_it_is_told_to_and_not_before() -> None:
    wheel = SimulatedWheel(Random(1), by_hand=True)
    fed = FedDriver()

    def ticks(seconds: float) -> None:
        for _ in range(round(seconds / TICK_S)):
            fed.silence(TICK_S)
            for piece in wheel.tick():
                fed.bytes(piece)

    with pytest.raises(ValueError, match="does not wait"):
        wheel.spin()
    ticks(600)
    assert not fed.of_kind("ball_launched", "warning", "fault"), "it waits for as long as it has to"
    wheel.spin("clockwise")
    ticks(45)
    (launched,) = fed.of_kind("ball_launched")
    assert launched.rotor_direction == "clockwise"
    assert len(fed.of_kind("result")) == 1
    with pytest.raises(ValueError, match="does not wait"):
        wheel.spin()
    ticks(20)
    wheel.spin("clockwise")
    ticks(8)
    assert [each.rotor_direction for each in fed.of_kind("ball_launched")] == ["clockwise"] * 2


def test_a_wheel_by_hand_spins_by_its_control_port() -> None:
    wheel = SimulatedWheel(Random(1), by_hand=True)
    simulator = Simulator(wheel)
    assert asyncio.run(obey(simulator, "spin")).startswith("refused: the wheel does not wait")
    for _ in range(60):
        wheel.tick()
    assert asyncio.run(obey(simulator, "spin sideways")).startswith("refused: the commands are")
    assert asyncio.run(obey(simulator, "spin anticlockwise")) == "spins"
