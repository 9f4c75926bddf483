"""The registration of a casino and its tables. Their gaming days are in the record."""

import re

import msgspec
from django.db import IntegrityError, transaction

from tables.handling.models import Casino, GamingTable
from tables.handling.reserved_codes import reserved_codes
from tables.play.events import Ball, Pieces
from tables.roulette.limits import Limits, check_posted
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

CODE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,18}[A-Za-z0-9])?")
"""A table's code stands in addresses and in the names of streams."""
WHOLE = 10_000
"""All of the drop, in hundredths of a per cent."""
LARGEST_BALL_MM = 50
LONGEST_NAME = 100
LONGEST_WORD = 20
"""Characters of a table's name, and of its pit and the symbol on its chips."""


class TableRegistration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as a casino registers it. Money in minor units of its rulebook's currency.

    Without `wheel` it has the rulebook's usual numbering, without `limits` the rulebook's usual sign. `cylinder_mm` and
    `balls` count where the casino keeps no register of equipment. `par` is what an imprest table begins each day with,
    pieces by value; `theory_of_drop` what the casino holds of its drop in theory, in hundredths of a per cent.
    """

    code: str
    name: str
    rulebook: str
    wheel: str | None = None
    cylinder_mm: int | None = None
    double: bool = False
    face_value_only: bool = False
    chip_symbol: str = ""
    chip_colours: dict[str, int] = {}
    counts_float: bool = True
    par: Pieces = {}
    pit: str = ""
    theory_of_drop: int | None = None
    limits: Limits | None = None
    balls: tuple[Ball, ...] = ()


def register_table(casino_id: int, wanted: TableRegistration) -> GamingTable:
    """Registers a table of the casino, which may then be opened. Raises Refused, and then nothing is registered."""
    rulebook = get_rulebook(wanted.rulebook)
    _check(wanted, rulebook)
    try:
        with transaction.atomic():
            return GamingTable.objects.create(
                casino=Casino.objects.get(pk=casino_id),
                code=wanted.code,
                name=wanted.name,
                rulebook=rulebook.id,
                wheel=wanted.wheel or next(iter(rulebook.wheels)),
                cylinder_mm=wanted.cylinder_mm,
                double=wanted.double,
                face_value_only=wanted.face_value_only,
                chip_symbol=wanted.chip_symbol,
                chip_colours=wanted.chip_colours,
                counts_float=wanted.counts_float,
                par={str(value): count for value, count in wanted.par.items()},
                pit=wanted.pit,
                theory_of_drop=wanted.theory_of_drop,
                limits=msgspec.to_builtins(wanted.limits or rulebook.default_limits),
                balls=msgspec.to_builtins(wanted.balls),
            )
    except IntegrityError:
        raise Refused("table-code-taken", table=wanted.code) from None


def _check(wanted: TableRegistration, rulebook: Rulebook) -> None:
    if not CODE.fullmatch(wanted.code):
        raise Refused("table-code-malformed", table=wanted.code)
    if wanted.code in reserved_codes():
        raise Refused("table-code-reserved", table=wanted.code, reserved=tuple(sorted(reserved_codes())))
    _check_words(wanted)
    if wanted.wheel is not None and wanted.wheel not in rulebook.wheels:
        raise Refused("numbering-not-of-rulebook", wheel=wanted.wheel, wheels=tuple(sorted(rulebook.wheels)))
    if wanted.double and (rulebook.layouts is None or rulebook.layouts.at_most < 2):
        raise Refused(
            "double-table-not-played",
            rulebook.layouts.clause if rulebook.layouts else rulebook.positions_clause,
        )
    if wanted.cylinder_mm is not None and not 0 < wanted.cylinder_mm <= 2000:
        raise Refused("cylinder-diameter-wrong", diameter_mm=wanted.cylinder_mm)
    _check_balls(wanted.balls)
    if any(count < 1 or value < 1 for value, count in wanted.par.items()):
        raise Refused("par-malformed")
    if any(count < 1 for count in wanted.chip_colours.values()):
        raise Refused("table-colour-without-chips")
    if wanted.theory_of_drop is not None and not 0 <= wanted.theory_of_drop <= WHOLE:
        raise Refused("theory-of-drop-out-of-range", whole=WHOLE)
    if wanted.limits is not None:
        check_posted(rulebook, wanted.limits)


def _check_words(wanted: TableRegistration) -> None:
    if len(wanted.name) > LONGEST_NAME or not wanted.name.strip():
        raise Refused("table-name-length", longest=LONGEST_NAME)
    if max(len(wanted.chip_symbol), len(wanted.pit)) > LONGEST_WORD:
        what = "symbol" if len(wanted.chip_symbol) > LONGEST_WORD else "pit"
        raise Refused("table-word-too-long", what=what, longest=LONGEST_WORD)
    for what, words in (("name", wanted.name), ("symbol", wanted.chip_symbol), ("pit", wanted.pit)):
        if not words.isprintable():
            raise Refused("table-word-unreadable", what=what)


def _check_balls(balls: tuple[Ball, ...]) -> None:
    """Whether they may be played with the rulebook says when the table opens; here, whether they can be balls."""
    names = [ball.name for ball in balls]
    if any(not name.strip() for name in names) or len(set(names)) < len(names):
        raise Refused("ball-names-not-distinct")
    for ball in balls:
        if not 0 < ball.diameter_mm <= LARGEST_BALL_MM:
            raise Refused(
                "ball-diameter-wrong",
                ball=ball.name,
                diameter_mm=ball.diameter_mm,
                largest_mm=LARGEST_BALL_MM,
            )
