"""Addresses of the signs that guests read without a sign-in.

An address ends with a key of its table, derived from SECRET_KEY: a guest with one address can make no other, and learns
nothing about other casinos and tables.
"""

from base64 import urlsafe_b64encode

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

KEY_BYTES = 16
"""128 bits: nobody finds an address by trying."""


def guest_sign_path(casino_id: int, table: str) -> str:
    """Return the address of the table's sign for guests, without the host."""
    return reverse("public:sign", args=(casino_id, table, key_of_sign(casino_id, table)))


def is_key_of_sign(key: str, casino_id: int, table: str) -> bool:
    """Return True if an address with this key is that of the table's sign."""
    return constant_time_compare(key, key_of_sign(casino_id, table))


def key_of_sign(casino_id: int, table: str) -> str:
    """Return the key at the end of the address of the table's sign."""
    mac = salted_hmac("casino.kit.guest_signs", f"{casino_id}/{table}", algorithm="sha256").digest()
    return urlsafe_b64encode(mac[:KEY_BYTES]).rstrip(b"=").decode()
