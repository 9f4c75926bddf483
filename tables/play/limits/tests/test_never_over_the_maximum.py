"""Whatever is placed, found, withdrawn, moved and declared: nobody is over a maximum but by what was found there.

And nobody comes under a minimum by what is withdrawn, split or moved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.play import commands as c
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.bets import AnnouncedBet, expand, parse_bet
from tables.roulette.limits import maximum_for
from tables.roulette.loader import rulebooks
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from testkit.play import DayInHand

CHANCES = ("rouge", "noir", "pair")
"""Even chances, between which stakes in prison move where the rulebook lets them."""
PLAYERS = st.sampled_from(("P1", "P2", "P3"))
ANNOUNCED = {"tiers": "tiers", "voisins-de": "voisins-de:17/2", "complete": "complete:17"}


def bets_of(rulebook: Rulebook) -> list[str]:
    """Positions that touch each other, and announced bets whose chips lie on them."""
    laid = [bet for kind, bet in ANNOUNCED.items() if kind in rulebook.announced]
    return ["plein:17", "cheval:13-16", "cheval:17-20", *CHANCES, *laid]


Laying = type[c.PlaceBet | c.FindExcess]
LAYING: tuple[Laying, ...] = (c.PlaceBet, c.FindExcess)


@st.composite
def commands(draw: st.DrawFn, rulebook: Rulebook) -> c.Command:
    """One thing that is asked of, or told to, the table."""
    what = draw(st.sampled_from(("place", "place", "place", "find", "withdraw", "choose", "company", "end")))
    if what == "choose":
        choice = draw(st.sampled_from(("stay", "partage", *(f"move:{chance}" for chance in CHANCES))))
        return c.ChoosePrison(ref=f"b{draw(st.integers(1, 3))}", choice=choice)
    if what == "withdraw":
        return c.WithdrawBet(ref=f"b{draw(st.integers(1, 12))}")
    if what in ("company", "end"):
        players = tuple(draw(st.lists(PLAYERS, min_size=2, max_size=3, unique=True)))
        return c.DeclareGroup(players=players) if what == "company" else c.EndGroup(players=players)
    return draw(chips(rulebook, bets_of(rulebook), c.PlaceBet if what == "place" else c.FindExcess))


@st.composite
def chips(draw: st.DrawFn, rulebook: Rulebook, bets: Sequence[str], kind: Laying) -> c.Command:
    """A stake on one of these bets, asked for or found."""
    bet = draw(st.sampled_from(bets))
    parsed = parse_bet(bet, rulebook)
    pieces = parsed.pieces if isinstance(parsed, AnnouncedBet) else 1
    sign = rulebook.default_limits
    largest = maximum_for(rulebook, sign, parsed.kind if parsed.kind in rulebook.bets else "cheval")
    assert largest is not None
    # Large shares of the maximum, so that two or three together come to it or over it.
    amount = pieces * draw(st.sampled_from((sign.minimum, largest // 2, largest - sign.minimum, largest)))
    return kind(player=draw(PLAYERS), bet=bet, amount=amount, on_behalf_of=draw(st.none() | PLAYERS))


def say(day: DayInHand, commands: Iterable[c.Command]) -> None:
    """Says the commands; those that are refused leave no trace."""
    for command in commands:
        with suppress(Refused):
            day.do(command)


def after_zero(rulebook: Rulebook, data: st.DataObject, *before: c.Command) -> DayInHand:
    """A day with bets open after a zero: on some of the even chances there may lie stakes in prison."""
    day = DayInHand(rulebook)
    kind = data.draw(st.sampled_from(LAYING))
    imprisoned = st.lists(chips(rulebook, CHANCES, kind), max_size=3)
    say(day, (*before, c.AnnounceBetsOpen(), *data.draw(imprisoned)))
    day.do(c.CloseBets(), c.DeclareNumber(number=0), c.ConfirmPayments(), c.AnnounceBetsOpen())
    return day


Group = frozenset[str]
Sums = Counter[tuple[Group, str]]


def sums(state: State, bets: Iterable[Stake], rulebook: Rulebook) -> Sums:
    """What each player, or group, has on each combination, counted from the bets one by one."""
    found: Sums = Counter()
    for lying in bets:
        player = lying.on_behalf_of or lying.player
        group = next((frozenset(each) for each in state.groups if player in each), frozenset({player}))
        bet = parse_bet(lying.bet, rulebook)
        if isinstance(bet, AnnouncedBet) and not rulebook.announced[bet.kind].limit_ratio:
            for chip, value in expand(bet, lying.amount):
                found[group, chip.code] += value
        else:
            found[group, bet.code] += lying.amount
    return found


def over(state: State, bets: Iterable[Stake], rulebook: Rulebook) -> set[tuple[Group, str]]:
    """Where that is more than the sign allows."""
    assert state.limits is not None
    found = set()
    for (group, code), total in sums(state, bets, rulebook).items():
        kind = code.partition(":")[0]
        if kind in rulebook.bets:
            maximum = maximum_for(rulebook, state.limits, kind)
        else:
            maximum = (rulebook.announced[kind].limit_ratio or 0) * state.limits.minimum
        if maximum is not None and total > maximum:
            found.add((group, code))
    return found


@pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_nobody_comes_over_a_maximum_by_what_is_placed(rulebook: Rulebook, data: st.DataObject) -> None:
    day = after_zero(rulebook, data)
    for command in data.draw(st.lists(commands(rulebook), min_size=5, max_size=16)):
        before = over(day.state, day.state.bets, rulebook)
        try:
            day.do(command)
        except Refused:
            continue
        now = over(day.state, day.state.bets, rulebook)
        laid = set(sums(day.state, day.state.bets[-1:], rulebook))
        if isinstance(command, c.PlaceBet):
            assert not laid & now
        elif isinstance(command, c.FindExcess):
            assert day.state.bets[-1].excess == bool(laid & now)
        elif isinstance(command, c.WithdrawBet | c.ChoosePrison):
            assert now <= before
        elif isinstance(command, c.EndGroup):
            assert {code for _, code in now} <= {code for _, code in before}


@pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_without_what_was_found_nobody_is_over(rulebook: Rulebook, data: st.DataObject) -> None:
    group = [c.DeclareGroup(players=("P1", "P2"))] if rulebook.limits.company_clause else []
    day = after_zero(rulebook, data, *group)
    placing = commands(rulebook).filter(lambda each: not isinstance(each, c.DeclareGroup))
    for command in data.draw(st.lists(placing, min_size=5, max_size=16)):
        say(day, [command])
        within = [lying for lying in day.state.bets if not lying.excess]
        assert over(day.state, within, rulebook) == set()


def loose(state: State, rulebook: Rulebook) -> set[tuple[str, str]]:
    """Where a player has free bets, and with all of them less than the minimum."""
    assert state.limits is not None
    alone = replace(state, groups=())
    free = sums(alone, (lying for lying in state.bets if not lying.level), rulebook)
    return {(min(group), code) for (group, code), total in free.items() if total < state.limits.minimum}


@pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_nobody_comes_under_the_minimum_by_what_leaves_its_place(
    rulebook: Rulebook, data: st.DataObject
) -> None:
    day = after_zero(rulebook, data)
    announced = [chips(rulebook, [bet], c.PlaceBet) for bet in bets_of(rulebook)[6:]]
    small = st.builds(
        c.PlaceBet,
        player=st.sampled_from(("P1", "P2")),
        on_behalf_of=st.just("P1"),
        bet=st.sampled_from(("plein:17", "cheval:13-16", "rouge")),
        amount=st.sampled_from((50, rulebook.default_limits.minimum)),
    )
    for _ in range(data.draw(st.integers(4, 12))):
        leaving: list[c.Command] = [c.WithdrawBet(ref=lying.ref) for lying in day.state.bets]
        leaving += [
            c.ChoosePrison(ref=pending.stake.ref, choice=choice)
            for pending in day.state.choices
            for choice in ("partage", "move:noir", "stay")
        ]
        taken = [st.sampled_from(leaving)] * 3
        before = loose(day.state, rulebook)
        say(day, [data.draw(st.one_of(small, *announced, *(taken if leaving else [])))])
        assert loose(day.state, rulebook) <= before
