"""The rules of layouts and of chips of colours. Every rule names the clause that it comes from."""

from __future__ import annotations

from typing import Literal

from tables.roulette.rule import Positive, Rule


class LayoutsRule(Rule, frozen=True, kw_only=True):
    """A wheel may serve this many layouts at once (pt-francesa/1); without the rule it serves one."""

    at_most: Positive
    """The number of layouts that one wheel serves, two at most."""
    clause: str


class ColoursRule(Rule, frozen=True, kw_only=True):
    """A player's own colour: worth the table's minimum or a whole multiple, up to the maximum of a kind of bet."""

    value_up_to: str
    """The kind of bet whose maximum a chip of a colour may be worth at most."""
    clause: str
    symbol_clause: str
    """A colour's chips bear their table's symbol and are played there only."""
    players_clause: str
    """A table has as many players as colours."""
    register_clause: str
    """A colour is free, and its value registered, before its player bets with it."""
    in_play_clause: str
    """A player is in play until all chips of the colour are exchanged."""
    exchange_clause: str
    """A colour's value is fixed at its purchase; the player checks the money received at the end."""
    late: Literal["minimum"] | None = None
    """The value of a chip that comes later: the table's minimum; nothing if left out."""
    late_clause: str | None = None
    boxes_clause: str | None = None
    """The table's chips of each colour are in a box on the wheel's rim: the display shows the boxes, and they are
    counted with the float."""

    @property
    def clause_on_late(self) -> str:
        """The clause that is cited for late chips: the clause of the exchange if the rulebook has no rule for them."""
        return self.late_clause or self.exchange_clause

    def late_worth(self, minimum: int) -> int:
        """Return the value of a late chip at a table with this minimum; both in minor units."""
        return minimum if self.late == "minimum" else 0


class ColourChipsRule(Rule, frozen=True, kw_only=True):
    """Chips without face value, in colours. At such a table chips with a face value go on the kinds `face_value_on`
    only, unless the casino plays the table with face-value chips exclusively (pt-americana/15).
    """

    face_value_on: tuple[str, ...]
    """The kinds of bet that accept chips with a face value."""
    clause: str
    colours: ColoursRule | None = None
    """Each player has a colour."""
