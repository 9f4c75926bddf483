"""Signed notes and checkpoints, as C2SP writes them (c2sp.org/signed-note, c2sp.org/tlog-checkpoint). Pure.

A note is a text, a blank line, and a line for each signature. A checkpoint is a note whose text is the name of a log,
its size and its root. Keys are written as Go's sumdb/note does: `name+id+key`, so that the tools which exist read them.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
"""The signature type that a key of ours has."""

KEY_BYTES = 32
ID_BYTES = 4
MOST_SIGNATURES = 100

_NAME = re.compile(r"[^\s+\x00-\x1f]+")
_SIGNATURE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_CHECKPOINT = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,17})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*")


class NoteRefused(Exception):
    """A malformed note, checkpoint or key, or a wrong signature. The message names it."""


class VerifierKey(msgspec.Struct, frozen=True):
    """A public key and the name of its owner. As a text it is the `vkey` that verifiers are given."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """Return the four bytes of the key in a signature line: SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key) begins with
        them.
        """
        return sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64encode(ED25519 + self.public).decode()}"

    @classmethod
    def parse(cls, text: str) -> "VerifierKey":
        """Return the key of a `vkey`. Raises NoteRefused."""
        name, _, rest = text.strip().partition("+")
        id_, _, encoded = rest.partition("+")
        key = cls(name, _key_bytes(name, encoded, "a public key"))
        if id_ != key.id.hex():
            raise NoteRefused(f"the key of {name} has the id {key.id.hex()}, and not {id_}")
        return key


class SigningKey(msgspec.Struct, frozen=True):
    """A private key (the 32 bytes of RFC 8032) and its name. It never prints itself but by `secret_text`."""

    name: str
    seed: bytes

    def __repr__(self) -> str:
        return f"SigningKey({self.name})"

    @property
    def verifier(self) -> VerifierKey:
        return VerifierKey(
            self.name, Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        )

    def named(self, name: str) -> "SigningKey":
        return SigningKey(name, self.seed)

    def sign(self, text: str) -> "Signature":
        made = Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode())
        return Signature(self.name, self.verifier.id + made)

    def secret_text(self) -> str:
        """Return the content of the key's file: PRIVATE+KEY+name+id+key."""
        return f"PRIVATE+KEY+{self.name}+{self.verifier.id.hex()}+{b64encode(ED25519 + self.seed).decode()}"

    @classmethod
    def parse(cls, text: str) -> "SigningKey":
        """Return the key of such a text. Raises NoteRefused, which repeats nothing of the key."""
        head, _, rest = text.strip().partition("PRIVATE+KEY+")
        name, _, id_and_key = rest.partition("+")
        id_, _, encoded = id_and_key.partition("+")
        if head:
            raise NoteRefused("it does not begin with PRIVATE+KEY+")
        key = cls(name, _key_bytes(name, encoded, "a private key"))
        if id_ != key.verifier.id.hex():
            raise NoteRefused(f"the id that it gives is not that of the key of {name}")
        return key


class Signature(msgspec.Struct, frozen=True):
    """A line of a note: whose it is, and the key's id with the signature behind it."""

    name: str
    data: bytes

    def __str__(self) -> str:
        return f"— {self.name} {b64encode(self.data).decode()}"

    @classmethod
    def parse(cls, line: str) -> "Signature":
        """Return the signature of a line. Raises NoteRefused."""
        match = _SIGNATURE.fullmatch(line)
        data = _decoded(match[2]) if match else b""
        if match is None or len(data) <= ID_BYTES:
            raise NoteRefused("a signature line is an em dash, a name and a signature in base64")
        return cls(match[1], data)

    def is_by(self, key: VerifierKey) -> bool:
        """Return True if the signature names this key; both the name and the id count."""
        return (self.name, self.data[:ID_BYTES]) == (key.name, key.id)


class Note(msgspec.Struct, frozen=True):
    """A text, which ends with a newline, and its signatures."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(f"{signature}\n" for signature in self.signatures)

    @classmethod
    def parse(cls, written: str) -> "Note":
        """Return the note in a text. Raises NoteRefused; the signatures are not checked."""
        text, blank, lines = written.rpartition("\n\n")
        if not blank or not text or not lines.endswith("\n"):
            raise NoteRefused("a note is a text, a blank line and signature lines")
        if any(ord(sign) < 0x20 and sign != "\n" for sign in written):
            raise NoteRefused("a note has no control characters but newlines")
        found = lines[:-1].split("\n")
        if len(found) > MOST_SIGNATURES:
            raise NoteRefused(f"a note has at most {MOST_SIGNATURES} signatures")
        return cls(text + "\n", tuple(map(Signature.parse, found)))

    def verify(self, keys: Iterable[VerifierKey]) -> list[VerifierKey]:
        """Return the keys that have signed the note. Signatures by others are left alone, as the specification asks.

        Raises NoteRefused if none has, or if a signature under one of their names is wrong.
        """
        signed = []
        for key in keys:
            for signature in self.signatures:
                if signature.is_by(key):
                    _check(key, signature, self.text)
                    signed.append(key)
        if not signed:
            raise NoteRefused("nobody who is trusted has signed it")
        return signed


class CheckpointText(msgspec.Struct, frozen=True):
    """Content of a checkpoint: the log, the number of its leaves, and its root."""

    origin: str
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"

    @classmethod
    def parse(cls, text: str) -> "CheckpointText":
        """Return the checkpoint of a note's text; further lines are let be. Raises NoteRefused."""
        found = _CHECKPOINT.fullmatch(text)
        if not found:
            raise NoteRefused("a checkpoint is a name, a size and a root in base64, a line each")
        return cls(found[1], int(found[2]), _decoded(found[3]))


def new_signing_key(name: str) -> SigningKey:
    """Return a new key. Raises NoteRefused for a name that none can have."""
    key = SigningKey(name, Ed25519PrivateKey.generate().private_bytes_raw())
    _key_bytes(name, b64encode(ED25519 + key.seed).decode(), "a private key")
    return key


def _check(key: VerifierKey, signature: Signature, text: str) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature.data[ID_BYTES:], text.encode())
    except InvalidSignature:
        raise NoteRefused(f"the signature by {key.name} is not right") from None


def _key_bytes(name: str, encoded: str, what: str) -> bytes:
    if not _NAME.fullmatch(name):
        raise NoteRefused("a key has a name without spaces and without +")
    key = _decoded(encoded)
    if len(key) != 1 + KEY_BYTES or key[:1] != ED25519:
        raise NoteRefused(f"{what} is 33 bytes in base64, of which the first is 1 for Ed25519")
    return key[1:]


def _decoded(encoded: str) -> bytes:
    try:
        return b64decode(encoded, validate=True)
    except ValueError:
        raise NoteRefused("a field is not base64") from None
