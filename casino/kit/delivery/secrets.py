"""Secrets that sign deliveries to outside."""

import secrets
from base64 import b64encode

SECRET_BYTES = 32


def new_secret() -> str:
    """Return a random secret as Standard Webhooks writes one."""
    return "whsec_" + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
