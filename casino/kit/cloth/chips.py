"""The chips as drawn on the cloth, and the bets in the list beside it."""

from collections.abc import Collection, Iterable, Sequence

import msgspec
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from msgspec.structs import replace

from casino.kit.cloth.distance import chips_lie, distance_words, kinds_by_distance
from casino.kit.cloth.drawing import places, prison_line
from casino.kit.cloth.fan import ALONE, Fan, fan
from casino.kit.money import money, on_a_chip
from casino.kit.seats import seat_of
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import expand, parse_bet
from tables.roulette.cloth import Bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

LONG = ' class="long"'
OTHERS = "others"
"""The look of a chip that replaces those of several players."""


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """The chips of one player on one position, or the number of the others that find no room there (`+4`).

    `bound` chips are in prison; `winning` ones won the last coup; `new` ones are for the next one already. `radius`
    is in units of the drawing.
    """

    id: str
    x: float
    y: float
    radius: float = ALONE.radius
    colour: str
    amount: str
    title: str
    bound: bool
    winning: bool
    new: bool = False
    layout: int = 1

    @property
    def looks(self) -> str:
        """Return the CSS classes of the chips: owner's colour, prison, win or next coup, and layout."""
        came_to = " is-winning" if self.winning else " is-new" if self.new else ""
        return f"seat-{self.colour}{' is-bound' if self.bound else ''}{came_to} on-{self.layout}"

    @property
    def drawing(self) -> SafeString:
        """Return the drawing of the chips: rings, and words set smaller in a small chip."""
        is_full = self.radius < ALONE.radius or len(self.amount) > 4
        glow = self._ring("glow", self._glow) if self.winning else ""
        return SafeString(
            f'<g class="chip {self.looks}" id="chip-{escape(self.id)}" data-x="{self.x}" data-y="{self.y}">'
            f"<title>{escape(self.title)}</title>{glow}{self._ring('body', self.radius)}"
            f"{self._ring('edge', self.radius * 13 / 16)}"
            f'<text{LONG if is_full else ""} x="{self.x}" y="{self.y}">{escape(self.amount)}</text></g>'
        )

    @property
    def _glow(self) -> float:
        """Return the radius of the ring around a winning chip; close around it if other chips are next to it."""
        return self.radius + (4 if self.radius == ALONE.radius else 1)

    def _ring(self, looks: str, radius: float) -> str:
        return f'<circle class="{looks}" cx="{self.x}" cy="{self.y}" r="{radius}"/>'


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
    """Further facts about the bet: third party, face value, over the maximum, staying."""
    lies_on: bool
    """The bet won the last number and stays: nobody has placed it for this coup."""
    may_withdraw: bool = False


def chips(
    bets: Sequence[Stake],
    rulebook: Rulebook,
    wheel: str,
    won_by: int | None,
    *,
    new: Collection[str] = (),
) -> tuple[Chip, ...]:
    """Return the chips of all bets, an announced bet's on every combination it is made of; one chip a player and place.

    Players side by side keep to the place's own area; those who find no room there share one chip.
    `won_by` is the number of the coup that they were settled by, None while the coup runs; `new` are the references of
    bets that were placed for the next one since. A bet that is paid to be
    placed has no chips on the cloth before, and then only those that won.
    """
    line = prison_line(rulebook)
    lying: dict[tuple[int, str, int | None, str, bool], tuple[int, bool, bool, bool]] = {}
    for bet in bets:
        aside = is_paid_to_place(bet, rulebook, wheel)
        for code, amount, numbers in _combinations(bet, rulebook, wheel):
            winning = won_by is not None and won_by in numbers
            if aside and not winning:
                continue
            where = (bet.layout, code, bet.distance, bet.player, line is not None and bet.level > 0)
            before, bound, *_ = lying.get(where, (0, False))
            lying[where] = (before + amount, bound or bet.level > 0, winning, bet.ref in new)
    at = {place.code: place for place in places(rulebook)}
    together: dict[tuple[int, str, float, float], list[Chip]] = {}
    for (layout, code, distance, player, on_line), (amount, bound, winning, for_next) in lying.items():
        place, seat = at[code], seat_of(player)
        x, y = chips_lie(place, distance, rulebook)
        if on_line and line is not None:
            y = line
        together.setdefault((layout, code, x, y), []).append(
            Chip(
                id=f"{layout}-{code}-{distance or 0}-{player}{'-bound' if on_line else ''}".replace(
                    ":", "-"
                ).replace("/", "-"),
                x=x,
                y=y,
                colour=seat.colour,
                amount=on_a_chip(amount, rulebook.currency),
                title=f"{place.label}, {money(amount, rulebook.currency)}, {seat.label}",
                bound=bound,
                winning=winning,
                new=for_next,
                layout=layout,
            )
        )
    by_distance = kinds_by_distance(rulebook)
    return tuple(
        chip
        for (_, code, _, _), on_place in together.items()
        for chip in _side_by_side(
            on_place, fan(at[code], len(on_place), in_thirds=at[code].kind in by_distance)
        )
    )


def _side_by_side(on_place: Sequence[Chip], room: Fan) -> list[Chip]:
    """Return the chips of one place as far as there is room, the last room for all that find none."""
    if len(on_place) > len(room.at):
        shown = len(room.at) - 1
        on_place = (*on_place[:shown], _others(on_place[shown:]))
    return [
        replace(chip, x=chip.x + across, y=chip.y + down, radius=room.radius)
        for chip, (across, down) in zip(on_place, room.at, strict=False)
    ]


def _others(chips: Sequence[Chip]) -> Chip:
    """One chip for several players', that names them all when it is pointed at."""
    return replace(
        chips[0],
        id=f"{chips[0].id}-and-others",
        colour=OTHERS,
        amount=f"+{len(chips)}",
        title="; ".join(chip.title for chip in chips),
        bound=any(chip.bound for chip in chips),
        winning=any(chip.winning for chip in chips),
    )


def is_paid_to_place(bet: Stake, rulebook: Rulebook, wheel: str) -> bool:
    """Return True if its chips are beside the cloth until the number places the winning ones."""
    parsed = _parsed(bet.bet, rulebook, wheel)
    return isinstance(parsed, AnnouncedBet) and bool(rulebook.announced[parsed.kind].pay_to_place_clause)


def lying_bets(
    bets: Iterable[Stake], rulebook: Rulebook, wheel: str, *, free: Collection[str] = ()
) -> tuple[LyingBet, ...]:
    """Return the bets as a list, the newest first. `free` has the references of bets that may be withdrawn."""
    listed = []
    for bet in bets:
        seat = seat_of(bet.player)
        listed.append(
            LyingBet(
                ref=bet.ref,
                label=_label(bet, rulebook, wheel),
                amount=money(bet.amount, rulebook.currency),
                colour=seat.colour,
                who=seat.label,
                level=bet.level,
                layout=bet.layout,
                given=_given(bet, rulebook),
                lies_on=bet.stays_of is not None,
                may_withdraw=bet.ref in free,
            )
        )
    return tuple(reversed(listed))


def _given(bet: Stake, rulebook: Rulebook) -> str:
    marks = []
    if bet.on_behalf_of:
        marks.append(gettext("for {seat}").format(seat=seat_of(bet.on_behalf_of).label))
    if bet.face_value and rulebook.colour_chips:
        marks.append(gettext("face value"))
    if bet.excess:
        marks.append(gettext("over the maximum"))
    if bet.late:
        marks.append(gettext("late, accepted"))
    if bet.stays_of:
        marks.append(gettext("has won, lies on"))
    if bet.replay_of:
        marks.append(gettext("from the payment of {bet}").format(bet=bet.replay_of))
    return ", ".join(marks)


def _combinations(bet: Stake, rulebook: Rulebook, wheel: str) -> list[tuple[str, int, tuple[int, ...]]]:
    parsed = _parsed(bet.bet, rulebook, wheel)
    if isinstance(parsed, AnnouncedBet):
        return [(chip.code, amount, chip.numbers) for chip, amount in expand(parsed, bet.amount)]
    return [(parsed.code, bet.amount, parsed.numbers)]


def _label(bet: Stake, rulebook: Rulebook, wheel: str) -> str:
    name = describe_bet(rulebook, _parsed(bet.bet, rulebook, wheel))
    words = distance_words(rulebook).get(bet.distance or 0)
    return f"{name}, {words}" if words else name


def _parsed(code: str, rulebook: Rulebook, wheel: str) -> Bet | AnnouncedBet:
    return parse_bet(code, rulebook, wheel=wheel)
