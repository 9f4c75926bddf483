"""The hand and the cloth as forms: player, chip value, place, layout and third party.

Amounts are typed in major units and chips mean one chip: an announced bet's total is computed here, so that a person
touches Tiers with a chip of 5 and need not know that it takes six of them.
"""

from typing import TypedDict

from casino.floor.forms.table import PlayerField, TableForm
from casino.kit.cloth.distance import DISTANCES, kinds_by_distance
from casino.kit.forms.command_form import (
    AmountField,
    ChoiceField,
    TextField,
    TickField,
    WholeFormField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, amount, ticked
from casino.kit.seats import colour_of_chips
from casino.kit.sentences.words import WORDS
from tables.play import commands as c
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet

REPEATED = "repeated-"
"""Beginning of the tick for a person who repeated aloud; the person follows."""
MEMBER = "member-"
"""Prefix of the tick of a player in a group, followed by the player."""


class RepeatedField(WholeFormField):
    """Roles of the people who repeated an announced bet aloud."""

    def __init__(self) -> None:
        super().__init__(lambda form: tuple(by for by in WORDS["repeater"] if ticked(form, REPEATED + by)))


class LaidChips(TypedDict):
    """Fields of both a placed bet and one that is found on the cloth."""

    player: str
    bet: str
    amount: int
    distance: int | None
    layout: int
    chip: int | None
    colour: str | None
    face_value: bool
    on_behalf_of: str | None


class ChipsForm(TableForm):
    """Chips of somebody at a place of the cloth."""

    player = PlayerField(missing="player-not-entered")
    bet = TextField(missing="bet-not-entered")

    def chip(self, *players: str) -> int:
        """Return the value of one chip in minor units, or the entered sum.

        A chip of a colour has the value registered for the first of `players` with a colour. Raises Unclear.
        """
        if self.data.get("other", "").strip():
            return amount(self.data, "other", self.rulebook.currency)
        own = next((each for each in map(self.state.colours.of_player, players) if each), None)
        return (
            own.value
            if own and not ticked(self.data, "face_value")
            else amount(self.data, "chip", self.rulebook.currency)
        )

    def total(self, chip: int) -> int:
        """The bet's amount: one chip, or as many as an announced bet takes. Raises BetRefused."""
        bet = parse_bet(self.cleaned_data["bet"], self.rulebook, wheel=self.state.wheel)
        return chip * bet.pieces if isinstance(bet, AnnouncedBet) else chip


class FindExcessForm(ChipsForm):
    """Chips found on the cloth over the maximum."""

    layout = WholeNumberField("layout", otherwise=1)
    on_behalf_of = PlayerField()
    face_value = TickField()
    distance = ChoiceField(map(str, DISTANCES))

    def laid_chips(self) -> LaidChips:
        """Return the chips of the bet. Raises Unclear, or BetRefused."""
        entered, state = self.cleaned_data, self.state
        player, for_whom = entered["player"], entered["on_behalf_of"]
        chip = self.chip(player, for_whom)
        total = self.total(chip)
        face_value = state.face_value_only or entered["face_value"]
        # Only some kinds of bet have a distance on the cloth.
        by_distance = entered["distance"] and (
            parse_bet(entered["bet"], self.rulebook).kind in kinds_by_distance(self.rulebook)
        )
        return LaidChips(
            player=player,
            bet=entered["bet"],
            amount=total,
            distance=int(entered["distance"]) if by_distance else None,
            layout=entered["layout"],
            # A typed amount is a sum; nobody knows its chips.
            chip=None if self.data.get("other", "").strip() else chip,
            # A table with registered colours knows the owner of each colour.
            colour=None if face_value or state.colours.registered else colour_of_chips(player),
            face_value=face_value,
            on_behalf_of=for_whom or None,
        )

    def command(self) -> c.Command:
        return c.FindExcess(**self.laid_chips())


class PlaceBetForm(FindExcessForm):
    """A chip put down."""

    repeated = RepeatedField()
    called = TickField()

    def command(self) -> c.PlaceBet:
        entered = self.cleaned_data
        return c.PlaceBet(**self.laid_chips(), repeated=entered["repeated"], called=entered["called"])


class AcceptLateBetForm(PlaceBetForm):
    """A chip put down after its time; a person who may accept it signs."""

    def command(self) -> c.AcceptLateBet:  # type: ignore[override]
        return c.AcceptLateBet(bet=super().command())


class SeeLateBetForm(ChipsForm):
    """Chips that came too late, at any place; recorded, or turned down."""

    makes = c.SeeLateBet

    def command(self) -> c.Command:
        entered = self.cleaned_data
        command: c.Command = type(self).makes(amount=self.total(self.chip(entered["player"])), **entered)
        return command


class MoveBetForm(TableForm):
    """A bet to be moved to another place."""

    ref = TextField(missing="moved-bet-not-entered")
    bet = TextField(missing="new-place-not-entered")
    distance = ChoiceField(map(str, DISTANCES))
    repeated = RepeatedField()

    def command(self) -> c.MoveBet:
        distance = self.cleaned_data.pop("distance")
        return c.MoveBet(**self.cleaned_data, distance=int(distance) if distance else None)


def _members(form: Form) -> tuple[str, ...]:
    named = (name.removeprefix(MEMBER) for name in form if name.startswith(MEMBER) and ticked(form, name))
    joins = form.get("joins", "")
    return (*named, *([joins] if joins else ()))


class DeclareGroupForm(TableForm):
    makes = c.DeclareGroup
    players = WholeFormField(_members)

    def command(self) -> c.DeclareGroup:
        offered = PlayerField()
        offered.state = self.state
        return c.DeclareGroup(players=tuple(map(offered.read, self.cleaned_data["players"])))


REASONS = tuple(WORDS["announcement_refusal"])


FORMS: dict[str, type[TableForm]] = {
    "place-bet": PlaceBetForm,
    "excess-bet": FindExcessForm,
    "late-bet": SeeLateBetForm,
    "accept-late-bet": AcceptLateBetForm,
    "refuse-late-bet": SeeLateBetForm.of(c.RefuseLateBet, reason=TextField()),
    "refuse-announcement": TableForm.of(
        c.RefuseAnnouncement,
        player=PlayerField(missing="player-not-entered"),
        announcement=TextField(missing="announcement-not-entered"),
        amount=AmountField(otherwise=0),
        reason=ChoiceField(REASONS, missing="announcement-refusal-not-entered"),
        words=TextField(),
    ),
    "move-bet": MoveBetForm,
    "withdraw-bet": TableForm.of(c.WithdrawBet, ref=TextField()),
    "lift-stakes": TableForm.of(c.LiftStakes, player=PlayerField(), laid_too=TickField()),
    "repeat-bets": TableForm.of(c.RepeatBets, player=PlayerField(), repeated=RepeatedField()),
    "double-bets": TableForm.of(c.DoubleBets, player=PlayerField(), repeated=RepeatedField()),
    "replay-bet": TableForm.of(c.ReplayBet, ref=TextField(), replay=TextField()),
    "choose-prison": TableForm.of(c.ChoosePrison, ref=TextField(), choice=TextField()),
    "declare-company": DeclareGroupForm,
    "end-company": TableForm.of(c.EndGroup, players=WholeFormField(_members)),
}
