"""Players in company: for whose sum the limits hold, on the table's page."""

import msgspec

from casino.floor.citing import cited
from casino.floor.hand import seats
from casino.floor.seats import Seat, seat_of
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """Some who play together."""

    members: tuple[Seat, ...]

    @property
    def label(self) -> str:
        """Their seats, in one line."""
        return " and ".join(seat.label for seat in self.members)


class Companies(msgspec.Struct, frozen=True, kw_only=True):
    """The companies at the table, who may still join one, and the clause on them as printed."""

    declared: tuple[Company, ...]
    alone: tuple[Seat, ...]
    clause: str


def companies(state: State, rulebook: Rulebook) -> Companies | None:
    """The companies at the table; None where the rulebook does not know them."""
    if rulebook.limits.company_clause is None:
        return None
    together = {player for members in state.companies for player in members}
    return Companies(
        declared=tuple(
            Company(members=tuple(seat_of(player) for player in members)) for members in state.companies
        ),
        alone=tuple(seat for seat in seats(state) if seat.player not in together),
        clause=cited(rulebook, rulebook.limits.company_clause),
    )
