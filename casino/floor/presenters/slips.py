"""Fills and credits on a table's page: open slips, and possible requests."""

from collections.abc import Set

import msgspec
from django.db.models import Q

from casino.commands.slip_presenter import counted, shown_slip
from casino.kit.chips_owned import ChipsOwned
from casino.kit.forms.chip_counts import Row, rows
from casino.kit.money import money
from casino.people.casino_staff import croupiers_who_sign
from settlement.models import Slip
from settlement.slips.imprest import to_par
from tables.handling.models import GamingTable
from tables.play.pieces import worth_of
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class ToPar(msgspec.Struct, frozen=True, kw_only=True):
    """A closing fill or credit that brings the float back to par."""

    kind: str
    pieces: str
    total: str
    rows: tuple[Row, ...]


def slips_presenter(
    table: GamingTable, state: State, rulebook: Rulebook, sees: Set[str], owned: ChipsOwned
) -> dict[str, object] | None:
    """Return the slips of the table's day, and the possible requests; None for a person who may not see slips."""
    if "slips" not in sees:
        return None
    of_day = Q(day=state.day) | Q(number__in=state.slips.carried)
    found = Slip.objects.filter(of_day, casino_id=table.casino_id, table=table.code)
    # A table without any slip needs no query.
    shown = [shown_slip(row) for row in found.order_by("requested_at")] if state.slips.highest else []
    open_ones = tuple(each for each in shown if not each.ended)
    return {
        "open": open_ones,
        "ended": tuple(each for each in reversed(shown) if each.ended),
        "rows": rows(
            state.limits.minimum if state.limits else 0,
            owned=owned.values,
            bank=owned.bank,
            currency=rulebook.currency,
        ),
        # Seated croupiers with a PIN: their signing name, and their name with position.
        "croupiers": tuple(_croupiers(table.casino_id, state, rulebook)) if open_ones else (),
        "series": state.chip_series.in_play,
        "closing": not state.direction.counts_float or state.direction.float_at_closing is not None,
        # The closing fill or credit that the closing count of an imprest table proposes.
        "to_par": _to_par(state),
    }


def _croupiers(casino_id: int, state: State, rulebook: Rulebook) -> list[tuple[str, str]]:
    labels = rulebook.staff.labels
    seated = [*state.staff.items(), *state.roster.second.items()]
    sign_as = croupiers_who_sign(casino_id, (person for _, person in seated))
    return [
        (sign_as[person.id], f"{person.name}, {labels.get(position, position)}")
        for position, person in seated
        if person.id in sign_as
    ]


def _to_par(state: State) -> tuple[ToPar, ...]:
    """Return the differences from the closing count to par, once it is made and nothing of this is requested yet."""
    moved = bool(state.slips.moved_since_closing_count.pieces)
    if state.direction.float_at_closing is None or moved or any(each.closing for each in state.slips.open):
        return ()
    proposed = to_par(state.direction.par, dict(state.direction.pieces_at_closing))
    return tuple(
        ToPar(
            kind=kind,
            pieces=counted(of, state.currency),
            total=money(worth_of(of), state.currency),
            rows=tuple(row for row in rows(0, of.items(), currency=state.currency) if row.pieces),
        )
        for kind, of in (("fill", proposed.fill), ("credit", proposed.credit))
        if of
    )
