"""What all commands of a client share on their way to a door: who speaks, who signed, and how a refusal is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import DataError
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from casino.api.command_bodies import Body, SignedBy
from casino.api.idempotency import was_answered
from casino.api.models import ApiClient
from casino.api.problem import Overtaken
from casino.people.signing import SigningFailed, signature_at
from settlement.box_door import UnknownBox
from settlement.payout.problem import Problem
from settlement.slip_door import UnknownSlip
from tables.house.door import Actor, UnknownTable
from tables.play.events import Person, Signature
from tables.roulette.refusal import Refused
from tables.stream import ConcurrencyError


def speaker(client: ApiClient, terminal: str) -> Actor:
    """The client as the record names it; `terminal` is where it speaks from."""
    return Actor(id=f"client/{client.pk}", name=client.name, terminal=terminal)


def as_cash_desk(client: ApiClient) -> Signature:
    """The signature of a cash system: who holds the cash desk's scope has signed as the cash desk."""
    return Signature(person=Person(id=f"client/{client.pk}", name=client.name), role="cash_desk")


def signatures_unless_answered(request: Request, said: Body, now: datetime) -> tuple[Signature, ...]:
    """Everybody who signed, as the house knows them; nobody where the request was answered before, and is given that
    answer again. Raises Problem; a PIN that failed is counted, whatever comes of the command."""
    given: tuple[SignedBy, ...] = getattr(said, "signatures", ())
    if not given or was_answered(request):
        return ()
    casino_id, signed = request.auth.application.casino_id, []
    for turn, each in enumerate(given):
        try:
            signed.append(signature_at(casino_id, each.sign_in, each.pin, now=now))
        except SigningFailed as failed:
            raise Problem.refused(f"signatures[{turn}]", failed) from None
    return tuple(signed)


@contextmanager
def refusals_told(what: str) -> Iterator[None]:
    """What a door refuses as the problem that a client is told; `what` is what it was said to."""
    try:
        yield
    except (UnknownTable, UnknownSlip, UnknownBox) as unknown:
        raise NotFound(f"{unknown.detail}.") from None
    except Refused as refusal:
        raise Problem.refused("", refusal) from None
    except ConcurrencyError:
        raise Overtaken(f"{what} moved on while this was decided; send it again.") from None
    except DataError:
        raise Problem.malformed("request", "its amounts come to more than any ledger holds") from None
