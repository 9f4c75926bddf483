"""Reader of the lines of a payout sheet: each in words, with its chips, announcements and replays."""

from collections.abc import Mapping
from typing import Any

import msgspec

from settlement.models import GamingDay, PayoutSheet
from settlement.replay_offers import ReplayOffers
from settlement.settled_coup import rules_of, stakes_of
from settlement.sheet_lines import PlacedLine, ReplayWay, SheetLine, Unclaimed
from tables.play.betting.staying import chips_that_stay
from tables.refusal import LineNote, Refusal
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.payment_words import announce_payment
from tables.roulette.payout.lines import Line
from tables.roulette.payout.opened_stacks import Place, opened_stacks
from tables.roulette.payout.piles import Pile, piles, turns
from tables.roulette.payout.placed_after import pay_to_place
from tables.roulette.payout.stacks import PaidChips, in_stacks
from tables.roulette.rounding import halved
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import as_data


def read_lines(row: PayoutSheet, day: GamingDay) -> list[SheetLine]:
    """Return all lines of a sheet, in the order of placing.

    One that sums several bets is at the place of the first, and is paid when the first of them is.
    """
    stakes = stakes_of(row)
    lines = msgspec.convert(row.lines, tuple[Line, ...])
    rulebook = rules_of(day)
    reader = _LineReader(row, day, opened_stacks(rulebook, stakes, lines, wheel=day.wheel))
    found = piles(stakes, lines, {ref: noted["held"] for ref, noted in row.unclaimed.items()})
    paid = turns(found, row.order)
    bets = {stake.ref: parse_bet(stake.bet, rulebook, wheel=day.wheel) for stake in stakes}
    return [reader.read(pile, bets[pile.line.ref], paid.get(pile.line.ref)) for pile in found]


class _LineReader:
    def __init__(self, row: PayoutSheet, day: GamingDay, opened: Mapping[Place, int]) -> None:
        self.row = row
        self.day = day
        self.rulebook = rules_of(day)
        self.opened = opened
        self.offers = ReplayOffers(row, day)

    def read(self, pile: Pile, bet: Bet | AnnouncedBet, turn: int | None) -> SheetLine:
        stake, line = pile.stake, pile.line
        replay, unclaimed = self._replayed(line.ref), self._unclaimed(line.ref)
        paid_out, stays = (0, 0) if unclaimed else (line.prize, self._stays(pile))
        if replay and not replay.notes:
            paid_out, stays = replay.paid_out, 0
        return SheetLine(
            **self._common(stake, line),
            turn=turn,
            refs=tuple(part.ref for part in pile.parts),
            in_play=sum(
                halved(part.held, part.level, self.rulebook.rounding) for part in pile.parts if part.level
            ),
            chips=tuple(SheetLine(**self._common(stake, chip), turn=None) for chip in line.chips),
            stacks=self._in_stacks(stake, line),
            announced=self._announced(stake, line),
            **self._placed(bet, line),
            replay=replay,
            may_replay=() if replay or unclaimed else self._may_replay(stake, bet),
            paid_out=paid_out,
            unclaimed=unclaimed,
            stays=stays,
            **self._handed_over(line),
        )

    def _handed_over(self, line: Line) -> dict[str, Any]:
        """Return the handing-over of the prize; for an announced bet that of its first winning combination."""
        rule = self.rulebook.payment.handing_over
        if rule is None or not line.prize:
            return {}
        won = next(chip for chip in line.chips or (line,) if chip.prize)
        kind = parse_bet(won.bet, self.rulebook, wheel=self.day.wheel).kind
        return {
            "handed_over": "at_stake" if kind in rule.at_stake else "with_rake",
            "handed_over_reference": self.rulebook.clauses[rule.clause],
        }

    def _common(self, stake: Stake, line: Line) -> dict[str, Any]:
        """Return the fields that a line shares with the lines of an announced bet's chips."""
        bet = parse_bet(line.bet, self.rulebook, wheel=self.day.wheel)
        place = Place(stake.layout, line.player, line.bet)
        return {
            "ref": line.ref,
            "player": line.player,
            "bet": line.bet,
            "name": describe_bet(self.rulebook, bet),
            "stake": line.stake,
            "outcome": line.outcome,
            "prize": line.prize,
            "returned": line.returned,
            "held": line.held,
            "level": line.level,
            "clause": line.clause,
            "reference": self.rulebook.clauses[line.clause],
            "notes": line.notes,
            "excess": line.excess,
            "layout": stake.layout,
            "chip": stake.chip,
            "colour": stake.colour,
            "on_behalf_of": stake.on_behalf_of,
            "opens": self.opened.get(place) if line.outcome == "won" else None,
        }

    def _in_stacks(self, stake: Stake, line: Line) -> PaidChips | None:
        if not line.prize:
            return None
        return in_stacks(
            self.rulebook.payment, line.prize, stake.chip, face_value_only=self.day.face_value_only
        )

    def _announced(self, stake: Stake, line: Line) -> tuple[str, ...]:
        """The announcement of each combination that won, with the value that its prize is paid on: of a stake over the
        maximum that is what the maximum left room for."""
        sentences = (
            announce_payment(
                self.rulebook,
                parse_bet(paid.bet, self.rulebook, wheel=self.day.wheel),
                value=paid.stake - paid.excess,
                prize=paid.prize,
                colour=stake.colour,
            )
            for paid in line.chips or (line,)
            if paid.prize
        )
        return tuple(sentence for sentence in sentences if sentence)

    def _placed(self, bet: Bet | AnnouncedBet, line: Line) -> dict[str, Any]:
        after = pay_to_place(self.rulebook, bet, line)
        if after is None:
            return {}
        placed = tuple(
            PlacedLine(
                bet=each.bet.code,
                name=describe_bet(self.rulebook, each.bet),
                chips=each.chips,
                amount=each.amount,
            )
            for each in after.placed
        )
        return {
            "placed": placed,
            "annulled": after.annulled,
            "placed_reference": self.rulebook.clauses[after.clause],
        }

    def _replayed(self, ref: str) -> ReplayWay | None:
        replayed = self.row.replays.get(ref)
        if replayed is None:
            return None
        return _way(
            self.rulebook,
            replayed["replay"],
            stays=replayed["stays"],
            restaked=replayed["restaked"],
            paid_out=replayed["paid_out"],
            notes=() if replayed["number"] == self.row.number else (_other_number(replayed["number"]),),
        )

    def _stays(self, pile: Pile) -> int:
        chips = (chips_that_stay(pile.stake, part, self.rulebook) for part in pile.parts)
        return sum(amount for stay in chips for _, amount in stay)

    def _unclaimed(self, ref: str) -> Unclaimed | None:
        noted = self.row.unclaimed.get(ref)
        if noted is None:
            return None
        return Unclaimed(
            held=noted["held"],
            standing=noted["standing"],
            reference=self.rulebook.clauses[noted["clause"]],
            until_coup=noted.get("until_coup"),
        )

    def _may_replay(self, stake: Stake, bet: Bet | AnnouncedBet) -> tuple[ReplayWay, ...]:
        return tuple(
            _way(
                self.rulebook,
                way.kind,
                stays=way.stays,
                restaked=way.restaked,
                paid_out=way.paid_out,
                notes=way.notes,
                refused=refusal.refusal if refusal else None,
                refused_reference=self.rulebook.clauses[refusal.clause]
                if refusal and refusal.clause
                else None,
            )
            for way, refusal in self.offers.of(stake, bet)
        )


def _other_number(number: int) -> LineNote:
    return LineNote(code="replay-of-other-number", parameters={"number": as_data(number)})


def _way(
    rulebook: Rulebook,
    kind: str,
    *,
    stays: int,
    restaked: int,
    paid_out: int,
    notes: tuple[LineNote, ...] = (),
    refused: Refusal | None = None,
    refused_reference: str | None = None,
) -> ReplayWay:
    rule = rulebook.replays[kind]
    names = rule.names.get(rulebook.language)
    return ReplayWay(
        kind=kind,
        label=names[0] if names else kind,
        reference=rulebook.clauses[rule.clause],
        stays=stays,
        restaked=restaked,
        paid_out=paid_out,
        notes=notes,
        refused=refused,
        refused_reference=refused_reference,
    )
