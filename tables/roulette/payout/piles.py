"""The chips of a player on one position are settled as one: a sheet shows one line, however often the player added
chips.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tables.roulette.payout.lines import Line, notes_once
from tables.roulette.stake import Stake


class Pile(msgspec.Struct, frozen=True, kw_only=True):
    """Bets shown as one line, in the order of placing: `parts` are their own lines, `stake` and `line` the sums.

    The line's ref, and other values without a sum, are those of the first; the chip's value is known where all are
    alike.
    """

    stake: Stake
    line: Line
    parts: tuple[Line, ...]


def piles(stakes: Sequence[Stake], lines: Sequence[Line], held: Mapping[str, str]) -> list[Pile]:
    """Return the piles of a coup, in the order in which the first bet of each was placed.

    `stakes` and `lines` go together. `held` gives the name of unclaimed wins in safekeeping, by bet. Plain bets form
    one pile if they have the same player, spot, layout, colour, owner and outcome. Announced bets, excess over the
    maximum and losing bets are lines of their own. Unclaimed wins are apart from the wins to be paid.
    """
    together: dict[tuple[object, ...], list[tuple[Stake, Line]]] = {}
    for stake, line in zip(stakes, lines, strict=True):
        alone = line.chips or stake.excess or line.outcome == "lost"
        spot = (line.ref,) if alone else (*spot_of(stake), line.outcome, line.level, held.get(line.ref))
        together.setdefault(spot, []).append((stake, line))
    return [_pile(members) for members in together.values()]


def turns(found: Sequence[Pile], order: Sequence[str]) -> dict[str, int]:
    """Return the turn in which each pile is paid, from 1, by the ref of its line.

    `order` is the payment order of the coup, empty if nothing is paid by hand.
    """
    first = {part.ref: pile.line.ref for pile in found for part in pile.parts}
    return {ref: turn for turn, ref in enumerate(dict.fromkeys(first[ref] for ref in order), start=1)}


def spot_of(stake: Stake) -> tuple[object, ...]:
    """Return the key of a pile of plain bets: player, spot, layout, colour and owner."""
    return stake.layout, stake.player, stake.on_behalf_of, stake.colour, stake.bet, stake.distance


def _pile(members: Sequence[tuple[Stake, Line]]) -> Pile:
    stake, line = members[0]
    parts = tuple(part for _, part in members)
    if len(parts) == 1:
        return Pile(stake=stake, line=line, parts=parts)
    chips = {laid.chip for laid, _ in members}
    return Pile(
        stake=replace(
            stake,
            amount=sum(laid.amount for laid, _ in members),
            chip=stake.chip if len(chips) == 1 else None,
        ),
        line=replace(
            line,
            stake=sum(part.stake for part in parts),
            prize=sum(part.prize for part in parts),
            returned=sum(part.returned for part in parts),
            held=sum(part.held for part in parts),
            notes=notes_once(parts),
        ),
        parts=parts,
    )
