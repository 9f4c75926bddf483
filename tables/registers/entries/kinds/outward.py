"""Recipients outside of the casino: notices of breaches, clients of the API and their webhooks; and the witnesses of
its record.
"""

import re
from base64 import b64decode
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, ClassVar, Literal
from urllib.parse import urlsplit

import msgspec

from tables.play.events import Signature
from tables.refusal import Refused
from tables.registers.entries.kinds.kind import (
    Fault,
    Faults,
    Kind,
    check_among,
    check_name,
    check_registered,
    check_unused,
)
from tables.registers.entries.state import Entry, Surroundings
from tables.registers.entries.two_officers import SECOND_OFFICERS, signed_by_two

E_MAIL = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+")
WITNESS_KEY = re.compile(r"(?P<name>[^\s+]+)\+(?P<id>[0-9a-f]{8})\+(?P<key>[A-Za-z0-9+/]{44})")
WITNESS_KEY_BYTES = 33
ADMINISTRATION = "administration"
"""The scope with which a client of the API asks for administration."""
COSIGNATURE = 4
"""The type of signature that a witness's key begins with: Ed25519 under a cosignature."""
LONGEST_ADDRESS = 400
LONGEST_WEBHOOK_ADDRESS = 2000
LONGEST_CLIENT_NAME = 255


class NoticeEntry(Kind, frozen=True, kw_only=True):
    """A recipient of breaches. A casino with such entries does not use NOTICE_EMAILS and NOTICE_WEBHOOK."""

    KIND: ClassVar[str] = "notice"
    HAS_SECRET: ClassVar[bool] = True

    way: Literal["email", "webhook"] = "email"
    """E-mail, or JSON posted to an address."""
    address: str
    """The e-mail address, or the address that it is posted to."""
    rules: tuple[Annotated[str, msgspec.Meta(extra={"choices": "rules"})], ...] = ()
    """The rules whose breaches are sent. Empty: all rules that inform anybody."""
    enabled: bool = True
    """True if anything is sent."""

    def check(self, code: str, around: Surroundings) -> Faults:
        if self.way == "email" and not (
            len(self.address) <= LONGEST_ADDRESS and E_MAIL.fullmatch(self.address)
        ):
            yield Fault("address", Refused("e-mail-address-malformed", address=self.address[:60]))
        if self.way == "webhook":
            yield from _check_web_address("address", self.address)
        if "rules" in around.choices:
            yield from check_among("rules", self.rules, around.choices["rules"])


class ClientEntry(Kind, frozen=True, kw_only=True):
    """A system that signs in to the API."""

    KIND: ClassVar[str] = "client"
    HAS_SECRET: ClassVar[bool] = True

    name: str
    """Name in the record and in lists."""
    scopes: tuple[Annotated[str, msgspec.Meta(extra={"choices": "scopes"})], ...]
    """Permissions of the client."""

    def check(self, code: str, around: Surroundings) -> Faults:
        yield from check_name(self.name, longest=LONGEST_CLIENT_NAME)
        if not self.scopes:
            yield Fault("scopes", Refused("client-without-scope"))
        if "scopes" in around.choices:
            yield from check_among("scopes", self.scopes, around.choices["scopes"])

    def check_signatures(self, before: Kind | None, signatures: Sequence[Signature]) -> Faults:
        """Two officers grant the scope of administration; changing a client that has it takes one."""
        stood = isinstance(before, ClientEntry) and ADMINISTRATION in before.scopes
        if ADMINISTRATION in self.scopes and not stood and not signed_by_two(signatures):
            yield Fault("scopes", Refused("administration-granted-by-two", roles=SECOND_OFFICERS))

    @classmethod
    def check_withdrawal(cls, entry: Entry, around: Surroundings) -> Faults:
        yield from check_unused(entry, *around.users("webhook", "client", entry.code))


class WebhookEntry(Kind, frozen=True, kw_only=True):
    """An address to which the feed is brought."""

    KIND: ClassVar[str] = "webhook"
    HAS_SECRET: ClassVar[bool] = True

    client: Annotated[str, msgspec.Meta(extra={"choices": "client"})]
    """The client of the API whose it is."""
    url: str
    """Address to which events are posted."""
    types: tuple[Annotated[str, msgspec.Meta(extra={"choices": "event_types"})], ...] = ()
    """The types of events that go there. Empty: all."""
    table: Annotated[str, msgspec.Meta(extra={"choices": "table"})] = ""
    """The table whose events go there. Empty: everything of the casino."""

    def check(self, code: str, around: Surroundings) -> Faults:
        yield from check_registered("client", "client", self.client, around)
        yield from _check_web_address("url", self.url, longest=LONGEST_WEBHOOK_ADDRESS)
        if "event_types" in around.choices:
            yield from check_among("types", self.types, around.choices["event_types"])
        if self.table:
            yield from check_registered("table", "table", self.table, around)


class WitnessEntry(Kind, frozen=True, kw_only=True):
    """Somebody outside the casino who cosigns the checkpoints of its record."""

    KIND: ClassVar[str] = "witness"
    WITHDRAWN_BY_TWO: ClassVar[bool] = True

    public_key: str
    """Public key of the witness's cosignatures, in the operator's form: name+id+base64."""

    def check(self, code: str, around: Surroundings) -> Faults:
        if not is_witness_key(self.public_key):
            yield Fault("public_key", Refused("witness-key-malformed", key=self.public_key[:60]))

    def by_two(self, before: Kind | None) -> str:
        """Return the key, which proves the record to people outside, if it is new."""
        return "" if before == self else "public_key"


def is_witness_key(key: str) -> bool:
    """Return True if it is a public key for cosignatures with Ed25519, copied whole (c2sp.org/signed-note, verifier
    keys).
    """
    match = WITNESS_KEY.fullmatch(key)
    if match is None or len(key) > LONGEST_ADDRESS:
        return False
    try:
        public = b64decode(match["key"], validate=True)
    except ValueError:
        return False
    known_as = sha256(match["name"].encode() + b"\n" + public).hexdigest()[:8]
    return len(public) == WITNESS_KEY_BYTES and public[0] == COSIGNATURE and known_as == match["id"]


def _check_web_address(field: str, address: str, *, longest: int = LONGEST_ADDRESS) -> Faults:
    try:
        parts = urlsplit(address)
        well_formed = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        well_formed = False
    if not well_formed or len(address) > longest or not address.isprintable():
        yield Fault(field, Refused("web-address-malformed", address=address[:60]))
