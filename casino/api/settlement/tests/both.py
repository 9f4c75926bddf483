"""One cloth, twice: a table's day, and the request of `settle` that says the same."""

from typing import Any

import msgspec

from casino.api.settlement.settle import settle_request
from casino.web.problem import Problem
from tables.play import commands as c
from tables.play.payment.settled import settled_on
from tables.refusal import Refused
from tables.roulette.payout.engine import settle_coup
from tables.roulette.rulebook import Rulebook
from testkit.play import DayInHand

PLAYERS = ("P1", "P2", "P3")


class Both:
    """One cloth, twice: a table's day, and the request of `settle` that says the same."""

    def __init__(self, rulebook: Rulebook, groups: tuple[tuple[str, ...], ...] = ()) -> None:
        self.rulebook = rulebook
        self.day = DayInHand(rulebook)
        self.day.seat(*PLAYERS, balance=10**12)
        for players in groups:
            self.day.do(c.DeclareGroup(players=players))
        sign = rulebook.default_limits
        self.request: dict[str, Any] = {
            "bets": [],
            "results": [],
            "choices": [],
            "minimum": sign.minimum,
            "maximums": dict(sign.maximums),
            "companies": [list(players) for players in groups],
        }

    def asked_of_settle(self, **more: Any) -> dict[str, Any] | Problem:
        try:
            return settle_request(self.request | more, self.rulebook)
        except Problem as problem:
            return problem

    def asked_of_table(self, command: c.Command) -> Refused | None:
        try:
            self.day.do(command)
        except Refused as refused:
            return refused
        return None

    def lay(self, laid: c.PlaceBet | c.FindExcess) -> None:
        """Ask both for a bet."""
        ref = f"b{self.day.state.bets_numbered + 1}"
        bet = {
            "ref": ref,
            "player": laid.player,
            "bet": laid.bet,
            "amount": laid.amount,
            "layout": laid.layout,
            "excess": isinstance(laid, c.FindExcess),
            **({"on_behalf_of": laid.on_behalf_of} if laid.on_behalf_of else {}),
            **({} if laid.distance is None else {"distance": laid.distance}),
            **({} if laid.chip is None else {"chip": laid.chip}),
            **self.spoken(laid),
        }
        bets = [*self.request["bets"], bet]
        answer, refused = self.asked_of_settle(bets=bets), self.asked_of_table(laid)
        if refused is None:
            assert isinstance(answer, dict), answer
            self.request["bets"] = bets
            return
        assert isinstance(answer, Problem), f"the table refuses it: {refused}"
        assert answer.refusal == refused.refusal

    def spoken(self, laid: c.PlaceBet | c.FindExcess) -> dict[str, Any]:
        """Return how a bet was called out and repeated."""
        if not isinstance(laid, c.PlaceBet) or not laid.called:
            return {}
        return {"called": True, "repeated": list(laid.repeated)}

    def choose(self, ref: str, choice: str) -> None:
        """Ask both for a choice about a stake that the last zero found or put in prison."""
        choices = [
            *self.request["choices"],
            {"coup": len(self.request["results"]), "ref": ref, "choice": choice},
        ]
        answer = self.asked_of_settle(choices=choices)
        refused = self.asked_of_table(c.ChoosePrison(ref=ref, choice=choice))
        if refused is None:
            assert isinstance(answer, dict), answer
            self.request["choices"] = choices
            return
        assert isinstance(answer, Problem), f"the table refuses it: {refused}"
        assert answer.refusal == refused.refusal

    def fall(self, number: int) -> None:
        """Let both settle a number, and compare what they say of it."""
        self.day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
        self.request["results"].append(number)
        answer = self.asked_of_settle()
        assert isinstance(answer, dict), answer
        settled = answer["coups"][-1]
        coup = settled_on(self.day.state, number, self.rulebook)
        assert [_bare(line) for line in settled["lines"]] == [
            _bare(line) for line in msgspec.to_builtins(coup.lines)
        ]
        assert (settled["order"], settled["colour"]) == (list(coup.order), coup.colour)

    def go_on(self) -> None:
        """Pay the coup, take up the winning stakes, of which `settle` knows nothing, and open the next bets."""
        self.day.do(c.ConfirmPayments())
        for bet in reversed(self.day.state.bets):
            if bet.stays_of is not None:
                self.day.do(c.WithdrawBet(ref=bet.ref))
        self.day.do(c.AnnounceBetsOpen())
        self.check_prison()

    def check_prison(self) -> None:
        """Compare the stakes in prison by the lines that a zero would give them."""
        answer = self.asked_of_settle(results=[*self.request["results"], 0])
        assert isinstance(answer, dict), answer
        expected = settled_on_cloth(self.day, self.rulebook)
        assert [_bare(line) for line in answer["coups"][-1]["lines"]] == expected


def settled_on_cloth(day: DayInHand, rulebook: Rulebook) -> list[dict[str, Any]]:
    """The lines of the stakes that lie, if zero fell now."""
    coup = settle_coup(rulebook, day.state.bets, 0, limits=day.state.limits, groups=day.state.groups)
    return [_bare(line) for line in msgspec.to_builtins(coup.lines)]


def _bare(line: dict[str, Any]) -> dict[str, Any]:
    """A line without its notes, which the request's answer has as sentences."""
    bare = {key: value for key, value in line.items() if key not in ("note", "notes")}
    return bare | ({"chips": [_bare(chip) for chip in line["chips"]]} if line.get("chips") else {})
