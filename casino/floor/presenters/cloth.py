"""The cloth without its chips: the cost of each number, and bets that are kept off it until the number."""

from collections.abc import Iterable, Sequence, Set

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from casino.kit.cloth.chips import is_paid_to_place
from casino.kit.cloth.drawing import SQUARE_W, Zone, square
from casino.kit.money import count, in_a_square, money, on_a_chip, plain
from casino.kit.seats import seat_of
from tables.play.betting.questions import may_withdraw
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import parse_bet
from tables.roulette.payout.exposure import exposure as nets_by_number
from tables.roulette.payout.exposure import worst_number
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import written

LARGEST_TEXT = 14
"""Largest size of the words, on a small screen (`cloth.css`)."""
DIGIT_W = 0.63
"""Breadth of a digit and of most signs, of the text's size."""
BREADTHS = {",": 0.29, ".": 0.29, "k": 0.57, "M": 0.9}


class Exposure(msgspec.Struct, frozen=True, kw_only=True):
    """Result of the table if a number falls, drawn over the number's square.

    `net` is in minor units, below zero for a loss; `words` is its short form for the square. `weight` is from 0 to 1, 1
    for the worst loss.
    """

    number: str
    x: float
    y: float
    w: float
    h: float
    net: int
    words: str
    weight: float
    worst: bool

    @property
    def risk(self) -> str:
        """The number's square in the picture, the deeper the more it would cost; empty where it costs nothing."""
        if not self.weight:
            return ""
        square, worst = Zone(self.x, self.y, self.w, self.h), " worst" if self.worst else ""
        return f'<rect class="risk{worst}" {square.attributes} fill-opacity="{self.weight / 2:.2f}"/>'

    @property
    def plaque(self) -> str:
        """Return its words in the picture, on a plate, so that they can be read above chips."""
        looks = "cost" + (" losing" if self.net < 0 else "") + (" worst" if self.worst else "")
        w = round(sum(BREADTHS.get(letter, DIGIT_W) for letter in self.words) * LARGEST_TEXT + 6, 1)
        plate = Zone(self._right + 3 - w, self._foot - 12, w, 15)
        return (
            f'<g class="{looks}"><rect {plate.attributes} rx="3"/>'
            f'<text x="{self._right}" y="{self._foot}">{self.words}</text></g>'
        )

    @property
    def _right(self) -> float:
        return self.x + self.w - 6

    @property
    def _foot(self) -> float:
        """Return the vertical place of its words: below the number, and above the amounts of chips on the square's
        lower line.
        """
        return self.y + self.h - 10


class DrawnExposure(msgspec.Struct, frozen=True, kw_only=True):
    """The picture's squares below the chips and its words above them, and as a list the numbers that would cost."""

    risks: SafeString
    plaques: SafeString
    costs: SafeString


def drawn_exposure(exposed: Sequence[Exposure], currency: str) -> DrawnExposure | None:
    """Return the drawn exposure; None if there is none. It is made of our own figures alone."""
    if not exposed:
        return None
    return DrawnExposure(
        risks=SafeString("".join(each.risk for each in exposed)),
        plaques=SafeString("".join(each.plaque for each in exposed)),
        costs=SafeString(
            "".join(
                f"<li>{each.number}: {plain(-each.net, currency)}</li>" for each in exposed if each.net < 0
            )
        ),
    )


def exposure(state: State, rulebook: Rulebook, sees: Set[str]) -> tuple[Exposure, ...]:
    """Return for each number the table's gain if it fell now. Empty without bets, and for a person who may not see
    payouts.
    """
    if not state.bets or "payouts" not in sees:
        return ()
    nets = nets_by_number(rulebook, state.bets, limits=state.limits, groups=state.groups, wheel=state.wheel)
    worst = worst_number(nets)
    deepest = 0 if worst is None else -nets[worst]
    return tuple(_exposed(number, net, deepest, number == worst, rulebook) for number, net in enumerate(nets))


def worst_in_words(exposed: Sequence[Exposure], bets: Sequence[Stake], currency: str) -> str:
    """Return the line under the cloth: the most expensive number, and the sum of the bets."""
    if not bets:
        return ""
    staked = money(sum(bet.amount for bet in bets), currency)
    players = len({bet.player for bet in bets})
    lying = gettext("{staked} on the cloth, {bets}, {players}.").format(
        staked=staked, bets=bets_in_words(len(bets)), players=players_in_words(players)
    )
    worst = next((each for each in exposed if each.worst), None)
    if worst is None:
        return gettext("No number costs the table anything.") + f" {lying}"
    text = gettext("Worst number {number}: the table would pay {amount} net.")
    return text.format(number=worst.number, amount=plain(-worst.net, currency)) + f" {lying}"


def bets_in_words(bets: int) -> str:
    return ngettext("{count} bet", "{count} bets", bets).format(count=count(bets))


def players_in_words(players: int) -> str:
    return ngettext("{count} player", "{count} players", players).format(count=count(players))


def _exposed(number: int, net: int, deepest: int, worst: bool, rulebook: Rulebook) -> Exposure:
    at = square(number, rulebook)
    height = SQUARE_W if at.is_zero else at.h
    return Exposure(
        number=written(number),
        x=at.x,
        y=at.y + (at.h - height) / 2 if at.is_zero else at.y,
        w=at.w,
        h=height,
        net=net,
        words=f"+{in_a_square(net, rulebook.currency)}" if net > 0 else in_a_square(net, rulebook.currency),
        weight=round(max(0, -net) / deepest, 2) if deepest else 0,
        worst=worst,
    )


class LaidBeside(msgspec.Struct, frozen=True, kw_only=True):
    """A bet kept off the cloth. `became` has the place of its chips after the number, or that it is annulled."""

    ref: str
    label: str
    amount: str
    colour: str
    who: str
    layout: int
    became: str = ""
    placed: bool = False


def lays_beside(rulebook: Rulebook) -> bool:
    """Return True if bets may be kept off the cloth: the rulebook has announced bets that are paid to be placed."""
    return any(announced.pay_to_place_clause for announced in rulebook.announced.values())


def laid_beside(
    bets: Iterable[Stake], rulebook: Rulebook, wheel: str, won_by: int | None
) -> tuple[LaidBeside, ...]:
    """Return the bets kept off the cloth, in the order of placing. `won_by` is the number, None while the coup runs."""
    return tuple(
        _laid(bet, rulebook, wheel, won_by) for bet in bets if is_paid_to_place(bet, rulebook, wheel)
    )


def _laid(bet: Stake, rulebook: Rulebook, wheel: str, won_by: int | None) -> LaidBeside:
    parsed, seat = parse_bet(bet.bet, rulebook, wheel=wheel), seat_of(bet.player)
    assert isinstance(parsed, AnnouncedBet)
    won = [chip for chip, _ in expand(parsed, bet.amount) if won_by in chip.numbers]
    became = ", ".join(describe_bet(rulebook, chip) for chip in won) or gettext("annulled")
    return LaidBeside(
        ref=bet.ref,
        label=describe_bet(rulebook, parsed),
        amount=on_a_chip(bet.amount, rulebook.currency),
        colour=seat.colour,
        who=seat.label,
        layout=bet.layout,
        became="" if won_by is None else became,
        placed=bool(won),
    )


class Lifted(msgspec.Struct, frozen=True, kw_only=True):
    """Stakes lifted by one touch: all that stay for a player."""

    player: str
    who: str
    colour: str
    count: int
    amount: str


def stakes_to_lift(state: State, rulebook: Rulebook) -> tuple[Lifted, ...]:
    """Return for each player the staying stakes that may be lifted now, in the order of the bets."""
    left: dict[str, list[Stake]] = {}
    for bet in state.bets:
        if bet.stays_of is not None and may_withdraw(state, bet, rulebook):
            left.setdefault(bet.player, []).append(bet)
    return tuple(
        Lifted(
            player=player,
            who=seat_of(player).label,
            colour=seat_of(player).colour,
            count=len(bets),
            amount=money(sum(bet.amount for bet in bets), rulebook.currency),
        )
        for player, bets in left.items()
        if len(bets) == sum(bet.stays_of is not None and bet.player == player for bet in state.bets)
    )
