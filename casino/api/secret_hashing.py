"""How the secrets of API clients are stored: as a quick hash, because nobody can guess them."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class ClientSecretHasher(PBKDF2PasswordHasher):
    """PBKDF2 with one round.

    The rounds of a password's hash make each guess dear, because people choose passwords that can be guessed. A
    client's secret is 128 random characters: guessing is hopeless at any speed, and every round would only be work
    that strangers can order. Stands last in PASSWORD_HASHERS, so no password of a person is ever hashed with it.
    """

    algorithm = "client_secret_sha256"
    iterations = 1


def is_quick(stored: str) -> bool:
    """Whether a secret is stored by this hash, so that checking it costs nothing worth a limit."""
    return stored.startswith(f"{ClientSecretHasher.algorithm}$")
