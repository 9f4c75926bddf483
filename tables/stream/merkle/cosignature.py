"""Cosignatures of witnesses, as C2SP writes them (c2sp.org/tlog-cosignature): that somebody outside saw this checkpoint
go on from all that they had seen before, and when. Pure."""

from base64 import b64decode, b64encode
from datetime import UTC, datetime
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tables.stream.merkle.note import ID_BYTES, KEY_BYTES, NoteRefused, Signature

ED25519_COSIGNATURE = b"\x04"
"""The signature type of the keys here."""
TIME_BYTES = 8


class WitnessKey(msgspec.Struct, frozen=True):
    """A witness's public key, and its name."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """Return the four bytes of the key in a signature line: SHA-256(name ‖ 0x0A ‖ 0x04 ‖ public key) begins with
        them.
        """
        return sha256(self.name.encode() + b"\n" + ED25519_COSIGNATURE + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64encode(ED25519_COSIGNATURE + self.public).decode()}"

    @classmethod
    def parse(cls, text: str) -> "WitnessKey":
        """Return the key of a `vkey`. Raises NoteRefused."""
        name, _, rest = text.strip().partition("+")
        id_, _, encoded = rest.partition("+")
        try:
            key = b64decode(encoded, validate=True)
        except ValueError:
            key = b""
        if len(key) != 1 + KEY_BYTES or key[:1] != ED25519_COSIGNATURE:
            raise NoteRefused(
                "a witness's key is 33 bytes in base64, of which the first is 4 for a cosignature"
            )
        found = cls(name, key[1:])
        if found.id.hex() != id_:
            raise NoteRefused(f"the key of {name} has the id {found.id.hex()}, and not {id_}")
        return found

    def has_made(self, signature: Signature) -> bool:
        """Return True if the line names this key."""
        return (signature.name, signature.data[:ID_BYTES]) == (self.name, self.id)

    def verify(self, signature: Signature, text: str) -> datetime:
        """Return the time at which the witness cosigned the checkpoint of this text (UTC). Raises NoteRefused if it did
        not.
        """
        stamp, made = (
            signature.data[ID_BYTES : ID_BYTES + TIME_BYTES],
            signature.data[ID_BYTES + TIME_BYTES :],
        )
        seconds = int.from_bytes(stamp, "big")
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(made, cosigned_text(text, seconds))
            return datetime.fromtimestamp(seconds, UTC)
        except (InvalidSignature, ValueError, OverflowError, OSError):
            raise NoteRefused(f"the cosignature by {self.name} is not right") from None


def cosign(name: str, seed: bytes, text: str, at: datetime) -> Signature:
    """Return the cosignature of a checkpoint's text by a witness whose private key is `seed` (32 bytes)."""
    private = Ed25519PrivateKey.from_private_bytes(seed)
    seconds = int(at.timestamp())
    key = WitnessKey(name, private.public_key().public_bytes_raw())
    return Signature(
        name, key.id + seconds.to_bytes(TIME_BYTES, "big") + private.sign(cosigned_text(text, seconds))
    )


def cosigned_text(text: str, seconds: int) -> bytes:
    """Return the bytes that a cosignature of a checkpoint signs."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()
