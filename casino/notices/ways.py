"""The ways of a notice: e-mail, and a signed webhook as Standard Webhooks describes it.

Both carry a name that is the notice's own, the same at every try: if one arrives twice, because a connection broke
after the other side had taken it, the other side can see this.
"""

import json
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.crypto import salted_hmac
from standardwebhooks.webhooks import Webhook

from casino.kit.delivery.addresses import Target, allowed_by_house, target_of
from casino.kit.delivery.posting import PATIENCE_S, Line, failure_words
from casino.notices.models import Notice
from casino.notices.recipients import is_registered, secret_for
from tables.public_addresses import Allowed

USER_AGENT = "Permanence"


class NotTaken(Exception):
    """The other side answered, and did not take the notice; the message has the answer."""


def notice_id(notice: Notice) -> str:
    """Return the notice's own name, the same at every try. It does not count the notices and events of all casinos."""
    return f"notice-{salted_hmac('casino.notices', str(notice.pk)).hexdigest()[:32]}"


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
    """Post it, signed. Raises NoResponse, NotAllowed, or NotTaken for every answer but 200 to 299."""
    body = json.dumps(notice.payload, ensure_ascii=False, sort_keys=True)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "webhook-id": notice_id(notice),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret_for(notice.casino_id, notice.recipient)).sign(
            notice_id(notice), now, body
        ),
    }
    target = target_of(notice.recipient)
    with Line(target, _allowed(notice, target), patience_s=PATIENCE_S) as line:
        response = line.post(body.encode(), headers)
    if not response.is_taken:
        raise NotTaken(failure_words(response.status))


def _allowed(notice: Notice, target: Target) -> Allowed:
    """Return the private addresses to which this notice may go. An entry of the casino's register needs the setting
    WEBHOOK_ALLOWED_ADDRESSES; the address in the installation's own settings needs no leave."""
    if is_registered(notice.casino_id, notice.recipient):
        return allowed_by_house()
    return Allowed(frozenset({target.host.rstrip(".")}), ())


WAYS: dict[str, Callable[[Notice, datetime], None]] = {
    Notice.Way.EMAIL: by_email,
    Notice.Way.WEBHOOK: by_webhook,
}
