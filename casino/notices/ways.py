"""The ways of a notice: e-mail, and a signed webhook as Standard Webhooks describes it.

Both carry a name that is the notice's own, the same at every try: should one arrive twice, because a connection broke
after the other side had taken it, the other side can tell.
"""

import json
import urllib.request
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from standardwebhooks.webhooks import Webhook

from casino.api.webhooks.addresses import NotAllowed, addresses_to_connect, allowed_by_house, target_of
from casino.notices.models import Notice
from casino.notices.recipients import is_registered, secret_for

TIMEOUT_S = 10


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect is a failure, which the log names; nothing is sent to where it points."""

    def redirect_request(self, *request_and_answer: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def notice_id(notice: Notice) -> str:
    """The notice's own name, the same at every try."""
    return f"notice-{notice.event_id}-{notice.pk}"


def by_email(notice: Notice, now: datetime) -> None:
    """Sends it as plain text. Raises what the mail server's connection raises."""
    message = EmailMessage(
        subject=notice.subject,
        body=notice.body,
        from_email=settings.NOTICE_EMAIL_FROM,
        to=[notice.recipient],
        headers={"Message-ID": f"<{notice_id(notice)}@permanence>"},
    )
    message.send()


def by_webhook(notice: Notice, now: datetime) -> None:
    """Posts it, signed. Raises OSError (an answer of 300 and more included) where the other side did not take it."""
    _check_address(notice)
    body = json.dumps(notice.payload, ensure_ascii=False, sort_keys=True)
    headers: dict[str, Any] = {
        "Content-Type": "application/json",
        "webhook-id": notice_id(notice),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret_for(notice.casino_id, notice.recipient)).sign(
            notice_id(notice), now, body
        ),
    }
    request = urllib.request.Request(notice.recipient, data=body.encode(), headers=headers, method="POST")
    with _OPENER.open(request, timeout=TIMEOUT_S) as answer:
        answer.read(1024)


def _check_address(notice: Notice) -> None:
    """Raises OSError for an address of the casino's register to which nothing may be sent from inside the house: the
    setting WEBHOOK_ALLOWED_ADDRESSES names those that may be. What the server itself was set to needs no leave."""
    if not is_registered(notice.casino_id, notice.recipient):
        return
    try:
        addresses_to_connect(target_of(notice.recipient), allowed_by_house())
    except NotAllowed as refused:
        raise OSError(str(refused)) from None


WAYS: dict[str, Callable[[Notice, datetime], None]] = {
    Notice.Way.EMAIL: by_email,
    Notice.Way.WEBHOOK: by_webhook,
}
