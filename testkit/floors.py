"""A floor with many tables, as tests, benches and pictures of it need one."""

from datetime import datetime, timedelta

from tables.handling.models import GamingTable
from tables.play import commands as c
from testkit.house import OpenHouse

CODES = {"pt-francesa": "RF", "pt-americana": "RA", "it-venezia": "VE", "it-campione": "CA"}
PITS = ("Main", "Terrace", "Salle privée")


def many_tables(casino_id: int, count: int, *, now: datetime, coups: int = 2) -> list[OpenHouse]:
    """Return so many open tables of four rulebooks in three pits: RF1, RA1, VE1, CA1, RF2 and on, opened two hours
    ago, each with its last coups played and bets open for the next.
    """
    codes = list(CODES.items())
    return [
        _table(casino_id, index, *codes[index % len(codes)], now=now, coups=coups) for index in range(count)
    ]


def _table(casino_id: int, index: int, rulebook: str, code: str, *, now: datetime, coups: int) -> OpenHouse:
    house = OpenHouse(
        casino_id,
        rulebook,
        table=f"{code}{index // len(CODES) + 1}",
        now=now - timedelta(minutes=2 * coups + 2),
    )
    GamingTable.objects.filter(casino_id=casino_id, code=house.table).update(
        pit=PITS[index % 7 % len(PITS)], pace_target=35 + index % 3 * 5
    )
    for coup in range(coups):
        number = (index * 7 + coup * 11) % 37
        amount = house.rulebook.default_limits.minimum * (index % 5 + 1)
        house.coup(number, c.PlaceBet(player="P1", bet="plein:17", amount=amount))
        house.now += timedelta(minutes=2)
    house.do(c.AnnounceBetsOpen())
    house.now = now
    return house
