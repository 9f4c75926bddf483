"""Settings of a whole house in which many people are engaged: as any house has them, but for slow hashing.

Hashing a password slowly on purpose protects nobody in a test, and takes most of the work of their first sign-ins.
"""

from casino.settings import *  # noqa: F403

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "testkit.hashing.QuickPinHasher",
    "casino.api.access.secrets.ClientSecretHasher",
]
