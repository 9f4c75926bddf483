"""GET draws: what is published of the tables to inspect; and docs/examples/repeat_draw.py, run on it by an outsider."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casino.api.access.scopes import REPORTS_READ, TABLES_READ
from casino.api.reports.draws import DrawsPage
from casino.compliance.draws import DrawAggregate, commit_draws
from tables.compliance.draws.commands import AnyDrawCommand, AskForTable, CommitDraw, RevealDraw
from tables.compliance.draws.drawing import candidates_of, commitment_of, drawn_tables
from tables.compliance.draws.state import draw_stream
from tables.handling import Actor, handle
from tables.handling.models import GamingTable
from tables.play.events import Person, Signature
from tables.stream import read_stream
from testkit.api import Caller
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
REPEAT = Path(__file__).resolve().parents[3] / "docs/examples/repeat_draw.py"
SIGNED = (Signature(person=Person(id="person/2", name="Inspector"), role="games_inspector"),)
BY = Actor(id="person/2", name="Inspector")
DAY, NEXT_DAY = date(2026, 11, 20), date(2026, 11, 21)


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    """Eight tables, of which one was asked for the day before; a draw of two days, the first of them revealed."""
    house = OpenHouse(casino_id, "pt-francesa")
    first = GamingTable.objects.get(casino_id=casino_id, code="T1")
    for number in range(2, 9):
        first.pk, first.code = None, f"T{number}"
        first.save(force_insert=True)
    house.now -= timedelta(days=1)
    do(house, DAY - timedelta(days=1), AskForTable(table="T1", reason="a complaint", signatures=SIGNED))
    house.now += timedelta(days=1)
    days = (DAY.isoformat(), NEXT_DAY.isoformat())
    command = CommitDraw(days=days, tables=3, signatures=SIGNED)
    commit_draws(casino_id, command, by=BY, now=house.now, idempotency_key=None)
    do(house, DAY, RevealDraw(words="4 1 6", signatures=SIGNED))
    return house


def do(house: OpenHouse, day: date, command: AnyDrawCommand) -> None:
    handle(DrawAggregate(house.casino_id, day), command, by=BY, now=house.now)


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    return caller(REPORTS_READ)


def read(system: Caller, path: str = "?from=2026-11-01&to=2026-11-30") -> Any:
    answer = system.get(f"draws{path}")
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_a_revealed_draw_has_all_that_it_takes_to_repeat_it(system: Caller) -> None:
    draw = read(system, f"/{DAY}")
    assert (draw["format"], draw["status"], draw["words"]) == ("permanence-draw/1", "revealed", "4 1 6")
    assert [(each["table"], each["inspections"], each["weight"]) for each in draw["candidates"]][:2] == [
        ("T1", 1, 13_860),
        ("T2", 0, 27_720),
    ]
    seed, counts = bytes.fromhex(draw["seed"]), {"T1": 1}
    candidates = candidates_of([each["table"] for each in draw["candidates"]], counts)
    assert draw["commitment"] == commitment_of(draw["day"], 3, candidates, seed)
    assert draw["tables"] == list(drawn_tables(seed, draw["day"], "4 1 6", candidates, 3))


def test_unrevealed_draw_has_commitment_without_seed_and_tables(system: Caller) -> None:
    draw = read(system, f"/{NEXT_DAY}")
    assert (draw["status"], len(draw["commitment"])) == ("committed", 64)
    assert [draw[name] for name in ("seed", "words", "tables", "revealed_at", "revealed_by")] == [None] * 5
    assert draw["days"] == [DAY.isoformat(), NEXT_DAY.isoformat()]


def test_draw_names_its_committing_event_for_a_proof(house: OpenHouse, system: Caller) -> None:
    committed = read_stream(house.casino_id, draw_stream(DAY.isoformat()))[0]
    draw = read(system, f"/{DAY}")
    assert draw["committed_event"] == str(committed.event_id)
    assert draw["commitment"] == committed.data["commitment"]


def test_the_list_has_the_newest_day_first_and_the_days_that_were_asked_for(system: Caller) -> None:
    page = read(system)
    assert json.loads(msgspec.json.encode(msgspec.convert(page, DrawsPage))) == page
    assert [each["status"] for each in page["draws"]] == ["committed", "revealed", "asked"]
    assert page["draws"][2]["on_demand"][0]["reason"] == "a complaint"
    assert [each["day"] for each in read(system, "?from=2026-11-21&to=2026-11-30")["draws"]] == ["2026-11-21"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("draws?from=2026-11-20&to=2026-11-19", 422),
        ("draws?from=2020-01-01&to=2026-11-19", 422),
        ("draws?from=never", 422),
        ("draws?day=2026-11-20", 422),
        ("draws/2026-11-25", 404),
        ("draws/never", 422),
    ],
)
def test_unknown_day_of_a_draw_is_answered_with_its_status(system: Caller, path: str, status: int) -> None:
    assert system.get(path).status_code == status


def test_draws_need_the_scope_of_reports(house: OpenHouse, caller: Callable[..., Caller]) -> None:
    assert caller(TABLES_READ).get("draws").status_code == 403


# ---------------------------------------------------------------- repeat_draw.py


class Outsider:
    """Somebody with a Python and the files that they took."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def takes(self, name: str, document: Any) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def repeats(self, document: Any, *options: str) -> tuple[int, str]:
        """How the program ends, and what it says."""
        path = self.takes("draw.json", document)
        done = subprocess.run(
            [sys.executable, "-I", str(REPEAT), str(path), *options],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def outsider(tmp_path: Path) -> Outsider:
    return Outsider(tmp_path)


def test_an_outsider_repeats_a_draw_with_what_they_noted_and_the_draws_before(
    system: Caller, outsider: Outsider
) -> None:
    draw, before = read(system, f"/{DAY}"), outsider.takes("before.json", read(system))
    noted = draw["commitment"][:16]
    code, said = outsider.repeats(draw, "--commitment", noted, "--earlier", str(before))
    assert (code, "WRONG" in said, "not verified" in said, said.count("not asked for")) == (
        0,
        False,
        False,
        0,
    ), said
    assert f"the seed draws {', '.join(draw['tables'])}" in said
    assert "as it was committed" in said
    code, said = outsider.repeats(read(system))
    assert (code, said.count("  not asked for: ")) == (0, 2), said
    assert f"not asked for: {NEXT_DAY}, whose draw is not revealed" in said


def test_file_without_an_answer_for_the_day_is_listed_with_exit_2(system: Caller, outsider: Outsider) -> None:
    draw = read(system, f"/{DAY}")
    no_draws, of_another_day = (
        outsider.takes("none.json", {"draws": []}),
        outsider.takes("other.json", read(system, f"/{NEXT_DAY}")),
    )
    code, said = outsider.repeats(draw, "--commitment", str(of_another_day))
    assert (code, "not verified: whether it was committed beforehand" in said) == (2, True), said
    code, said = outsider.repeats(draw, "--earlier", str(no_draws))
    assert (code, "not verified: the inspections behind the weights" in said) == (2, True), said


def test_a_file_that_was_taken_before_the_draw_was_revealed_will_do_for_the_commitment(
    house: OpenHouse, system: Caller, outsider: Outsider
) -> None:
    kept = outsider.takes("kept.json", read(system, f"/{NEXT_DAY}"))
    house.now += timedelta(days=1)
    do(house, NEXT_DAY, RevealDraw(signatures=SIGNED))
    revealed = read(system, f"/{NEXT_DAY}")
    code, said = outsider.repeats(revealed, "--commitment", str(kept))
    assert (code, "the one that you noted" in said) == (0, True), said


def _another_table(draw: Any) -> None:
    draw["tables"][0] = next(
        each["table"] for each in draw["candidates"] if each["table"] not in draw["tables"]
    )


def _another_order(draw: Any) -> None:
    draw["tables"].reverse()


def _another_seed(draw: Any) -> None:
    draw["seed"] = "00" * 16


def _another_weight(draw: Any) -> None:
    draw["candidates"][7]["weight"] = 9_240


def _another_count(draw: Any) -> None:
    draw["candidates"][7] |= {"inspections": 2, "weight": 9_240}


def _a_candidate_less(draw: Any) -> None:
    left_out = next(each for each in draw["candidates"] if each["table"] not in draw["tables"])
    draw["candidates"].remove(left_out)


def _fewer_tables(draw: Any) -> None:
    draw["tables_to_draw"], draw["tables"] = 2, draw["tables"][:2]


def _other_words(draw: Any) -> None:
    draw["words"] = "6 6 6"


def _another_day(draw: Any) -> None:
    draw["day"] = NEXT_DAY.isoformat()


@pytest.mark.parametrize(
    "forge",
    [
        _another_table,
        _another_order,
        _another_seed,
        _another_weight,
        _another_count,
        _a_candidate_less,
        _fewer_tables,
        _other_words,
        _another_day,
    ],
)
def test_forged_draw_is_found_by_the_checker(
    system: Caller, outsider: Outsider, forge: Callable[[Any], None]
) -> None:
    draw = read(system, f"/{DAY}")
    forge(draw)
    code, said = outsider.repeats(draw)
    assert (code, "WRONG" in said, "NOT as it was committed" in said) == (1, True, True), said


def test_a_draw_made_anew_from_end_to_end_is_found_by_the_commitment_that_somebody_noted(
    system: Caller, outsider: Outsider
) -> None:
    draw = read(system, f"/{DAY}")
    noted, seed = draw["commitment"], bytes(16)
    candidates = candidates_of([each["table"] for each in draw["candidates"]], {"T1": 1})
    draw["seed"], draw["commitment"] = seed.hex(), commitment_of(draw["day"], 3, candidates, seed)
    draw["tables"] = list(drawn_tables(seed, draw["day"], draw["words"], candidates, 3))
    assert outsider.repeats(draw)[0] == 0
    code, said = outsider.repeats(draw, "--commitment", noted)
    assert (code, "another draw was made since" in said) == (1, True), said


def test_inspections_that_were_counted_wrongly_when_the_draw_was_made_are_found_by_the_draws_before(
    system: Caller, outsider: Outsider
) -> None:
    draw, before = read(system, f"/{DAY}"), read(system)
    before["draws"][2]["on_demand"] = []
    code, said = outsider.repeats(draw, "--earlier", str(outsider.takes("before.json", before)))
    assert (code, "T1 was inspected on 0 days, not on 1" in said) == (1, True), said


def test_draw_checker_ends_with_2_for_an_unreadable_draw(system: Caller, outsider: Outsider) -> None:
    draw = read(system, f"/{DAY}")
    documents: tuple[Any, ...] = (
        read(system, f"/{NEXT_DAY}"),
        {"draws": []},
        [],
        "x",
        {**draw, "format": "permanence-draw/9"},
        {**draw, "seed": "xyz"},
        {**draw, "tables_to_draw": 20},
        {**draw, "candidates": [{"table": "T1"}]},
    )
    for document in documents:
        code, said = outsider.repeats(document)
        assert (code, said.count("\n"), "cannot be checked" in said) == (2, 1, True), (document, said)
    assert outsider.repeats(draw, "--commitment", "nothing")[0] == 2
    assert outsider.repeats(draw, "--earlier", "nowhere.json")[0] == 2


def test_the_program_shares_no_code_with_the_platform_and_needs_the_standard_library_alone() -> None:
    lines = REPEAT.read_text(encoding="utf-8").splitlines()
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)
