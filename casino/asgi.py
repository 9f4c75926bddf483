"""The web server's entry point (ASGI)."""

import gc
import os

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import get_resolver


class HouseHandler(ASGIHandler):
    """Takes each request through all middleware and its view in one thread.

    Django's own handler goes from the event's loop to the thread and back for every middleware, which costs more than
    most views. A view that is asynchronous runs on the loop all the same, and what it streams is sent from there.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """What the view and all middleware make of the request."""
        answer: HttpResponseBase = await sync_to_async(self.get_response, thread_sensitive=True)(request)
        return answer


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("DATABASE_POOL", "true")
django.setup(set_prefix=False)
application = HouseHandler()

# All addresses with their views are loaded now and not by the first request. What was loaded so far stays as long as
# the process: searching it for garbage again and again, with all requests waiting, would find nothing.
get_resolver().url_patterns  # noqa: B018
gc.collect()
gc.freeze()
