"""The chips as drawn on the cloth, and the bets in the list beside it."""

from collections.abc import Iterable, Sequence

import msgspec

from casino.floor.cloth_drawing import places
from casino.floor.distance import DISTANCES, chips_lie
from casino.floor.money import money, on_a_chip
from casino.floor.seats import seat_of
from tables.play.state import BetOnCloth
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import expand, parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.rulebook import Rulebook

BESIDE = 21
"""How far apart the chips of two players on one position lie."""
BESIDE_IN_A_THIRD = 12
"""The same where a field is touched in thirds."""
IN_A_SQUARE = ((0, 0), (-28, 30), (2, 26), (-26, 2))
"""The same on a number, where the printed number and what it costs are still to be read as long as may be."""


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has on one position. `bound` chips lie in prison; `winning` ones won the last coup."""

    id: str
    x: float
    y: float
    colour: str
    amount: str
    title: str
    bound: bool
    winning: bool
    layout: int = 1


class LyingBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet in the list beside the cloth."""

    ref: str
    label: str
    amount: str
    colour: str
    who: str
    level: int
    layout: int
    given: str
    """What else was said of it: for whom it was placed, that its chips have face value, that it is over the maximum."""


def chips(bets: Sequence[BetOnCloth], rulebook: Rulebook, wheel: str, won_by: int | None) -> tuple[Chip, ...]:
    """The chips of all bets, an announced bet's on every combination it is made of; one chip a player and place.

    `won_by` is the number of the coup that they were settled by, None while the coup runs. A bet that is paid to be
    placed has no chips on the cloth before, and then only those that won.
    """
    lying: dict[tuple[int, str, int | None, str], tuple[int, bool, bool]] = {}
    for bet in bets:
        aside = is_paid_to_place(bet, rulebook, wheel)
        for code, amount, numbers in _combinations(bet, rulebook, wheel):
            winning = won_by is not None and won_by in numbers
            if aside and not winning:
                continue
            where = (bet.layout, code, bet.distance, bet.player)
            before, bound, _ = lying.get(where, (0, False, False))
            lying[where] = (before + amount, bound or bet.level > 0, winning)
    drawn, on_place = [], dict[tuple[int, float, float], int]()
    at = {place.code: place for place in places(rulebook)}
    for (layout, code, distance, player), (amount, bound, winning) in lying.items():
        place, seat = at[code], seat_of(player)
        x, y = chips_lie(place, distance, rulebook)
        beside = on_place.get((layout, x, y), 0)
        on_place[layout, x, y] = beside + 1
        apart = BESIDE if x == place.x else BESIDE_IN_A_THIRD
        on_number = place.kind == "plein" and beside < len(IN_A_SQUARE)
        across, down = IN_A_SQUARE[beside] if on_number else (beside * apart, 0)
        drawn.append(
            Chip(
                id=f"{layout}-{code}-{distance or 0}-{player}".replace(":", "-").replace("/", "-"),
                x=x + across,
                y=y + down,
                colour=seat.colour,
                amount=on_a_chip(amount),
                title=f"{place.label}, {money(amount)}, {seat.label}",
                bound=bound,
                winning=winning,
                layout=layout,
            )
        )
    return tuple(drawn)


def is_paid_to_place(bet: BetOnCloth, rulebook: Rulebook, wheel: str) -> bool:
    """Whether its chips lie beside the cloth until the number places those that won."""
    parsed = _parsed(bet.bet, rulebook, wheel)
    return isinstance(parsed, AnnouncedBet) and bool(rulebook.announced[parsed.kind].pay_to_place_clause)


def lying_bets(bets: Iterable[BetOnCloth], rulebook: Rulebook, wheel: str) -> tuple[LyingBet, ...]:
    """The bets as a list, the newest first."""
    listed = []
    for bet in bets:
        seat = seat_of(bet.player)
        listed.append(
            LyingBet(
                ref=bet.ref,
                label=_label(bet, rulebook, wheel),
                amount=money(bet.amount),
                colour=seat.colour,
                who=seat.label,
                level=bet.level,
                layout=bet.layout,
                given=_given(bet, rulebook),
            )
        )
    return tuple(reversed(listed))


def _given(bet: BetOnCloth, rulebook: Rulebook) -> str:
    said = []
    if bet.on_behalf_of:
        said.append(f"for {seat_of(bet.on_behalf_of).label}")
    if bet.face_value and rulebook.colour_chips:
        said.append("face value")
    if bet.excess:
        said.append("over the maximum")
    if bet.replay_of:
        said.append(f"from the payment of {bet.replay_of}")
    return ", ".join(said)


def _combinations(bet: BetOnCloth, rulebook: Rulebook, wheel: str) -> list[tuple[str, int, tuple[int, ...]]]:
    parsed = _parsed(bet.bet, rulebook, wheel)
    if isinstance(parsed, AnnouncedBet):
        return [(chip.code, amount, chip.numbers) for chip, amount in expand(parsed, bet.amount)]
    return [(parsed.code, bet.amount, parsed.numbers)]


def _label(bet: BetOnCloth, rulebook: Rulebook, wheel: str) -> str:
    name = describe_bet(rulebook, _parsed(bet.bet, rulebook, wheel))
    return f"{name}, {DISTANCES[bet.distance]}" if bet.distance in DISTANCES else name


def _parsed(code: str, rulebook: Rulebook, wheel: str) -> Bet | AnnouncedBet:
    return parse_bet(code, rulebook, wheel=wheel)
