"""The web server's entry point (ASGI)."""

import gc
import os
import sys

import django

from tables.python_runtime import share_heaps

# What is loaded now stays as long as the process: searching it for garbage again and again would find nothing.
gc.disable()
share_heaps()
# A thread that makes a page is asked to let others go on ten times as often as usual. What a poke needs between its
# event and the browser are half a dozen short steps on the loop and in other threads, and each waited for up to 5 ms.
sys.setswitchinterval(0.0005)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("DATABASE_POOL", "true")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  once Django is set up
from django.urls import get_resolver  # noqa: E402

from casino.installation.trusted_proxies import App, TrustedProxies  # noqa: E402
from casino.people.whose_house import demonstration_people_are_there, open_to_others  # noqa: E402
from casino.web.handler import WebHandler  # noqa: E402
from tables.play.events import TABLE_EVENTS  # noqa: E402
from tables.postgresql.deadlines import limit_statements  # noqa: E402
from tables.roulette.loader import rulebooks  # noqa: E402
from tables.stream.privileges import check_at_first_connection  # noqa: E402
from tables.struct_types import prepare_struct_types  # noqa: E402


def entrance(app: App) -> App:
    """The application behind its trusted proxies.

    Raises SystemExit, with one line, for an installation in which others than this machine would meet the
    demonstration's people. If the web server has its host from elsewhere than HOST, or the database is away, sign-in
    itself refuses them (casino/accounts/forms.py). An installation with them shows this on every page, however it was
    started.
    """
    why = open_to_others(os.environ.get("HOST", "").strip() or "127.0.0.1")
    if demonstration_people_are_there(settings.DATABASES["default"]):
        if why:
            raise SystemExit(
                f"The demonstration's people, whose password is public, sign in to this database, and {why}."
            )
        settings.DEMONSTRATION_HOUSE = True
    return TrustedProxies(app, settings.TRUSTED_PROXIES)


limit_statements()
application = entrance(WebHandler())
check_at_first_connection()

# All addresses with their views are loaded now and not by the first request.
get_resolver().url_patterns  # noqa: B018
# The rulebooks and the decoders of stored data are prepared too.
rulebooks()
prepare_struct_types()
TABLE_EVENTS.prepare()
gc.collect()
gc.freeze()
gc.enable()
