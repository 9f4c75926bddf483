"""The web server's entry point (ASGI)."""

import gc
import os

import django
import msgspec

# What is loaded now stays as long as the process: searching it for garbage again and again would find nothing.
gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("DATABASE_POOL", "true")
django.setup(set_prefix=False)

from django.urls import get_resolver  # noqa: E402  once Django is set up

from casino.entrance import entrance  # noqa: E402
from casino.web.handler import WebHandler  # noqa: E402
from tables.play.events import TABLE_EVENTS  # noqa: E402
from tables.play.state import State  # noqa: E402
from tables.roulette.loader import rulebooks  # noqa: E402
from tables.stream.privileges import check_at_first_connection  # noqa: E402

application = entrance(WebHandler())
check_at_first_connection()

# All addresses with their views are loaded now and not by the first request.
get_resolver().url_patterns  # noqa: B018
# So are the rulebooks, and how states and events are decoded: msgspec works a type out at its first use, and a web
# process was seen to crash (SIGSEGV) in it when several threads had their first requests at once.
rulebooks()
msgspec.json.Decoder(State)
TABLE_EVENTS.prepare()
gc.collect()
gc.freeze()
gc.enable()
