"""Hashes of PINs, with a pepper: a key of the installation that is in no copy of the database.

A PIN of four digits has 10,000 values. A slow hash alone gives a stolen backup up in less than an hour; without the
pepper no guess can be tried at all. The pepper is PIN_PEPPER or, without one, made from SECRET_KEY.

A hash names its pepper, so a key can be changed: PIN_PEPPERS_OLD and SECRET_KEY_FALLBACKS have the earlier ones, and
the next right PIN of a person is hashed with the new one. So is a PIN that an earlier version stored without a pepper.
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.utils.crypto import salted_hmac
from django.views.decorators.debug import sensitive_variables

_PURPOSE = "casino.people.pin_hashing"


class Pepper(NamedTuple):
    name: str
    key: str | bytes


def peppers() -> list[Pepper]:
    """Return the peppers that a PIN may be hashed with. The first is the one for new hashes."""
    former = (*settings.SECRET_KEY_FALLBACKS, *settings.PIN_PEPPERS_OLD)
    keys = [settings.PIN_PEPPER, settings.SECRET_KEY, *former]
    return [Pepper(_hmac("name", key)[:8], key) for key in keys if key]


class PinHasher(PBKDF2PasswordHasher):
    """PBKDF2 of the keyed hash of a PIN: `algorithm$pepper$iterations$salt$hash`."""

    algorithm = "peppered_pin"

    @sensitive_variables("password")
    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash of a PIN with the present pepper."""
        return self._encode(password, salt, iterations, peppers()[0])

    def decode(self, encoded: str) -> dict[str, Any]:
        """Return the parts of a hash, with the name of its pepper as `pepper`."""
        algorithm, pepper, rest = encoded.split("$", 2)
        return {**super().decode(f"{algorithm}${rest}"), "pepper": pepper}

    @sensitive_variables("password")
    def verify(self, password: str, encoded: str) -> bool:
        """Return True for the right PIN. A hash whose pepper is missing has none."""
        hashed = self.decode(encoded)
        pepper = next((each for each in peppers() if each.name == hashed["pepper"]), None)
        if pepper is None:
            return False
        return self._encode(password, hashed["salt"], hashed["iterations"], pepper) == encoded

    def must_update(self, encoded: str) -> bool:
        """Return True for a hash with fewer rounds, a shorter salt or an earlier pepper."""
        return super().must_update(encoded) or self.decode(encoded)["pepper"] != peppers()[0].name

    def _encode(self, pin: str, salt: str, iterations: int | None, pepper: Pepper) -> str:
        algorithm, _, rest = super().encode(_hmac(pin, pepper.key), salt, iterations).partition("$")
        return f"{algorithm}${pepper.name}${rest}"


@sensitive_variables("pin")
def hash_pin(pin: str) -> str:
    """Return the hash of a PIN as a person's row has it."""
    return make_password(pin, hasher=PinHasher.algorithm)


@sensitive_variables("pin")
def matches_pin(pin: str, person: Any) -> bool:
    """Return True for the person's PIN. One that is stored without the present pepper is then stored with it."""

    def store(right: str) -> None:
        before, person.pin = person.pin, hash_pin(right)
        # A PIN that was changed in the meantime stays.
        type(person).objects.filter(pk=person.pk, pin=before).update(pin=person.pin)

    return check_password(pin, person.pin, store, PinHasher.algorithm)


def is_pepper_missing(encoded: str) -> bool:
    """Return True for the hash of a PIN that no PIN can match here: its pepper is not known to the installation."""
    algorithm, _, rest = encoded.partition("$")
    known = {each.name for each in peppers()}
    return algorithm == PinHasher.algorithm and rest.partition("$")[0] not in known


@sensitive_variables("value")
def _hmac(value: str, key: str | bytes) -> str:
    return salted_hmac(_PURPOSE, value, secret=key, algorithm="sha256").hexdigest()
