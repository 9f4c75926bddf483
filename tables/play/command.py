"""The bases of all commands: requests are judged, facts are recorded."""

import msgspec

from tables.play.events import Signature, Source
from tables.refusal import Refused

REASON_AT_MOST = 200


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """The base of all commands to a table."""


class Request(Command, frozen=True, kw_only=True):
    """Asks; is carried out or refused. Decided on the version of the table that was seen."""


class Fact(Command, frozen=True, kw_only=True):
    """Report of an event; it is recorded at any version of the table, and judged there."""


class Signed(Command, frozen=True, kw_only=True):
    """Command that is valid only with the signatures of certain people: the actor signs, and others countersign."""

    signatures: tuple[Signature, ...] = ()


class Authorised(Signed, frozen=True, kw_only=True):
    """A decision of people, never of a system: valid only with the signature of one of the roles `AUTHORISE` (see
    `signatures.py`). A decision that a rulebook reserves to a role is `Signed`, and its decider looks for that
    role's signature.
    """


class Seen(Fact, frozen=True, kw_only=True):
    """A fact that staff or a reader may have seen. A reader names the game, and `live` is True if it saw the fact
    live.
    """

    source: Source = "staff"
    game: str | None = None
    """The reader's own name for the coup: epoch and counter; a witness's name for it begins with its code."""
    live: bool = True
    """False where only the time of arrival is known: the report may be of a coup long over."""


def reason_of(entered: str) -> str:
    """Return the reason without space around it; empty if none was entered. Raises Refused for one that is too long."""
    reason = entered.strip()
    if len(reason) > REASON_AT_MOST:
        raise Refused("reason-too-long", limit=REASON_AT_MOST, value=len(reason))
    return reason
