"""How many chips of a colour are out: with its player and on the cloth, not in the bank.

Out are the chips bought, and those that the bank paid on wins, less those that it raked in. What a number does is
worked out from the stakes as they lay and the number that stands, so it follows every correction of the last coup;
once the next number falls it is as it was then. The bank pays in chips of the player's colour as far as it has any
(pt-americana/31), and what is no whole chip in chips with a face value.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tables.play.bound_stakes import bound_after
from tables.play.references import number_in
from tables.play.state import BetOnCloth, State
from tables.play.state.colours import ColourInPlay
from tables.play.wins import payable_of
from tables.roulette.bets import Bet, parse_bet
from tables.roulette.prison import release, share_at
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.roulette.winning_chips import ALL_OF_IT, win_of


def chips_out(state: State, colour: ColourInPlay, rulebook: Rulebook) -> int:
    """The chips of a colour in play that are out, wherever they lie."""
    return max(0, min(_won_and_left(state, colour, rulebook), _there_are(state, colour)))


def chips_short(state: State, colour: ColourInPlay, rulebook: Rulebook) -> int:
    """The chips that its player won with the last number beyond all that the table has of the colour: they are paid in
    chips with a face value."""
    return max(0, _won_and_left(state, colour, rulebook) - _there_are(state, colour))


def chips_on_cloth(state: State, colour: ColourInPlay) -> int:
    """The chips of a colour that lie on the cloth for a number that is still to fall."""
    return _chips(_of(colour, state.bets))


def chips_in_hand(state: State, colour: ColourInPlay, rulebook: Rulebook) -> int:
    """The chips of a colour that its player has, beside those on the cloth."""
    return max(0, chips_out(state, colour, rulebook) - chips_on_cloth(state, colour))


def chips_in_bank(state: State, colour: str, rulebook: Rulebook) -> int:
    """The chips of a registered colour that the table has to sell and to pay with."""
    in_play = state.colours.of(colour)
    out = chips_out(state, in_play, rulebook) if in_play else 0
    return state.colours.registered.get(colour, 0) - out - state.colours.late.get(colour, 0)


def liability(state: State, rulebook: Rulebook) -> int:
    """What the bank owes for all chips that are out, in minor units: late ones are worth the minimum in force."""
    assert state.limits is not None, "the table is open"
    in_play = sum(chips_out(state, each, rulebook) * each.value for each in state.colours.in_play)
    return in_play + sum(state.colours.late.values()) * state.limits.minimum


def late_after_closing(state: State, rulebook: Rulebook) -> dict[str, int]:
    """The chips that are out late once the day ends: also those of the colours that are still in play."""
    late = Counter(state.colours.late)
    for each in state.colours.in_play:
        late[each.colour] += chips_out(state, each, rulebook)
    return {colour: count for colour, count in late.items() if count}


def _won_and_left(state: State, colour: ColourInPlay, rulebook: Rulebook) -> int:
    """What would be out if the table had chips without end."""
    settled = _of(colour, state.settled_bets)
    if not settled or state.number is None:
        return colour.chips
    return colour.chips + _paid(state, settled, state.number, rulebook) - _chips(settled)


def _there_are(state: State, colour: ColourInPlay) -> int:
    """The chips of the colour that can be out, those that are out late left aside."""
    return state.colours.registered.get(colour.colour, 0) - state.colours.late.get(colour.colour, 0)


def _of(colour: ColourInPlay, bets: Iterable[BetOnCloth]) -> list[BetOnCloth]:
    return [
        bet
        for bet in bets
        if bet.colour == colour.colour and bet.chip and number_in(bet.ref) > colour.bets_before
    ]


def _chips(bets: Iterable[BetOnCloth]) -> int:
    return sum(bet.amount // bet.chip for bet in bets if bet.chip)


def _paid(state: State, settled: Iterable[BetOnCloth], number: int, rulebook: Rulebook) -> int:
    """The chips that are their player's after the number: winning chips and prizes, halves at zero, and what lies in
    prison or was divided there.

    Halves are whole chips as far as those on one position of one layout make such together.
    """
    settled = list(settled)
    payable = payable_of(state, rulebook)
    lying = {bet.ref for bet in state.bets if bet.level}
    bound = {
        bet.ref: bet.amount if bet.ref in lying else share_at(bet.amount, bet.level)
        for bet in bound_after(rulebook, settled, number)
    }
    back: Counter[tuple[int, str, int]] = Counter()
    for bet in settled:
        if bet.chip:
            amount = bound.get(bet.ref)
            if amount is None:
                amount = _back(bet, number, state.wheel, rulebook, payable.get(bet.ref, ALL_OF_IT))
            back[bet.layout, bet.bet, bet.chip] += amount
    return sum(amount // chip for (_, _, chip), amount in back.items())


def _back(bet: BetOnCloth, number: int, wheel: str, rulebook: Rulebook, payable: Mapping[str, int]) -> int:
    """What of a bet that the number does not bind goes to its player, in minor units."""
    if bet.level:
        return _let_out(bet, number, rulebook)
    halved = number == 0 and rulebook.zero.even == "half"
    if halved and parse_bet(bet.bet, rulebook, wheel=wheel).kind in EVEN_CHANCES:
        return -(-bet.amount // 2)
    win = win_of(rulebook, bet.bet, bet.amount, number, wheel=wheel, payable=payable)
    return win.stake + win.prize if win else 0


def _let_out(bet: BetOnCloth, number: int, rulebook: Rulebook) -> int:
    """What goes to its player of a stake that lay in prison, in minor units: all of one that is freed, its share of one
    that is divided, and nothing of a lost one."""
    prison = rulebook.zero.prison
    assert prison is not None, "it lies in prison"
    position = parse_bet(bet.bet, rulebook)
    assert isinstance(position, Bet), "an announced bet is no even chance"
    won = None if number == 0 else number in position.numbers
    verdict = release(prison, bet.level, won)
    if verdict.outcome == "divided":
        return share_at(bet.amount, verdict.level)
    return bet.amount if verdict.outcome == "freed" else 0
