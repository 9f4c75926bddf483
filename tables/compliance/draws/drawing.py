"""The draw itself: whole numbers and two hashes, so that anybody can repeat it.

`docs/examples/repeat_draw.py` does the same and shares no code with this module; `docs/compliance.md` describes it in
words.
"""

import hmac
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count

from tables.compliance.draws.events import DrawCandidate

FORMAT = "permanence-draw/1"
WHOLE = 27_720
"""The weight of a table without an inspection. It divides by each of 1 to 12 without a rest."""
BOUND = 1 << 256
"""Bound of every number of a draw, from the length of an HMAC-SHA-256."""


def weight_of(inspections: int) -> int:
    """Return the weight of a table after so many inspections: half after one, a third after two; never less than 1."""
    return max(1, WHOLE // (1 + inspections))


def candidates_of(tables: Sequence[str], inspections: Mapping[str, int]) -> tuple[DrawCandidate, ...]:
    """Return the tables with their weights, by code. A table that is not counted had no inspection."""
    return tuple(
        DrawCandidate(table=table, inspections=seen, weight=weight_of(seen))
        for table, seen in ((table, inspections.get(table, 0)) for table in sorted(tables))
    )


def commitment_of(day: str, tables: int, candidates: Sequence[DrawCandidate], seed: bytes) -> str:
    """SHA-256 (hexadecimal) of the lines: format, day, number of tables, each candidate as `weight inspections table`,
    and the seed in hexadecimal; each ends with a line feed, and all is UTF-8."""
    each = (f"{one.weight} {one.inspections} {one.table}" for one in candidates)
    lines = (FORMAT, day, str(tables), *each, seed.hex())
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def drawn_tables(
    seed: bytes, day: str, words: str, candidates: Sequence[DrawCandidate], tables: int
) -> tuple[str, ...]:
    """Return so many tables in the order in which they are drawn, each at most once.

    The chance of a table is its share of the weights that are left. Raises ValueError for more tables than there
    are.
    """
    if tables > len(candidates):
        raise ValueError(f"{tables} tables cannot be drawn of {len(candidates)}")
    left, numbers = list(candidates), _numbers(seed, day, words)
    drawn = []
    for _ in range(tables):
        point = below(sum(each.weight for each in left), numbers)
        for each in left:
            if point < each.weight:
                break
            point -= each.weight
        left.remove(each)
        drawn.append(each.table)
    return tuple(drawn)


def below(limit: int, numbers: Iterator[int]) -> int:
    """Return a fair number from 0 to below `limit`: the remainder of the first number that is good for it. Those at the
    upper end of their range, where not every remainder comes once more, are passed over.
    """
    fair = BOUND - BOUND % limit
    return next(number for number in numbers if number < fair) % limit


def _numbers(seed: bytes, day: str, words: str) -> Iterator[int]:
    """HMAC-SHA-256 under the seed of the lines: format, day, a counter from 1 on, and the words, without a last line
    feed; as whole numbers, the most significant byte first."""
    for counter in count(1):
        message = f"{FORMAT}\n{day}\n{counter}\n{words}".encode()
        yield int.from_bytes(hmac.digest(seed, message, "sha256"), "big")
