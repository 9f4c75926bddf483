"""The forms in which an answer may be asked for, for a view's `renderer_classes`; who does not say gets the first.

The views write their answers themselves; a form only says its name when it is negotiated.
"""

from typing import Any

from rest_framework.renderers import BaseRenderer

from casino.api import answers
from casino.api.cloud_events import BATCH_TYPE


class Form(BaseRenderer):
    """A form that an answer has."""

    charset = None

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        """Only what went wrong comes by here, and that is JSON whatever was asked for."""
        return answers.written(data)


class AsJson(Form):
    """JSON, the usual form."""

    media_type, format = answers.CONTENT_TYPE, "json"


class AsBatch(Form):
    """A bare list of CloudEvents."""

    media_type, format = BATCH_TYPE, "cloudevents"


class AsStream(Form):
    """Server-sent events."""

    media_type, format = "text/event-stream", "sse"


class AsNote(Form):
    """A signed note alone, as other tools read it."""

    media_type, format = "text/plain", "note"
