"""Encryption of secrets that are read again, with a key made from SECRET_KEY.

Webhooks are signed with their secret itself, and the codes of an authenticator app follow from its own: a hash would
not do. The database or its backup alone reveals nothing. With another SECRET_KEY no earlier secret can be read.
"""

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

OF_WEBHOOKS = b"permanence: secrets of webhooks"
"""Purpose of a key: another purpose makes another key of the same SECRET_KEY."""


class Unreadable(Exception):
    """Error of a text that was encrypted with another SECRET_KEY."""


def encrypted(plain: bytes, purpose: bytes = OF_WEBHOOKS) -> bytes:
    """Return the bytes encrypted as Fernet writes them, in ASCII."""
    return _fernet(purpose).encrypt(plain)


def decrypted(token: bytes, purpose: bytes = OF_WEBHOOKS) -> bytes:
    """Return the decrypted content. Raises Unreadable."""
    try:
        return _fernet(purpose).decrypt(token)
    except InvalidToken:
        raise Unreadable("it was encrypted with another SECRET_KEY") from None


def _fernet(purpose: bytes) -> Fernet:
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose)
    return Fernet(urlsafe_b64encode(derivation.derive(settings.SECRET_KEY.encode())))
