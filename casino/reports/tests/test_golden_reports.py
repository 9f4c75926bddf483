"""The compliance report of a simulated day of each rulebook, line for line as it is kept in `golden/`.

A change of the rules, of a sentence or of the report is seen there, and read before it is kept: `make golden` writes
the files anew, and git shows what became of each line.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils.translation import override

from casino.reports.columns import MadeReport, made_of_day
from casino.reports.days.compliance import COMPLIANCE
from casino.reports.rendering import FORMS, rendered
from settlement.simulation.recording import simulate_and_record
from tables.handling.models import Casino, GamingTable
from tables.handling.streams import table_stream
from tables.roulette.loader import get_rulebook, rulebooks
from tables.simulation.openings import simulated_opening
from tables.stream import read_stream

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent / "golden"
DAY, TABLE = "2026-11-20", "T1"
OPENS_AT = datetime(2026, 11, 20, 15, tzinfo=UTC)
COUPS, SEED = 60, 7


def report_of(casino_id: int, name: str) -> MadeReport:
    """The report of the day's reported lines, in English."""
    rulebook = get_rulebook(name)
    opening = simulated_opening(rulebook, table=TABLE, day=DAY)
    Casino.objects.get_or_create(id=casino_id, defaults={"name": "Casino", "time_zone": "Europe/Lisbon"})
    registered = GamingTable.objects.create(
        casino_id=casino_id,
        code=TABLE,
        name=rulebook.title,
        rulebook=rulebook.id,
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in opening.balls],
    )
    simulate_and_record(
        registered, opening, opens_at=OPENS_AT, now=OPENS_AT + timedelta(days=2), coups=COUPS, seed=SEED
    )
    return made_of_day(casino_id, COMPLIANCE, DAY, TABLE, form="csv", chosen={"group": "reported"})


@pytest.mark.parametrize("name", rulebooks())
def test_the_report_of_a_simulated_day_is_the_one_that_is_kept(
    casino_id: int, name: str, pytestconfig: pytest.Config
) -> None:
    with override("en"):
        made = rendered(report_of(casino_id, name), FORMS["csv"]).decode()
    kept = GOLDEN / f"{name}.csv"
    if pytestconfig.getoption("--write-golden"):
        kept.write_text(made, encoding="utf-8", newline="")
        pytest.skip("written anew")
    assert made.splitlines() == kept.read_text(encoding="utf-8").splitlines(), (
        "read the difference; where it is meant, make golden"
    )


@pytest.mark.parametrize("name", rulebooks())
def test_each_line_that_is_kept_is_about_an_event_of_the_day(casino_id: int, name: str) -> None:
    with override("en"):
        made = report_of(casino_id, name)
    keys = [column.key for column in COMPLIANCE.columns]
    of_table = {record.version: record for record in read_stream(casino_id, table_stream(TABLE, DAY))}
    checked = 0
    for row in made.rows:
        line = dict(zip(keys, row, strict=True))
        if line["stream"] != table_stream(TABLE, DAY):
            continue
        record = of_table[int(str(line["version"]))]
        assert (line["type"], line["recorded_at"]) == (record.type, record.recorded_at)
        assert line["coup"] == record.data.get("coup")
        checked += 1
    assert checked > 20
