#!/usr/bin/env python3
"""Repeats a draw of tables to inspect, offline, without any of the platform's own code.

    python3 repeat_draw.py draw-2031-05-17.json --commitment 5f0c… --earlier draws.json

`draw-….json` is a draw as it is published: the file of its page, or the answer of the API to draws/{day} or to draws,
of which each is repeated. `--commitment` is the commitment that you noted before the draw was revealed, all of it or
its beginning (16 digits at least), or a file that you took then: without it, somebody may have made another draw since.
`--earlier` is the answer of the API to draws, of the ninety days before: with it, the inspections behind the weights
are counted anew.

It is checked that
- the commitment is the SHA-256 of what the draw was made from: the lines format, day, number of tables, each candidate
  as `weight inspections table`, and the seed, each ended by a line feed,
- each weight is 27,720 divided by one more than the inspections, without the rest, and 1 at least,
- the seed draws these tables, in this order. Candidates stand in their order, and for each table to be drawn a number
  is taken below the sum of the weights that are left: it falls to the first candidate at which the weights, added up,
  are more than the number, and that one is out. Numbers are HMAC-SHA-256, under the seed, of the lines format, day, a
  counter from 1 on and the inspector's words (joined by line feeds, none at the end), as whole numbers, the most
  significant byte first; those not below the largest multiple of the sum up to 2^256 are passed over, of the others the
  remainder by the sum is taken.

Ends with 0 if everything that was asked for is verified, with 1 if something disagrees, and with 2 if nothing disagrees
but something that was asked for is not verified: it is printed as `not verified`. It needs Python 3.11 and no package.
"""

import argparse
import hmac
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from hashlib import sha256
from itertools import accumulate, count
from pathlib import Path
from typing import Any

FORMAT = "permanence-draw/1"
WHOLE = 27_720
LARGEST_FILE = 8 << 20  # bytes
MOST_CANDIDATES, MOST_DRAWN = 1_000, 500  # tables of one draw
SHORTEST = 16  # hexadecimal digits of a commitment that somebody noted


class CannotCheck(Exception):
    """What is given cannot be checked at all, in words."""


@dataclass
class Report:
    """What came of one draw."""

    day: str
    checked: list[str] = field(default_factory=list)
    not_verified: list[str] = field(default_factory=list)
    """Points that an option asked for, and that its files say nothing of."""
    not_asked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def hold(self, holds: bool, checked: str, fault: str) -> None:
        if holds:
            self.checked.append(checked)
        else:
            self.faults.append(fault)


# --- the draw ---------------------------------------------------------------------------------------------


def commitment_of(draw: dict[str, Any]) -> str:
    """What should have been committed."""
    lines = [draw["format"], draw["day"], str(draw["tables_to_draw"])]
    lines += [f"{each['weight']} {each['inspections']} {each['table']}" for each in draw["candidates"]]
    return sha256("".join(f"{line}\n" for line in (*lines, draw["seed"])).encode()).hexdigest()


def numbers(draw: dict[str, Any]) -> Iterator[int]:
    """The numbers of the draw, one after the other."""
    for counter in count(1):
        message = "\n".join((draw["format"], draw["day"], str(counter), draw["words"]))
        yield int.from_bytes(hmac.digest(bytes.fromhex(draw["seed"]), message.encode(), "sha256"), "big")


def drawn(draw: dict[str, Any]) -> list[str]:
    """The tables that the seed draws, in their order."""
    left = [(each["table"], each["weight"]) for each in draw["candidates"]]
    coming, tables = numbers(draw), []
    for _ in range(draw["tables_to_draw"]):
        total = sum(weight for _, weight in left)
        fair = (1 << 256) // total * total
        point = next(number for number in coming if number < fair) % total
        sums = accumulate(weight for _, weight in left)
        tables.append(left.pop(next(place for place, added in enumerate(sums) if point < added))[0])
    return tables


# --- what is compared -------------------------------------------------------------------------------------


def check(
    draw: dict[str, Any], noted: Sequence[str] | None, earlier: Sequence[dict[str, Any]] | None
) -> Report:
    """Check one draw. `noted` and `earlier` are None if no option asked for them."""
    report = Report(draw["day"])
    commitment = commitment_of(draw)
    report.hold(
        commitment == draw["commitment"],
        "the commitment is that of the seed, the candidates and their weights",
        f"the commitment is {draw['commitment']}, and what is published gives {commitment}: the seed, the number of"
        " tables, a candidate or a weight is not the one that was committed",
    )
    for each in noted or ():
        report.hold(
            draw["commitment"].startswith(each),
            "the commitment is the one that you noted",
            f"the commitment is {draw['commitment']}, and you noted {each}: another draw was made since",
        )
    if noted is None:
        report.not_asked.append(
            "whether it was committed beforehand: that takes the commitment that you noted"
        )
    elif not noted:
        report.not_verified.append(
            "whether it was committed beforehand: what you gave has no commitment of this day"
        )
    wrong = [
        f"{each['table']} has weight {each['weight']}, and {max(1, WHOLE // (1 + each['inspections']))} is right after"
        f" {each['inspections']} inspections"
        for each in draw["candidates"]
        if each["weight"] != max(1, WHOLE // (1 + each["inspections"]))
    ]
    report.hold(not wrong, "each weight is right for its inspections", "; ".join(wrong))
    tables = drawn(draw)
    report.hold(
        tables == list(draw["tables"]),
        f"the seed draws {', '.join(tables)}",
        f"the seed draws {', '.join(tables)}, and {', '.join(draw['tables']) or 'nothing'} is published",
    )
    count_inspections(draw, earlier, report)
    return report


def count_inspections(draw: dict[str, Any], earlier: Sequence[dict[str, Any]] | None, report: Report) -> None:
    """Count the inspections anew: the days since `counted_since` on which a table was drawn and revealed, or asked for,
    before this draw was committed."""
    if earlier is None:
        report.not_asked.append("the inspections behind the weights: that takes the draws of the days before")
        return
    if not earlier:
        report.not_verified.append("the inspections behind the weights: what you gave has no draw")
        return
    inspected: dict[str, set[str]] = {}
    try:
        committed = datetime.fromisoformat(draw["committed_at"])
        for each in earlier:
            if each["day"] < draw["counted_since"]:
                continue
            tables = {
                one["table"] for one in each["on_demand"] if datetime.fromisoformat(one["at"]) < committed
            }
            if each["revealed_at"] and datetime.fromisoformat(each["revealed_at"]) < committed:
                tables |= set(each["tables"])
            for table in tables:
                inspected.setdefault(table, set()).add(each["day"])
    except (KeyError, TypeError, ValueError) as error:
        raise CannotCheck(f"the earlier draws are none that are published ({error})") from None
    wrong = [
        f"{each['table']} was inspected on {len(inspected.get(each['table'], ()))} days, not on {each['inspections']}"
        for each in draw["candidates"]
        if len(inspected.get(each["table"], ())) != each["inspections"]
    ]
    report.hold(not wrong, "the inspections are those of the earlier draws", "; ".join(wrong))


# --- the files --------------------------------------------------------------------------------------------


def draws_in(path: Path) -> list[dict[str, Any]]:
    """The draws of a file: one, or those of a list."""
    try:
        found = json.loads(content_of(path))
        draws = found.get("draws", [found])
        for draw in draws:
            if draw["format"] != FORMAT:
                raise CannotCheck(f"{path} says of itself {draw['format']}; {FORMAT} is known here")
            date.fromisoformat(draw["day"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CannotCheck(f"{path} is no published draw ({error})"[:400]) from None
    return list(draws)


def content_of(path: Path) -> bytes:
    """The content of a plain file. Raises OSError."""
    if not path.is_file():
        raise OSError("it is no plain file, or missing")
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise OSError(f"it has more than {LARGEST_FILE:,} bytes")
    return content


def noted_as(given: str, day: str) -> list[str]:
    """The commitment of a day as it was given: its digits, or a file of that time."""
    digits = given.rstrip("….").lower()
    if len(digits) >= SHORTEST and not set(digits) - set("0123456789abcdef"):
        return [digits]
    path = Path(given)
    if not path.exists():
        raise CannotCheck(
            f"'{given}' is no commitment (it has {SHORTEST} hexadecimal digits at least) and no file"
        )
    return [draw["commitment"] for draw in draws_in(path) if draw["day"] == day and draw["commitment"]]


def complete(draw: dict[str, Any], path: Path) -> dict[str, Any]:
    """The draw itself. Raises CannotCheck where it is not revealed, or not in the shape of a draw."""
    if draw["status"] != "revealed":
        raise CannotCheck(f"the draw of {draw['day']} is not revealed: its seed is not published yet")
    try:
        bytes.fromhex(draw["seed"])
        sound = (
            0 < draw["tables_to_draw"] <= min(MOST_DRAWN, len(draw["candidates"]))
            and len(draw["candidates"]) <= MOST_CANDIDATES
            and all(
                isinstance(each["weight"], int) and 0 < each["weight"] < 1 << 60
                for each in draw["candidates"]
            )
            and all(
                isinstance(each["inspections"], int) and each["inspections"] >= 0
                for each in draw["candidates"]
            )
            and isinstance(draw["words"], str)
            and isinstance(draw["commitment"], str)
            and all(isinstance(each, str) for each in draw["tables"])
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CannotCheck(f"{path} is no published draw ({error})") from None
    if not sound:
        raise CannotCheck(f"{path} is no published draw: a number or a text of {draw['day']} is out of place")
    return draw


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = arguments.add_argument
    add("draw", type=Path, help="a draw as it is published, or a list of them")
    add("--commitment", help="the commitment that you noted beforehand, or a file that you took then")
    add("--earlier", action="append", default=[], type=Path, help="the draws of the ninety days before")
    options = arguments.parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a draw is foreign text
    try:
        given = draws_in(options.draw)
        several = len(given) > 1
        draws = [
            complete(each, options.draw) for each in given if not several or each["status"] == "revealed"
        ]
        if not draws:
            raise CannotCheck(f"{options.draw} has no draw that is revealed")
        earlier = [draw for path in options.earlier for draw in draws_in(path)] if options.earlier else None
        reports = [
            check(draw, noted_as(options.commitment, draw["day"]) if options.commitment else None, earlier)
            for draw in draws
        ]
    except CannotCheck as why:
        print(f"cannot be checked: {why}", file=sys.stderr)
        return 2
    except Exception as error:  # whatever a foreign file makes of it, nothing was verified
        print(f"cannot be checked: {type(error).__name__}: {error}"[:400], file=sys.stderr)
        return 2
    for report in reports:
        print(f"{report.day}:")
        for line in report.checked:
            print(f"  {line}")
        for line in report.not_asked:
            print(f"  not asked for: {line}")
        for line in report.not_verified:
            print(f"  not verified: {line}")
        for fault in report.faults:
            print(f"  WRONG {fault}")
        print("  NOT as it was committed" if report.faults else "  as it was committed")
    for each in given:
        if several and each["status"] != "revealed":
            print(f"not asked for: {each['day']}, whose draw is not revealed")
    if any(report.faults for report in reports):
        return 1
    return 2 if any(report.not_verified for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
