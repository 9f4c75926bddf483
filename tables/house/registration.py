"""A new table of a house: what it is, said once. What its gaming days are is in the record."""

import re

import msgspec
from django.db import IntegrityError, transaction

from tables.house.models import Casino, GamingTable
from tables.house.reserved_codes import reserved_codes
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


class TableRegistration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as a house registers it. Money in minor units of its rulebook's currency.

    Without `wheel` it has the rulebook's usual numbering, without `limits` the rulebook's usual sign. `cylinder_mm` and
    `balls` count where the house keeps no register of equipment. `par` is what an imprest table begins each day with,
    pieces by value; `theory_of_drop` what the house holds of its drop in theory, in hundredths of a per cent.
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


def register_table(casino_id: int, said: TableRegistration) -> GamingTable:
    """Registers a table of the casino, which may then be opened. Raises Refused, and then nothing is registered."""
    rulebook = get_rulebook(said.rulebook)
    _check(said, rulebook)
    try:
        with transaction.atomic():
            return GamingTable.objects.create(
                casino=Casino.objects.get(pk=casino_id),
                code=said.code,
                name=said.name,
                rulebook=rulebook.id,
                wheel=said.wheel or next(iter(rulebook.wheels)),
                cylinder_mm=said.cylinder_mm,
                double=said.double,
                face_value_only=said.face_value_only,
                chip_symbol=said.chip_symbol,
                chip_colours=said.chip_colours,
                counts_float=said.counts_float,
                par={str(value): count for value, count in said.par.items()},
                pit=said.pit,
                theory_of_drop=said.theory_of_drop,
                limits=msgspec.to_builtins(said.limits or rulebook.default_limits),
                balls=msgspec.to_builtins(said.balls),
            )
    except IntegrityError:
        raise Refused(f"there is a table {said.code} already; a code is a table's own for ever") from None


def _check(said: TableRegistration, rulebook: Rulebook) -> None:
    if not CODE.fullmatch(said.code):
        raise Refused(
            f"'{said.code}' is no code of a table: 1 to 20 letters and digits, with hyphens between them"
        )
    if said.code in reserved_codes():
        raise Refused(
            f"'{said.code}' is a word of the house's own addresses, so no table has it for a code; "
            f"right would be any other than {', '.join(sorted(reserved_codes()))}"
        )
    for what, words, longest in (
        ("name", said.name, 100),
        ("symbol", said.chip_symbol, 20),
        ("pit", said.pit, 20),
    ):
        if len(words) > longest or (what == "name" and not words.strip()):
            raise Refused(
                f"the {what} of a table has {'1 to' if what == 'name' else 'at most'} {longest} characters"
            )
        if not words.isprintable():
            raise Refused(
                f"the {what} of a table has letters, digits and signs that can be read, and nothing else"
            )
    if said.wheel is not None and said.wheel not in rulebook.wheels:
        known = " or ".join(sorted(rulebook.wheels))
        raise Refused(f"a wheel of {said.wheel} numbering: this rulebook is played on {known}")
    if said.double and (rulebook.layouts is None or rulebook.layouts.at_most < 2):
        raise Refused(
            "a double table: this rulebook is played on one layout to a wheel",
            clause=rulebook.layouts.clause if rulebook.layouts else rulebook.positions_clause,
        )
    if said.cylinder_mm is not None and not 0 < said.cylinder_mm <= 2000:
        raise Refused(f"a cylinder of {said.cylinder_mm} mm: its diameter in millimetres is right")
    _check_balls(said.balls)
    if any(count < 1 or value < 1 for value, count in said.par.items()):
        raise Refused("par is pieces by value in minor units, at least one of each that is named")
    if any(count < 1 for count in said.chip_colours.values()):
        raise Refused("of each colour the table has at least one chip")
    if said.theory_of_drop is not None and not 0 <= said.theory_of_drop <= WHOLE:
        raise Refused(f"what is held of the drop in theory is 0 to {WHOLE} hundredths of a per cent")
    if said.limits is not None:
        check_posted(rulebook, said.limits)


def _check_balls(balls: tuple[Ball, ...]) -> None:
    """Whether they may be played with the rulebook says when the table opens; here, whether they can be balls."""
    names = [ball.name for ball in balls]
    if any(not name.strip() for name in names) or len(set(names)) < len(names):
        raise Refused("each ball of a table has a name of its own, such as A and B")
    for ball in balls:
        if not 0 < ball.diameter_mm <= LARGEST_BALL_MM:
            raise Refused(
                f"ball {ball.name} of {ball.diameter_mm:g} mm: its diameter, up to {LARGEST_BALL_MM} mm, is right"
            )
