"""What stands in front of the application in every web process, however it is started."""

import os

from django.conf import settings

from casino.embedded.whose_house import TO_ALLOW_IT, demonstration_people_are_there, open_to_others
from casino.trusted_proxies import App, TrustedProxies


def entrance(app: App) -> App:
    """The application behind its trusted proxies.

    Raises SystemExit, with one line, for a house in which others than this machine would meet the demonstration's
    people. Where the web server has its host from elsewhere than HOST, or the database is away, sign-in itself refuses
    them (casino/people/forms.py).
    """
    why = open_to_others(os.environ.get("HOST", "").strip() or "127.0.0.1")
    if why and demonstration_people_are_there(settings.DATABASES["default"]):
        raise SystemExit(
            f"The demonstration's people, whose password is public, sign in to this database, and {why}. {TO_ALLOW_IT}."
        )
    return TrustedProxies(app, settings.TRUSTED_PROXIES)
