"""The web server's entry point (ASGI)."""

import gc
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("DATABASE_POOL", "true")
django.setup(set_prefix=False)

from django.urls import get_resolver  # noqa: E402  once Django is set up

from casino.entrance import entrance  # noqa: E402
from casino.web.handler import WebHandler  # noqa: E402
from tables.stream.privileges import check_at_first_connection  # noqa: E402

application = entrance(WebHandler())
check_at_first_connection()

# All addresses with their views are loaded now and not by the first request. What was loaded so far stays as long as
# the process: searching it for garbage again and again, with all requests waiting, would find nothing.
get_resolver().url_patterns  # noqa: B018
gc.collect()
gc.freeze()
