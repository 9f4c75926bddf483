"""A day made up at a table and recorded, with all that befalls a table: the one that tests of settlement look at."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from settlement.simulation.recording import simulate_and_record
from tables.handling.models import Casino, GamingTable
from tables.roulette.loader import get_rulebook
from tables.simulation.openings import COLOURS
from testkit.play import opening

SIMULATED_TABLE = "RF1"
SIMULATED_DAY = "2026-11-20"
BEGINS = datetime(2026, 11, 20, 14, 45, tzinfo=UTC)
DAY_AFTER = BEGINS + timedelta(days=1)


def record_simulated_day(casino_id: int, house: str, *, coups: int, seed: int) -> None:
    """A new casino with a table of this rulebook, whose float is counted, and its day, known until DAY_AFTER."""
    rulebook = get_rulebook(house)
    colours = {"chip_symbol": "*", "chip_colours": COLOURS} if rulebook.colour_chips else {}
    command = opening(rulebook, table=SIMULATED_TABLE, day=SIMULATED_DAY)
    command = replace(command, counts_float=True, **colours)
    Casino.objects.create(id=casino_id, name="Casino")
    table = GamingTable.objects.create(
        casino_id=casino_id,
        code=SIMULATED_TABLE,
        name=rulebook.title,
        rulebook=rulebook.id,
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
        chip_symbol=command.chip_symbol,
        chip_colours=command.chip_colours,
    )
    simulate_and_record(table, command, opens_at=BEGINS, now=DAY_AFTER, coups=coups, seed=seed)
