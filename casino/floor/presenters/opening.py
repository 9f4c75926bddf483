"""A closed table's page: that it is closed, and the form that opens its next gaming day."""

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec
from django.utils.translation import gettext, ngettext

from casino.commands.signing import SignsBeside
from casino.floor.forms.day import staff_field
from casino.floor.presenters.answer import Answer
from casino.floor.presenters.prison import stakes_in_prison
from casino.floor.presenters.tile import closed_under_pressure
from casino.kit.clauses import cited
from casino.kit.money import count, in_a_field, money
from casino.kit.sentences.lists import with_or
from casino.kit.sentences.words import seat_label, word
from tables.handling.models import GamingTable
from tables.handling.next_day import registered_balls, rulebook_of_day, usual_choices
from tables.handling.registered_limits import registered_signs
from tables.play.events import Ball, Person
from tables.play.state import State
from tables.roulette.rulebook import Rulebook, StaffRule
from tables.roulette.wheel import written


class SeatToFill(msgspec.Struct, frozen=True, kw_only=True):
    """A position at the table, and the name in its field."""

    position: str
    label: str
    required: bool
    name: str
    layout: int = 1

    @property
    def field(self) -> str:
        return staff_field(self.layout, self.position)


class OpeningPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """Form that opens a table, filled in from its last day or, after a refusal, from the entered values.

    `carried` are the things that the last day hands on.
    """

    day: str
    balls: tuple[Ball, ...]
    ball: str
    seats: tuple[SeatToFill, ...]
    staff_clause: str
    spinner: str
    minimum: str
    limits_by: SignsBeside | None
    """Signers for a minimum that is not registered, if the rulebook names a role."""
    currency: str
    carried: tuple[str, ...]
    counts_float: bool
    forced: str
    """Emergency close of the last day in words; empty without one."""


def opening_presenter(
    table: GamingTable, last: State | None, day: date, answer: Answer | None
) -> OpeningPresenter | None:
    """The form for `day`, None if the table has played that day already."""
    if last is not None and last.day >= day.isoformat():
        return None
    rulebook = rulebook_of_day(table, day)
    rule = rulebook.staff
    usual = usual_choices(table, last, day)
    entered: Mapping[str, str] = answer.entered if answer else {}
    return OpeningPresenter(
        day=day.isoformat(),
        balls=registered_balls(table),
        ball=entered.get("ball", usual.ball),
        seats=tuple(_seats(rule, 1, usual.staff, entered))
        + (tuple(_seats(rule, 2, usual.second_staff, entered)) if table.double else ()),
        staff_clause=cited(rulebook, rule.clause),
        spinner=entered.get("spinner", usual.spinner),
        minimum=entered.get("minimum", in_a_field(usual.minimum, rulebook.currency)),
        limits_by=_decides_on_limits(rulebook, table),
        currency=rulebook.currency,
        carried=_carried(last),
        forced=closed_under_pressure(last),
        counts_float="counts_float" in entered if entered else usual.counts_float,
    )


def _seats(
    rule: StaffRule, layout: int, usual: Mapping[str, Person], entered: Mapping[str, str]
) -> Iterator[SeatToFill]:
    """The seats of one layout. A second one has the positions that the rulebook wants filled there."""
    for position in rule.positions if layout == 1 else rule.at_second_layout:
        label = rule.labels.get(position, position)
        holder = usual.get(position)
        yield SeatToFill(
            position=position,
            label=seat_label(label, None if layout == 1 else layout),
            required=position in (rule.required if layout == 1 else rule.at_second_layout),
            name=entered.get(staff_field(layout, position), holder.name if holder else ""),
            layout=layout,
        )


def _decides_on_limits(rulebook: Rulebook, table: GamingTable) -> SignsBeside:
    role = rulebook.limits.opening_decided_by
    minimums = with_or(
        [
            in_a_field(each, rulebook.currency)
            for each in sorted({sign.minimum for sign in registered_signs(table, rulebook)})
        ]
    )
    words = gettext("Another minimum than {minimums}: signed by {who}")
    return SignsBeside(role=role, words=words.format(minimums=minimums, who=word("role", role)))


def _carried(last: State | None) -> tuple[str, ...]:
    if last is None:
        return ()
    carried = []
    if last.number is not None:
        carried.append(gettext("last number {number}").format(number=written(last.number)))
    if last.last_direction:
        direction = word("direction", last.last_direction)
        carried.append(gettext("wheel last run {direction}").format(direction=direction))
    if last.direction.float_handed_on is not None:
        amount = f"{money(last.direction.float_handed_on, last.currency)} {last.currency}"
        carried.append(gettext("float {amount}").format(amount=amount))
    if last.carried:
        carried.append(stakes_in_prison(len(last.carried)))
    if chips := sum(last.colours.late.values()):
        text = ngettext("{count} late chip", "{count} late chips", chips)
        carried.append(text.format(count=count(chips)))
    if last.slips.open:
        slips = ", ".join(each.slip for each in last.slips.open)
        carried.append(gettext("slip {slips}").format(slips=slips))
    if advances := len(last.advances.open):
        text = ngettext("{count} advance to be repaid", "{count} advances to be repaid", advances)
        carried.append(text.format(count=count(advances)))
    return tuple(carried)
