"""Change made at the table: requested, served, paid out or given back, and later claims."""

from typing import Literal

from tables.play.event import Event

Handed = Literal["chips", "notes"]
"""The kinds of money that a player hands in for change."""


Pieces = dict[int, int]
"""The number of pieces of each value in minor units."""


class ChangeRequested(Event, frozen=True, kw_only=True, tag="change_asked"):
    """A player handed chips or notes in for change; they wait in order. Amounts in minor units.

    `wanted` is the change asked for, empty if the payer chooses.
    """

    number: int
    """The number of the change among the day's changes at this table, from 1."""
    receipt: str
    """Names the change in the whole casino: `RF1/2026-11-20/c7`."""
    player: str
    handed: Handed
    given: Pieces
    total: int
    wanted: Pieces
    series: str | None = None
    """The series of the chips, where it is known."""


class ChangeBegun(Event, frozen=True, kw_only=True, tag="change_begun"):
    """The amount handed in came to the lower step: its change is being made."""

    number: int
    receipt: str


class ChangeFinished(Event, frozen=True, kw_only=True, tag="change_finished"):
    """The change was paid out, as much as was handed in; the receipt is complete."""

    number: int
    receipt: str
    player: str
    paid_out: Pieces
    total: int


class ChangeGivenBack(Event, frozen=True, kw_only=True, tag="change_given_back"):
    """The amount handed in went back to the player unchanged."""

    number: int
    receipt: str
    player: str


class ChangeClaimed(Event, frozen=True, kw_only=True, tag="change_claimed"):
    """A player claims that a change was not right. `clause` is set if the claim is out of time by that clause."""

    claim: int
    """The number of the claim among the day's claims at this table, from 1."""
    receipt: str
    what: str
    in_time: bool
    clause: str | None = None


class ClaimAnswered(Event, frozen=True, kw_only=True, tag="claim_answered"):
    """The chief decided about a claim, in these words."""

    claim: int
    receipt: str
    upheld: bool
    answer: str


ChangeEvent = ChangeRequested | ChangeBegun | ChangeFinished | ChangeGivenBack | ChangeClaimed | ClaimAnswered
