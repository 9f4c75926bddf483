"""A webhook that nothing more is sent to, until its client enables it again; the casino is notified."""

from datetime import datetime

from django.utils.translation import gettext, override

from casino.api.webhooks.models import Stretch, Webhook
from casino.languages.choosing import language_of_casino
from casino.notices.outbox import put_in_outbox
from casino.notices.wording import NoticeText


def disable(webhook: Webhook, why: str, now: datetime) -> None:
    """Send nothing more to the webhook, and notify the people notified of a breach; in the caller's transaction."""
    if webhook.disabled_at is not None:
        return
    webhook.disabled_at, webhook.why_disabled = now, why
    webhook.save(update_fields=["disabled_at", "why_disabled"])
    with override(language_of_casino(webhook.casino_id)):
        put_in_outbox(webhook.casino_id, _message(webhook, now), now)


def enable(webhook: Webhook, after: int | None) -> None:
    """Send again: from the last position, or after another one; in the caller's transaction."""
    webhook.disabled_at, webhook.why_disabled = None, ""
    webhook.save(update_fields=["disabled_at", "why_disabled"])
    under_way = Stretch.objects.filter(webhook=webhook, ended_at=None)
    under_way.update(tries=0, failing_since=None, next_try_at=None, failure="")
    if after is not None:
        under_way.filter(last=None).update(position=after)


def _message(webhook: Webhook, now: datetime) -> NoticeText:
    # Without its path and query: there may be a key of the receiver's in them.
    receiver = "/".join(webhook.url.partition("?")[0].split("/")[:3])
    position = Stretch.objects.get(webhook=webhook, last=None).position
    name = webhook.client.name
    lines = (
        gettext("Nothing more is sent to {receiver}, which is webhook {webhook} of {name}.").format(
            receiver=receiver, webhook=webhook.pk, name=name
        ),
        gettext("Why: {reason}").format(reason=webhook.why_disabled),
        gettext(
            "It has the feed up to position {position}. Nothing is lost: {name} enables it again"
            " with {call}, and it goes on from there."
        ).format(position=position, name=name, call=f"POST /api/v1/webhooks/{webhook.pk}/enable"),
    )
    return NoticeText(
        subject=gettext("a webhook of {name} is disabled").format(name=name),
        body="\n".join(lines),
        payload={
            "type": "permanence.webhook_disabled",
            "timestamp": now.isoformat(),
            "data": {
                "webhook": webhook.pk,
                "client": name,
                "receiver": receiver,
                "position": position,
                "why": webhook.why_disabled,
            },
        },
    )
