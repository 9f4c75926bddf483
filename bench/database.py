"""Database of a bench: Django set up, and an own database that is dropped at the end."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

import django


@contextmanager
def bench_database(of: str) -> Iterator[None]:
    """Inside it every query goes to an empty, migrated database `permanence_<of>_bench` on the project's server."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    logging.disable(logging.INFO)
    from django.db import connection

    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = f"permanence_{of}_bench"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
