"""A day of a table summed straight over its raw events, as they lie in the record: types and JSON, and own arithmetic.

It knows nothing of sheets, entries and rows, nor of the classes by which they are made of events. The cloth goes by the
plain rule: a chip on so many numbers wins 36 divided by them, less itself, else it is lost; at zero as the house says.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from settlement.figures.figures import Figure, counted, estimated
from tables.roulette.bets import AnnouncedBet, expand, parse_bet
from tables.roulette.rulebook import Rulebook
from tables.stream import read_stream

Data = Mapping[str, Any]
EVEN = ("rouge", "noir", "pair", "impair", "manque", "passe")


class Lying(NamedTuple):
    """A bet on the cloth: what it is on, minor units, and of which colour its chips are, each worth `chip`."""

    bet: str
    amount: int
    colour: str | None
    chip: int | None
    layout: int

    @property
    def of_a_colour(self) -> bool:
        return self.colour is not None


class RawDay:
    """The sums of one day, in minor units, once every event of the day was taken: of the table, its slips and boxes."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.tips: dict[str, int] = {}
        self.held: dict[str, int] = {}
        self.boxes: dict[str, int] = {}
        self.notes: dict[int, int] = {}
        self.slips: list[str] = []
        self.gone: list[str] = []

    def take(self, stream: str, type_: str, data: Data) -> None:
        """Adds what an event of this stream says."""
        if type_ in ("win_unclaimed", "held_set_aside", "held_claimed", "held_paid_in", "held_ended"):
            self._take_held(type_, data["held"])
        elif stream.startswith("table/"):
            self._take_cash(type_, data)
            self._take_chips(type_, data)
        elif type_ == "slip_received":
            self.sums[f"{data['kind']} received"] += worth(data["pieces"])
        elif type_ == "box_counted":
            self.boxes[stream] = worth(data["pieces"])

    def _take_cash(self, type_: str, data: Data) -> None:
        match type_:
            case "cash_taken":
                self.sums["cash"] += worth(data["pieces"])
            case "change_asked" if data["handed"] == "notes":
                self.notes[data["number"]] = worth(data["given"])
            case "change_finished":
                self.sums["cash"] += self.notes.pop(data["number"], 0)
            case "bought_in":
                self.sums["cash"] += data["amount"]
            case "seat_left" | "unclaimed_collected":
                self.sums["cash"] -= data["amount"]
            case "box_removed":
                again = f"/{data['use']}" if data["use"] > 1 else ""
                self.gone.append(f"{data['serial']}{again}")
            case "tips_counted":
                self.tips[data["shift"]] = data["total"]

    def _take_chips(self, type_: str, data: Data) -> None:
        match type_:
            case "float_counted":
                self.sums[data["moment"]] = worth(data["pieces"])
            case "fill_requested" | "credit_requested":
                self.slips.append(data["slip"])
            case "fill_received":
                self.sums["fills"] += worth(data["pieces"])
            case "credit_handed_over":
                self.sums["credits"] += worth(data["pieces"])
            case "colour_assigned" | "colour_chips_bought":
                self.sums["colours bought"] += data["value"] * data["count"]
            case "colour_redeemed" | "late_chips_redeemed":
                self.sums["colours redeemed"] += data["value"] * data["count"]
            case "chips_advanced":
                self.sums["advanced"] += data["amount"]
            case "advance_repaid":
                self.sums["advanced"] -= data["amount"]
            case "dispute_decided":
                self.sums["decided"] += data["amount"]

    def _take_held(self, type_: str, held: Data) -> None:
        """What waits beside the cloth for its coups is not held yet."""
        if held.get("until_coup") is None and type_ == "held_set_aside":
            self.held[held["ref"]] = held["stake"] + held["prize"]
            self.sums["set aside"] += held["stake"] + held["prize"]
        elif type_ in ("held_claimed", "held_paid_in", "held_ended"):
            ended = self.held.pop(held["ref"], 0)
            self.sums["paid in"] += ended if type_ != "held_claimed" else 0

    @property
    def drop(self) -> int:
        """What was found in the boxes; where the table has none, what came less what went back."""
        return sum(self.boxes.values()) if self.gone else self.sums["cash"]

    def moved_in_the_float(self, cloth: "RawCloth") -> int:
        """What bets in chips of face value, cash, colours, slips, disputes, advances and held items did there."""
        sums = self.sums
        return (
            cloth.brought(of_a_colour=False)
            - sums["cash"]
            + sums["colours bought"]
            - sums["colours redeemed"]
            + sums["fills"]
            - sums["credits"]
            - sums["decided"]
            - sums["advanced"]
            + sums["paid in"]
            - cloth.paid_beside_colours()
        )

    def as_far_as_counted(self, amount: int) -> Figure:
        """A sum with the drop in it: counted where boxes were, else an estimate of the cash that was told."""
        return counted(amount) if self.gone else estimated(amount, "cash taken")

    def win(self, colours_out: int) -> int:
        """What stayed: what came for chips and what more there is of them, but for those that are owed for."""
        kept = self.sums["closing"] - self.sums["opening"]
        return self.drop + kept + self.sums["credits"] - self.sums["fills"] - colours_out


class RawCloth:
    """The bets of a table, coup by coup."""

    def __init__(self, rulebook: Rulebook, wheel: str) -> None:
        self.rulebook, self.wheel = rulebook, wheel
        self.lying: dict[str, Lying] = {}
        self.coups: dict[int, dict[str, Lying]] = {}
        self.numbers: dict[int, int] = {}
        self.registered: Mapping[str, int] = {}
        self.course: list[tuple[str, Any, int]] = []

    def take(self, type_: str, data: Data) -> None:
        """Lays bets, takes them up, and lets numbers fall."""
        match type_:
            case "table_opened":
                self.registered = data.get("chip_colours", {})
            case "colour_assigned" | "colour_chips_bought" | "colour_redeemed":
                self.course.append((type_, data["colour"], data["count"]))
            case "bet_placed":
                self.lying[data["ref"]] = Lying(
                    data["bet"], data["amount"], data.get("colour"), data.get("chip"), data.get("layout", 1)
                )
            case "bet_withdrawn":
                self.lying.pop(data["ref"], None)
            case "stakes_returned":
                self.lying = {}
            case "held_set_aside":
                for ref in data["held"]["bets"]:
                    self.lying.pop(ref, None)
            case "number_fell":
                self.coups[data["coup"]] = self.lying
                self.lying = dict(self._lies_on(data["number"]))
                self.numbers[data["coup"]] = data["number"]
                self.course.append((type_, data["coup"], 0))
            case "discrepancy_resolved":
                self.numbers[data["coup"]] = data["number"]
            case "bets_reconstituted":
                for each in data["bets"]:
                    coup = self.coups[data["coup"]]
                    coup[each["ref"]] = coup[each["ref"]]._replace(bet=each["after"])

    def _lies_on(self, number: int) -> Iterator[tuple[str, Lying]]:
        """What has won and lies on, where the house says so; chips of announced bets are laid anew by events."""
        if self.rulebook.payment.lies_on is None:
            return
        for ref, lying in self.lying.items():
            bet = parse_bet(lying.bet, self.rulebook, wheel=self.wheel)
            if not isinstance(bet, AnnouncedBet) and number in bet.numbers:
                yield ref, lying

    def turnover(self) -> int:
        """All that was staked."""
        return sum(bet.amount for coup in self.coups.values() for bet in coup.values())

    def brought(self, *, of_a_colour: bool | None = None) -> int:
        """What all bets brought the house; or those in chips of colours alone, or the others."""
        return sum(
            self._chip(kind, numbers, amount, self.numbers[coup])
            for coup, bets in self.coups.items()
            for bet in bets.values()
            if of_a_colour is None or bet.of_a_colour is of_a_colour
            for kind, numbers, amount in self._chips(bet)
        )

    def in_theory(self) -> tuple[Fraction, Fraction]:
        """The mean and the variance of what all bets bring, coup by coup over the 37 numbers."""
        mean = variance = Fraction(0)
        for bets in self.coups.values():
            chips = [each for bet in bets.values() for each in self._chips(bet)]
            brought = [sum(self._chip(*each, number) for each in chips) for number in range(37)]
            mean += (of_coup := Fraction(sum(brought), 37))
            variance += sum(((each - of_coup) * (each - of_coup) for each in brought), Fraction(0)) / 37
        return mean, variance

    def paid_beside_colours(self) -> int:
        """What was won in chips of colours of which the table had no more, or that is no whole chip."""
        out: Counter[str] = Counter()
        beside = 0
        for what, which, count in self.course:
            if what == "colour_redeemed":
                out[which] = 0
            elif what != "number_fell":
                out[which] += count
            else:
                for colour in {bet.colour for bet in self.coups[which].values() if bet.colour}:
                    won, chips, worth_of_one = self._won_in(colour, which)
                    after = min(out[colour] + chips, self.registered[colour])
                    beside += won - (after - out[colour]) * worth_of_one
                    out[colour] = after
        return beside

    def _won_in(self, colour: str, coup: int) -> tuple[int, int, int]:
        """What the players of a colour won in a coup, in minor units and in whole chips, and what one is worth."""
        won, chips, worth_of_one = 0, 0, 1
        back: Counter[tuple[int, str]] = Counter()
        for bet in self.coups[coup].values():
            if bet.colour == colour and bet.chip:
                lost = sum(self._chip(*each, self.numbers[coup]) for each in self._chips(bet))
                won, worth_of_one = won - lost, bet.chip
                chips -= bet.amount // bet.chip
                back[bet.layout, bet.bet] += bet.amount - lost
        return won, chips + sum(amount // worth_of_one for amount in back.values()), worth_of_one

    def _chips(self, lying: Lying) -> Iterator[tuple[str, frozenset[int], int]]:
        bet = parse_bet(lying.bet, self.rulebook, wheel=self.wheel)
        if isinstance(bet, AnnouncedBet):
            yield from (
                (each.kind, frozenset(each.numbers), chip) for each, chip in expand(bet, lying.amount)
            )
        else:
            yield bet.kind, frozenset(bet.numbers), lying.amount

    def _chip(self, kind: str, numbers: frozenset[int], amount: int, fell: int) -> int:
        if fell in numbers:
            return -amount * (36 // len(numbers) - 1)
        if fell == 0 and kind in EVEN and self.rulebook.zero.even == "half":
            return floor(Fraction(amount, 2))
        return amount


def worth(pieces: Mapping[str, int]) -> int:
    """Pieces by value, as JSON has them."""
    return sum(int(value) * count for value, count in pieces.items())


def read_raw(casino_id: int, table: str, day: str, takers: Iterable[RawCloth] = ()) -> RawDay:
    """The day of a table with its slips and its boxes, of all their events."""
    raw = RawDay()
    for recorded in read_stream(casino_id, f"table/{table}/{day}"):
        raw.take(recorded.stream_id, recorded.type, recorded.data)
        for each in takers:
            each.take(recorded.type, recorded.data)
    for stream in (
        *(f"slip/{number}" for number in raw.slips),
        *(f"box/{table}/{day}/{box}" for box in raw.gone),
    ):
        for recorded in read_stream(casino_id, stream):
            raw.take(stream, recorded.type, recorded.data)
    return raw
