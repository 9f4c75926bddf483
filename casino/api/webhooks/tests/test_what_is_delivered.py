"""The feed as a receiver gets it: signed, in order, nothing missed; what fails waits its time, and is not overtaken."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks.webhooks import WebhookVerificationError

from casino.api.access.scopes import FEED_READ
from casino.api.models import ApiClient
from casino.api.tasks import forget_what_expired
from casino.api.webhooks.models import Attempt, Stretch, Webhook
from casino.api.webhooks.sender import Sender
from casino.api.webhooks.turn import AT_ONCE, Means, take_turn, webhook_in_use
from casino.notices.models import Notice
from tables.handling import Actor
from tables.handling.registers import declare, entry, withdraw
from tables.play import commands as c
from tables.stream import feed_position
from testkit.api import Caller, problem_of
from testkit.house import OpenHouse
from testkit.officers import confirmed
from testkit.stream import sequence_all, wait_until
from testkit.webhooks import Receiver, receiving

pytestmark = pytest.mark.django_db(transaction=True)

Subscribe = Callable[..., Any]
BY = Actor(id="test", name="Test")


OF_ITSELF = ("entry_registered", "entry_secret_issued")
"""What the record has of a new webhook, at positions 2 and 3: it is not brought to the webhook itself."""


def feed_of(system: Caller, query: str = "") -> list[Any]:
    return list(system.get(f"events?limit=1000{query}").json()["events"])


def test_each_event_is_delivered_signed_as_the_feed_has_it(
    system: Caller, house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    for number in (17, 0, 36):
        house.coup(number)
    assert webhook.turn() is False
    of_the_table = [event for event in feed_of(system) if event["type"] not in OF_ITSELF]
    assert [delivery.verified(webhook.secret) for delivery in receiver.got] == of_the_table
    for delivery in receiver.got:
        assert delivery.headers["webhook-id"] == delivery.event["id"]
        assert delivery.headers["content-type"] == "application/cloudevents+json"
    head = len(receiver.got) + len(OF_ITSELF)
    assert (webhook.state()["position"], webhook.state()["head"]) == (head, head)
    webhook.turn()
    assert len(receiver.positions) == len(set(receiver.positions)), "what was taken is not sent again"


def test_a_subscription_begins_where_the_feed_is_if_nothing_else_is_said(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    head = sequence_all(house.casino_id)
    webhook = subscribe(after=None)
    assert webhook.state()["position"] == head
    house.do(c.AnnounceBetsOpen())
    webhook.turn()
    assert receiver.positions == [head + len(OF_ITSELF) + 1]


def test_only_what_was_subscribed_to_is_sent_and_the_rest_is_left_behind(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    other = OpenHouse(house.casino_id, "pt-francesa", table="T10", now=house.now)
    house.coup(17)
    other.coup(4)
    for said, numbers in (
        ({"types": ["number_fell"]}, [17, 4]),
        ({"types": ["number_fell"], "table": "T10"}, [4]),
    ):
        receiver.got.clear()
        webhook = subscribe(**said)
        webhook.turn()
        assert [delivery.event["data"]["number"] for delivery in receiver.got] == numbers
        assert webhook.state()["position"] == feed_position(house.casino_id)
    receiver.got.clear()
    subscribe(table="T1").turn()
    assert {delivery.event["table"] for delivery in receiver.got} == {"T1"}


def test_a_long_feed_is_brought_in_one_turn_page_by_page(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    while (last := sequence_all(house.casino_id)) <= AT_ONCE:
        house.coup(17)
    webhook = subscribe()
    webhook.turn()
    assert receiver.positions == list(range(1, last + 1))


def test_failed_delivery_is_retried_later_in_order(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    house.coup(17)
    last = sequence_all(house.casino_id)
    receiver.statuses = [204, 500, 503, 302]
    webhook.turn()
    assert receiver.positions == [1, 4]
    webhook.turn()
    assert receiver.positions == [1, 4], "not before its time"
    state = webhook.state()
    assert (state["position"], state["tries"], state["failure"]) == (1, 1, "the receiver answered 500")
    assert state["next_try_at"] > state["failing_since"]
    for wait in (5, 10, 20):
        webhook.clock.later(timedelta(seconds=wait))
        webhook.turn()
    assert receiver.positions == [1, 4, 4, 4, *range(4, last + 1)]
    assert len({delivery.headers["webhook-id"] for delivery in receiver.got}) == last - len(OF_ITSELF)
    state = webhook.state()
    assert (state["position"], state["tries"], state["failing_since"]) == (last, 0, None)


def test_a_receiver_that_hangs_is_a_try_in_vain(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    receiver.hangs = True
    webhook.turn(patience_s=0.2)
    assert webhook.state()["failure"] == "no answer within 0.2 s"
    receiver.hangs = False
    webhook.clock.later(timedelta(seconds=5))
    webhook.turn()
    assert receiver.positions == [1, 1]


def test_after_three_days_it_is_disabled_the_house_is_told_and_nothing_is_lost(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe, settings: Settings
) -> None:
    settings.NOTICE_EMAILS = ["inspectors@control.invalid"]
    webhook = subscribe()
    begun = webhook.clock.now
    receiver.statuses = [500] * 1000
    webhook.turn()
    while (state := webhook.state())["state"] == "enabled":
        webhook.clock.later(timedelta(minutes=61))
        webhook.turn()
    assert timedelta(days=3) <= webhook.clock.now - begun < timedelta(days=3, hours=2)
    assert "the receiver answered 500" in state["why_disabled"]
    tries = len(receiver.got)
    assert tries > 60
    (notice,) = Notice.objects.filter(casino_id=house.casino_id)
    assert notice.recipient == "inspectors@control.invalid"
    assert "cash" in notice.subject
    assert f"webhooks/{webhook.id}/enable" in notice.body
    assert webhook.secret not in notice.body

    webhook.clock.later(timedelta(days=9))
    webhook.turn()
    assert len(receiver.got) == tries
    receiver.statuses = []
    house.do(c.AnnounceBetsOpen())
    assert webhook.post("enable", {}).json()["state"] == "enabled"
    webhook.turn()
    assert receiver.positions[tries:] == [1, *range(4, sequence_all(house.casino_id) + 1)]


def test_subscription_answered_with_410_is_disabled_at_once(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    receiver.statuses = [410]
    webhook.turn()
    state = webhook.state()
    assert (state["state"], state["why_disabled"]) == (
        "disabled",
        "the receiver answered 410: it wants nothing more",
    )
    webhook.turn()
    assert len(receiver.got) == 1


def test_enabled_after_another_position_it_leaves_behind_what_cannot_be_taken(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    house.coup(17)
    last = sequence_all(house.casino_id)
    receiver.statuses = [400]
    webhook.turn()
    assert webhook.post("enable", {"after": 4}).status_code == 200
    webhook.turn()
    assert receiver.positions == [1, *range(5, last + 1)]


def test_while_its_secret_is_changed_both_sign_and_then_the_new_one_alone(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    first = webhook.secret
    second = webhook.change_secret(overlap_hours=2)
    webhook.turn()
    (delivery,) = receiver.got
    assert delivery.verified(first) == delivery.verified(second)
    webhook.clock.later(timedelta(hours=3))
    house.do(c.AnnounceBetsOpen())
    webhook.turn()
    # Its time is not now, so the signature itself is looked at.
    assert len(receiver.got[1].headers["webhook-signature"].split()) == 1
    third = webhook.change_secret(overlap_hours=0)
    webhook.clock.now = timezone.now()
    house.do(c.LaunchBall())
    webhook.turn()
    assert receiver.got[-1].verified(third)
    for old in (first, second):
        with pytest.raises(WebhookVerificationError):
            receiver.got[-1].verified(old)


def test_a_secret_that_cannot_be_read_disables_until_there_is_another(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe, settings: Settings
) -> None:
    webhook = subscribe()
    settings.SECRET_KEY = "another" * 10
    webhook.turn()
    assert receiver.got == []
    assert "secret" in webhook.state()["why_disabled"]
    secret = webhook.change_secret()
    webhook.post("enable", {})
    webhook.turn()
    assert receiver.got[0].verified(secret)


def test_a_range_is_sent_again_under_the_same_ids_beside_what_comes(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe(types=["number_fell", "bets_opened"])
    for number in (17, 0, 36):
        house.coup(number)
    webhook.turn()
    before = list(receiver.got)
    position = webhook.state()["position"]
    receiver.got.clear()
    first, last = before[1].event["position"], before[3].event["position"]
    replay = webhook.replay(first, last)
    assert [delivery.event for delivery in receiver.got] == [delivery.event for delivery in before[1:4]]
    assert {delivery.headers["permanence-replay"] for delivery in receiver.got} == {str(replay["id"])}
    assert all("permanence-replay" not in delivery.headers for delivery in before)
    assert receiver.got[0].headers["webhook-id"] == before[1].headers["webhook-id"]
    (told,) = webhook.system.get(f"webhooks/{webhook.id}/replays").json()["replays"]
    assert (told["state"], told["position"], told["first"]) == ("done", last, first)
    assert webhook.state()["position"] == position
    assert [line["replay"] for line in webhook.log()[:4]] == [replay["id"]] * 3 + [None]


def test_a_replay_that_fails_for_three_days_is_given_up_and_the_webhook_goes_on(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    house.coup(17)
    webhook.turn()
    receiver.statuses = [500] * 1000
    replay = webhook.replay(4, 5)
    for _ in range(100):
        webhook.clock.later(timedelta(hours=1))
        take_turn(replay["id"], Means(now=webhook.clock))
    (told,) = webhook.system.get(f"webhooks/{webhook.id}/replays").json()["replays"]
    assert (told["state"], told["position"]) == ("given-up", 3)
    receiver.statuses = []
    house.do(c.AnnounceBetsOpen())
    webhook.turn()
    assert receiver.positions[-1] == feed_position(house.casino_id)
    assert webhook.post("replays", {"first": 1, "last": 1}).status_code == 201, "there may be another"


def test_a_name_that_points_inside_by_then_gets_nothing(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe, settings: Settings
) -> None:
    settings.WEBHOOK_ALLOWED_ADDRESSES = ["localhost"]
    webhook = subscribe(url=f"http://localhost:{receiver.port}/events")
    settings.WEBHOOK_ALLOWED_ADDRESSES = []
    webhook.turn(lookup=lambda *_: ["127.0.0.1"])
    assert receiver.connections == 0
    assert "no public address" in webhook.state()["failure"]
    webhook.clock.later(timedelta(seconds=5))
    settings.WEBHOOK_ALLOWED_ADDRESSES = ["localhost"]
    webhook.turn()
    assert receiver.positions == [1], "it was put right, and nothing is missing"


def test_a_redirect_leads_nowhere(house: OpenHouse, receiver: Receiver, subscribe: Subscribe) -> None:
    with receiving() as inside:
        receiver.headers, receiver.statuses = {"Location": inside.url}, [307]
        webhook = subscribe()
        webhook.turn()
        assert inside.connections == 0
    assert "points elsewhere" in webhook.state()["failure"]


def test_nothing_goes_to_a_client_that_may_no_longer_read_the_feed(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe, system: Caller
) -> None:
    webhook = subscribe()
    ApiClient.objects.filter(pk=system.client.pk).update(scopes=["tables:read"])
    webhook.turn()
    assert receiver.got == []
    system.client.delete()
    assert not Webhook.objects.filter(pk=webhook.id).exists()


def test_webhook_withdrawn_from_the_register_is_not_switched_on_by_its_client(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    code = Webhook.objects.get(pk=webhook.id).code
    withdraw(house.casino_id, "webhook", code, by=BY, now=timezone.now())
    for asked in (webhook.post("enable", {"after": 0}), webhook.post("replays", {"first": 1, "last": 1})):
        assert problem_of(asked)["code"] == "webhook-withdrawn"
    assert webhook.state()["state"] == "disabled"
    values = entry(house.casino_id, "webhook", code).values
    declare(house.casino_id, "webhook", code, values, by=BY, now=timezone.now())
    assert webhook.post("enable", {}).json()["state"] == "enabled"


def test_nothing_goes_to_a_withdrawn_webhook_that_its_row_calls_enabled(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    found = Webhook.objects.get(pk=webhook.id)
    withdraw(house.casino_id, "webhook", found.code, by=BY, now=timezone.now())
    Webhook.objects.filter(pk=found.pk).update(disabled_at=None, why_disabled="")
    house.coup(17)
    webhook.turn()
    assert receiver.got == []
    assert webhook_in_use(found.pk) is None


@pytest.mark.servers
@pytest.mark.parametrize(
    "change", [{"scopes": ["tables:read"]}, {"revoked_at": timezone.now()}], ids=["scope", "client"]
)
def test_a_right_that_ends_in_the_middle_of_a_turn_ends_the_deliveries(
    house: OpenHouse, system: Caller, receiver: Receiver, subscribe: Subscribe, change: dict[str, Any]
) -> None:
    house.coup(17)
    webhook = subscribe()
    receiver.hangs = True

    def work() -> None:
        webhook.turn()
        connection.close()

    turn = threading.Thread(target=work)
    turn.start()
    try:
        wait_until(receiver.asked.is_set, "the receiver is asked")
        ApiClient.objects.filter(pk=system.client.pk).update(**change)
    finally:
        receiver.let_go.set()
        turn.join()
    assert len(receiver.got) == 1


@pytest.mark.servers
@pytest.mark.parametrize("change", ["url", "types", "table", "scopes"])
def test_changed_subscription_counts_from_the_next_event_of_a_turn(
    house: OpenHouse, system: Caller, receiver: Receiver, subscribe: Subscribe, change: str
) -> None:
    with receiving() as new_receiver:
        for number in (17, 0):
            house.coup(number)
        webhook = subscribe()
        receiver.hangs = True
        subscribed = Webhook.objects.filter(pk=webhook.id)
        changes: dict[str, Callable[[], object]] = {
            "url": lambda: subscribed.update(url=new_receiver.url),
            "types": lambda: subscribed.update(types=["number_fell"]),
            "table": lambda: subscribed.update(table="T9"),
            "scopes": lambda: ApiClient.objects.filter(pk=system.client.pk).update(scopes=[FEED_READ]),
        }

        def work() -> None:
            webhook.turn()
            connection.close()

        turn = threading.Thread(target=work)
        turn.start()
        try:
            wait_until(receiver.asked.is_set, "the receiver is asked")
            changes[change]()
        finally:
            receiver.let_go.set()
            turn.join()
        assert len(receiver.got) == 1, "nothing more goes by the old subscription"
        webhook.turn()
        later = [delivery.event for delivery in (new_receiver if change == "url" else receiver).got]
    match change:
        case "url":
            assert (len(receiver.got), later[0]["position"]) == (1, receiver.positions[0] + 1)
        case "types":
            assert [event["type"] for event in later[1:]] == ["number_fell", "number_fell"]
        case "table":
            assert len(later) == 1
        case "scopes":
            assert len(later) > 1


def test_nothing_goes_to_an_address_that_changes_while_its_line_is_opened(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe, settings: Settings
) -> None:
    settings.WEBHOOK_ALLOWED_ADDRESSES = ["localhost"]
    house.coup(17)
    webhook = subscribe(url=receiver.url.replace("127.0.0.1", "localhost"))

    def look_up_while_it_changes(host: str, port: int) -> list[str]:
        Webhook.objects.filter(pk=webhook.id).update(url="http://localhost:1/elsewhere")
        connection.close()  # a look-up has a thread of its own
        return ["127.0.0.1"]

    webhook.turn(lookup=look_up_while_it_changes)
    assert receiver.got == []


def test_the_log_has_every_try_and_is_kept_for_a_month(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    receiver.says = b"who are you?"
    receiver.statuses = [401, 200]
    webhook.turn()
    webhook.clock.later(timedelta(seconds=5))
    webhook.turn()
    taken, refused = webhook.log()
    assert (taken["status"], taken["failure"], taken["attempt"], taken["answer"]) == (
        200,
        None,
        2,
        "who are you?",
    )
    assert (refused["status"], refused["failure"], refused["attempt"]) == (
        401,
        "the receiver answered 401",
        1,
    )
    assert taken["event"] == refused["event"] == receiver.got[0].headers["webhook-id"]
    Attempt.objects.filter(number=refused["id"]).update(at=webhook.clock.now - timedelta(days=30, minutes=1))
    forget_what_expired()
    assert [line["id"] for line in webhook.log()] == [taken["id"]]


# ---------------------------------------------------------------- several at once


@pytest.mark.servers
def test_while_a_receiver_hangs_others_are_served_the_feed_is_sealed_and_no_second_sender_asks_it(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe
) -> None:
    with receiving() as slow:
        slow.hangs = True
        hanging, quick = subscribe(url=slow.url), subscribe()
        sequence_all(house.casino_id)
        sender = Sender()

        def got_all(one: Receiver) -> bool:
            sender.step()
            return len(one.got) == last - len(OF_ITSELF)

        try:
            sender.step()
            wait_until(slow.asked.is_set, "the slow receiver is asked")
            house.do(c.AnnounceBetsOpen())
            last = sequence_all(house.casino_id)  # it would not come to an end beside an open transaction
            wait_until(lambda: got_all(receiver), "the quick one has all")
            hanging.turn()
            assert (slow.positions, receiver.positions) == ([1], [1, 2, 3, *range(6, last + 1)])
            slow.hangs = False
            slow.let_go.set()
            wait_until(lambda: got_all(slow), "the slow one has all, too")
        finally:
            sender.stop()
        assert (quick.state()["position"], hanging.state()["position"]) == (last, last)


@pytest.mark.servers
def test_a_webhook_deleted_while_its_receiver_thinks_is_gone(
    house: OpenHouse, receiver: Receiver, subscribe: Subscribe, system: Caller
) -> None:
    webhook = subscribe()
    sequence_all(house.casino_id)
    stretch = Stretch.objects.get(webhook=webhook.id)
    receiver.hangs = True
    more: list[bool] = []

    def work() -> None:
        more.append(take_turn(stretch.pk, Means()))
        connection.close()

    turn = threading.Thread(target=work)
    turn.start()
    wait_until(receiver.asked.is_set, "the receiver is asked")
    assert confirmed(system.delete(f"webhooks/{webhook.id}"), webhook.officer)["position"] == 0
    receiver.let_go.set()
    turn.join()
    assert (more, Webhook.objects.count(), Attempt.objects.count()) == ([False], 0, 0)
