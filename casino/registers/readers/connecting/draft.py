"""A reader that a person is connecting: the entered values so far, kept in the session."""

import secrets
from typing import Any

import msgspec
from django.contrib.sessions.backends.base import SessionBase

KEPT_IN = "readers_to_connect"
MOST_DRAFTS = 5
"""A further one drops the oldest."""
STEPS = ("address", "bytes", "protocol", "number", "place")
PROBES_READ = 3
"""The last probes of a draft in which a number is looked for: one lasts a minute."""


class Compared(msgspec.Struct, frozen=True):
    """Numbers that a person compared: of the reader, and on the wheel."""

    reader: int
    wheel: int

    @property
    def agree(self) -> bool:
        return self.reader == self.wheel


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    url: str
    line_options: dict[str, Any] = {}
    """Options of the line, such as the baud rate."""
    probes: tuple[int, ...] = ()
    """The probes of this address, the newest last."""
    protocol: str = ""
    options: dict[str, Any] = {}
    """Options of the protocol's driver."""
    compared: Compared | None = None

    @property
    def next_step(self) -> str:
        """The first step that is not done."""
        if not self.protocol:
            return "bytes"
        return "place" if self.compared and self.compared.agree else "number"

    def is_open(self, step: str) -> bool:
        """Return True if the step can be opened: each one before it is done. Choosing the protocol needs bytes
        alone.
        """
        last = "protocol" if self.next_step == "bytes" else self.next_step
        return STEPS.index(step) <= STEPS.index(last)


def new_draft(url: str, line_options: dict[str, Any]) -> Draft:
    return Draft(id=secrets.token_hex(6), url=url, line_options=line_options)


def drafts(session: SessionBase) -> list[Draft]:
    """Return the drafts of a session, the newest first."""
    kept: list[Any] = session.get(KEPT_IN, [])
    return msgspec.convert(kept, list[Draft])


def draft_named(session: SessionBase, id_: str) -> Draft | None:
    return next((each for each in drafts(session) if each.id == id_), None)


def keep_draft(session: SessionBase, draft: Draft) -> None:
    """Keep a draft, in place of the one with its id."""
    others = [each for each in drafts(session) if each.id != draft.id]
    session[KEPT_IN] = msgspec.to_builtins([draft, *others][:MOST_DRAFTS])


def drop_draft(session: SessionBase, id_: str) -> None:
    session[KEPT_IN] = msgspec.to_builtins([each for each in drafts(session) if each.id != id_])
