"""A counter who tries to learn the drop of a box before its count: reads everything, and adds and subtracts.

The play of the table has stakes and counts of so many digits that no sum meets the drop by chance.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from io import BytesIO
from itertools import combinations_with_replacement, product
from random import Random
from urllib.parse import parse_qsl, urljoin, urlsplit
from zipfile import ZipFile, is_zipfile

import msgspec
from django.http import HttpResponseBase
from django.test import Client
from msgspec.structs import replace

from casino.one_machine.permissions_matrix import BY_STATE, Address, Values, addresses, answered, path_of
from settlement.blind_count import EVERYTHING
from settlement.box_aggregate import handle_box_at_table
from settlement.day_ledger import ledger_of_table
from settlement.figures.figures import Figure
from settlement.tests.day_at_a_table import CHIEF, DESK, PIT, coup, slip
from tables.play import commands as c
from testkit.house import BOSS, OpenHouse
from testkit.papers import pages_of_pdf
from testkit.play import opening

LEAST = 10**9
"""Minor units: all money of the day is more, and hardly a number of a page that is no money."""
CHIP, STEP = 10**9, 50
NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d+(?:\.\d\d)?")
LINK = re.compile(r"""(?:href|hx-get|src|action)=["']([^"'#]+)""")
ALIKE = 2
"""Pages of one kind that are read: a link to each event of the day leads to much the same."""
OF_RULES = "/rules/"
"""Begin of the addresses of the rulebooks, which have nothing of a table."""


class PlayedDay(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day with its secret; `known` are the amounts that each counter learns at the table."""

    house: OpenHouse
    drop: int
    known: tuple[int, ...]


class RichHouse(OpenHouse):
    """A table with limits of ten million times the usual ones."""

    def open(self, day: str) -> None:
        usual = opening(self.rulebook, table=self.table)
        maximums = {kind: most * 10**7 for kind, most in usual.limits.maximums.items()}
        limits = replace(usual.limits, minimum=usual.limits.minimum * 10**7, maximums=maximums)
        self.do(replace(usual, day=day, limits=limits))


def play_day(house: OpenHouse, chance: Random) -> PlayedDay:
    """Play six coups between two counts of the float, with cash, a fill and a credit; the box stays in its place."""

    def amount(least: int = LEAST * 100) -> int:
        return chance.randrange(least, least * 20, STEP)

    first, fill, credit = amount(LEAST * 10_000), amount(), amount()
    house.do(c.CountFloat(moment="opening", pieces=_pieces(first), signatures=(PIT, DESK)))
    handle_box_at_table(
        house.casino_id,
        house.table,
        c.PlaceBox(serial="T1-A", signatures=(CHIEF, PIT)),
        by=BOSS,
        now=house.now,
    )
    cash = [amount(), amount(), amount()]
    for total in cash[:2]:
        house.do(c.TakeCash(total=total))
    slip(house, "fill", _pieces(fill))
    for number in (1, 2, 18, 20, 35, 36):
        if number == 36:
            house.do(c.AnnounceLastCoup())
        # Winning stakes stay on the cloth, and count to the maximum.
        stakes = [chance.randrange(LEAST * 10, LEAST * 400, STEP) for _ in range(2)]
        coup(house, number, ("P1", "rouge", stakes[0]), ("P2", "noir", stakes[1]))
    slip(house, "credit", _pieces(credit))
    house.do(c.TakeCash(total=cash[2]))
    left = first + fill - credit - sum(cash) + (_ledger(house, "by_bets").amount or 0)
    house.do(c.CountFloat(moment="closing", pieces=_pieces(left), signatures=(PIT, DESK)))
    assert _ledger(house, "float_difference").amount == 0
    return PlayedDay(house=house, drop=sum(cash), known=(first, fill, credit, left))


def remove_box(house: OpenHouse) -> None:
    command = c.RemoveBox(serial="T1-A", reason="full", signatures=(CHIEF, PIT))
    handle_box_at_table(house.casino_id, house.table, command, by=BOSS, now=house.now)


def _ledger(house: OpenHouse, name: str) -> Figure:
    found = ledger_of_table(house.casino_id, house.table, house.day, EVERYTHING)
    assert found is not None
    return found.figure(name)


def _pieces(amount: int) -> dict[int, int]:
    chips, rest = divmod(amount, CHIP)
    return {value: count for value, count in ((CHIP, chips), (STEP, rest // STEP)) if count}


def derivation(day: PlayedDay, seen: Iterable[int]) -> str:
    """Return a sum of at most three seen amounts, with the known ones, that is the drop; empty if there is none."""
    signed = sorted({sign * each for each in seen for sign in (1, -1)} | {0})
    pairs = {a + b: (a, b) for a, b in combinations_with_replacement(signed, 2)}
    of_known = {
        sum(factor * each for factor, each in zip(factors, day.known, strict=True)): factors
        for factors in product((-1, 0, 1), repeat=len(day.known))
    }
    for rest in signed:
        if found := pairs.get(day.drop - rest):
            return f"{day.drop} = {rest} + {found}"
    for total, factors in of_known.items():
        if found := pairs.get(day.drop - total):
            return f"{day.drop} = {found} + {factors} of opening, fill, credit, closing"
    return ""


def amounts_in(response: HttpResponseBase) -> set[int]:
    """Return all amounts of an answer in minor units, however the answer is written: page, paper, workbook or data."""
    text = "\n".join(_texts(getattr(response, "content", b""), response.get("Content-Type", "")))
    found: set[int] = set()
    for number in NUMBER.findall(text):
        whole, _, cents = number.replace(",", "").partition(".")
        # A whole number is minor units in data, and units on a page.
        found |= {int(whole + cents)} if cents else {int(whole), int(whole) * 100}
    return {each for each in found if each >= LEAST}


def _texts(content: bytes, kind: str) -> Iterator[str]:
    if kind == "application/pdf":
        yield from pages_of_pdf(content)
    elif is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as book:
            yield from (book.read(name).decode(errors="replace") for name in book.namelist())
    else:
        yield unescape(content.decode(errors="replace"))


def crawl(client: Client, values: Values, wanted: Iterable[str], queries: Iterable[str]) -> set[int]:
    """Return the amounts on every page and file that a person may read: at each address of the project, and from
    there by every link. `wanted` are more addresses, `queries` the parameters with which each is read too.
    """
    waiting = [*wanted]
    for address in addresses():
        if not address.pattern.startswith("api/") and _is_read(address):
            path = path_of(address.pattern, values)
            waiting += [path, *(f"{path}?{query}" for query in queries)]
    read, alike, found = set[str](), Counter[tuple[str, ...]](), set[int]()
    while waiting:
        path = waiting.pop(0)
        kind = _kind(path)
        if path in read or alike[kind] >= ALIKE:
            continue
        read.add(path)
        alike[kind] += 1
        response = answered(client, "GET", path)
        found |= amounts_in(response)
        if response.get("Content-Type", "").startswith("text/html") and response.status_code < 300:
            page = getattr(response, "content", b"").decode()
            links = (urljoin(path, unescape(link)) for link in LINK.findall(page))
            waiting += [link for link in links if _is_own(link)]
    assert len(read) > 100, f"only {len(read)} pages were read"
    return found


def _is_read(address: Address) -> bool:
    return not (
        address.is_stream
        or f"/{address.pattern}".startswith(OF_RULES)
        or address.pattern in BY_STATE
        or address.pattern.endswith("live")
    )


def _is_own(link: str) -> bool:
    parts = urlsplit(link)
    return (
        not parts.netloc
        and not parts.path.startswith(("/api/", "/static/", OF_RULES))
        and "live" not in parts.path
    )


def _kind(path: str) -> tuple[str, ...]:
    parts = urlsplit(path)
    return re.sub(r"\d+", "0", parts.path), *sorted(name for name, _ in parse_qsl(parts.query))
