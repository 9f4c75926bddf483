"""Settings of the test run: the same house in a folder of its own, beside a house that may be running."""

import os

from casino.installation.data_folder import data_folder_of_tests

# Processes that a test starts inherit the choice.
os.environ["PERMANENCE_DATA"] = str(data_folder_of_tests(os.environ.get("PYTEST_XDIST_WORKER")))
# Tests about the rulebooks mean the project's own.
os.environ.pop("RULEBOOKS", None)
# Simulated wheels are on this machine, and readers that nobody dials on a network of a casino.
os.environ["WHEEL_READER_ADDRESSES"] = "127.0.0.0/8,10.0.0.0/8"
os.environ.pop("WHEEL_READER_PORTS", None)

from casino.installation import environment as env
from casino.installation.server_address import SERVICES
from casino.installation.server_address import url as embedded_url
from casino.settings import *  # noqa: F403
from casino.settings import DATA_DIR, DATABASE_IS_EMBEDDED, DATABASES

# A test makes databases and disables guards, as a superuser can. Its processes get the addresses of the roles
# (testkit.databases.addresses_of), and so work with the rights of a service.
DATABASE_OWNER = {}
if DATABASE_IS_EMBEDDED:
    DATABASE_OF_SERVICES = {service: {} for service in SERVICES}
    DATABASES["default"] |= env.postgresql("DATABASE_URL", embedded_url(DATA_DIR))

# On a busy machine a statement of a test may take longer than one of a service.
DATABASE_ANSWER_SECONDS = 60.0

# Reports name hashes of the record, which cover it: they are the same at each commit.
CODE_VERSION = "0.1.0+test"

# Hashing a password slowly on purpose protects nobody in a test.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "testkit.hashing.QuickPinHasher",
    "casino.api.access.secrets.ClientSecretHasher",
]
# A token that is revoked is no longer believed at once.
API_TOKEN_BELIEVED_SECONDS = 0.0
# A test reads a casino's sign-in rules and its clock once. A test that changes them after a page was made empties the
# cache.
SIGN_IN_RULES_BELIEVED_SECONDS = 600.0
