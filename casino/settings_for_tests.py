"""Settings of the test run: the same house in a folder of its own, beside a house that may be running."""

import os

from casino.embedded.data_folder import data_folder

# Processes that a test starts inherit the choice, and so do the workers of a parallel run.
os.environ.setdefault("PERMANENCE_DATA", str(data_folder() / "test"))
# What tests say of the rulebooks that there are is said of the project's own.
os.environ.pop("RULEBOOKS", None)

from casino.settings import *  # noqa: F403

# Hashing a password slowly on purpose protects nobody in a test.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "casino.api.secret_hashing.ClientSecretHasher",
]
# A token is taken away and asked for again at once.
API_TOKEN_BELIEVED_SECONDS = 0.0
