"""Count of a drop box and acceptance of the count: signers and order.

Two people count a box together. One is the cash desk or the pit boss; the other controls the casino (the games
inspector or the public controller). Neither of them has signed for its removal at the table, so nobody counts a box
that they alone had in hand. Somebody who took no part in the count accepts it.
"""

from typing import Any

from settlement.boxes import commands as c
from settlement.boxes import events as e
from settlement.boxes.state import BoxState
from tables.play.command import reason_of
from tables.play.pieces import check_pieces, worth_of
from tables.refusal import Refused

COUNT = ("cash_desk", "pit_boss")
CONTROL = ("games_inspector", "public_controller")
ACCEPT = ("pit_boss", *CONTROL)


def decide(box: BoxState, command: c.AnyOnBox) -> e.AnyBoxEvent:
    """Return the event of `command` on a box that has left its table. Raises Refused."""
    serial = box.name.serial
    if box.status == "accepted":
        raise Refused("box-count-accepted", serial=serial)
    match command:
        case c.CountBox():
            return _counted(box, command)
        case c.AcceptBox():
            if box.status == "waiting":
                raise Refused("box-not-counted-yet", serial=serial)
            by = [each for each in command.signatures if each.role in ACCEPT]
            if not by:
                raise Refused("box-acceptance-unsigned", serial=serial, roles=ACCEPT)
            own = [each.person.name for each in command.signatures if each.person.id in box.counted_by]
            if own:
                raise Refused("own-box-count", name=own[0], serial=serial)
            return e.BoxAccepted(**_of(box), pieces=box.pieces, total=box.total)


def _counted(box: BoxState, command: c.CountBox) -> e.BoxCounted:
    serial = box.name.serial
    if command.empty:
        if command.pieces:
            raise Refused("empty-box-with-notes", serial=serial)
    else:
        _check_notes(box, command)
    reason = reason_of(command.reason)
    if box.counts and not reason:
        raise Refused("box-recounted-without-reason", serial=serial)
    _check_counters(box, command)
    return e.BoxCounted(
        **_of(box),
        pieces=command.pieces,
        total=worth_of(command.pieces),
        before=box.total if box.counts else None,
        reason=reason,
    )


def _check_notes(box: BoxState, command: c.CountBox) -> None:
    if not command.pieces:
        raise Refused("box-notes-missing", serial=box.name.serial)
    check_pieces(command.pieces, "box-counted", serial=box.name.serial)


def _check_counters(box: BoxState, command: c.CountBox) -> None:
    serial = box.name.serial
    for signature in command.signatures:
        if signature.person.id in box.removed_by:
            raise Refused(
                "box-counted-by-its-remover", name=signature.person.name, serial=serial, table=box.name.table
            )
    for roles in (COUNT, CONTROL):
        if not any(signature.role in roles for signature in command.signatures):
            raise Refused("box-count-unsigned", serial=serial, roles=roles)
    if len({signature.person.id for signature in command.signatures}) < 2:
        raise Refused("box-counted-alone", serial=serial)


def _of(box: BoxState) -> dict[str, Any]:
    return {**box.name._asdict(), "currency": box.currency, "recorded": box.recorded}
