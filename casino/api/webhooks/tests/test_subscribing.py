"""A client subscribes, looks, changes its secret, asks for a replay and ends it; nobody else sees or does any of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from casino.api.models import ApiClient, FirstAnswer, WaitingRequest
from casino.api.webhooks.models import Webhook
from casino.api.webhooks.views import MOST_OF_A_CLIENT
from casino.kit.encryption import decrypted
from casino.notices.models import Notice
from tables.handling.registers import entries, history
from testkit.api import Caller, problem_of
from testkit.house import OpenHouse
from testkit.officers import confirm_now, confirmed, officer_of, requested, result_of
from testkit.stream import sequence_all
from testkit.webhooks import Receiver

pytestmark = pytest.mark.django_db(transaction=True)

Subscribe = Callable[..., Any]


def delete(system: Caller, webhook: int) -> Any:
    signed = {"Authorization": f"Bearer {system.token}"}
    return system.http.delete(f"/api/v1/webhooks/{webhook}", headers=signed)


def test_subscription_is_read_without_its_secret(
    system: Caller, house: OpenHouse, subscribe: Subscribe, receiver: Receiver
) -> None:
    head = sequence_all(house.casino_id)
    webhook = subscribe(types=["number_fell", "number_fell"], table="T1")
    answer = system.get(f"webhooks/{webhook.id}")
    told = answer.json()
    assert (told["url"], told["types"], told["table"]) == (receiver.url, ["number_fell"], "T1")
    assert (told["state"], told["position"], told["head"], told["tries"]) == ("enabled", 0, head, 0)
    assert webhook.secret.startswith("whsec_")
    assert webhook.secret not in answer.content.decode()
    assert system.get("webhooks").json() == {"webhooks": [told]}
    tag = answer.headers["ETag"]
    assert system.get(f"webhooks/{webhook.id}", **{"If-None-Match": tag}).status_code == 304
    webhook.turn()
    assert system.get(f"webhooks/{webhook.id}", **{"If-None-Match": tag}).status_code == 200


def test_a_secret_is_in_no_answer_and_lies_nowhere_in_clear(
    system: Caller, house: OpenHouse, receiver: Receiver
) -> None:
    officer = officer_of(house.casino_id)
    made = system.post("webhooks", {"url": receiver.url}, "make")
    assert system.post("webhooks", {"url": receiver.url}, "make").content == made.content
    secret = confirm_now(made, officer).secret
    changed = system.post(f"webhooks/{result_of(made)['id']}/secret", {}, "change")
    new = confirm_now(changed, officer).secret
    (webhook,) = Webhook.objects.all()
    read = [webhook.secret, webhook.previous_secret]
    read += [bytes(answer.body).decode() for answer in FirstAnswer.objects.all()]
    read += [str(each) for each in WaitingRequest.objects.values_list("result", "asked")]
    read += [
        system.get(requested(each)["address"].removeprefix("/api/v1/")).content.decode()
        for each in (made, changed)
    ]
    assert len(read) == 8
    for each in (secret, new):
        assert each.startswith("whsec_")
        assert not any(each.removeprefix("whsec_") in text for text in read)
    assert decrypted(webhook.secret.encode()).decode() == new != secret


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({}, "request: the key 'url' is missing"),
        ({"url": "https://localhost/"}, "url: localhost (127.0.0.1) is no public address"),
        ({"url": "https://10.0.0.1/"}, "url: 10.0.0.1 is no public address"),
        ({"url": "https://[::1]/"}, "url: ::1 is no public address"),
        ({"url": "https://169.254.169.254/latest/meta-data"}, "url: 169.254.169.254 is no public address"),
        ({"url": "http://8.8.8.8/"}, "url: 8.8.8.8 is reached by https only"),
        ({"url": "https://nobody.invalid/"}, "url: its host cannot be looked up"),
        ({"url": "file:///etc/passwd"}, "url: 'file:///etc/passwd' is no url of the web"),
        (
            {"url": "https://8.8.8.8/", "types": ["number_fel"]},
            "types[0]: 'number_fel' is no type of event; did you mean number_fell?",
        ),
        ({"url": "https://8.8.8.8/", "table": "T9"}, "table: no table 'T9' is registered; there are: T1"),
        ({"url": "https://8.8.8.8/", "after": 99}, "after: the feed has not come to 99"),
        ({"url": "https://8.8.8.8/", "after": -1}, "after: 0 is the least here"),
        ({"url": "https://8.8.8.8/", "secret": "mine"}, "secret: no such key"),
    ],
)
def test_malformed_subscription_is_named_and_not_stored(
    system: Caller, house: OpenHouse, said: dict[str, Any], says: str
) -> None:
    found = problem_of(system.post("webhooks", said))
    assert (found["status"], found["detail"][: len(says)]) == (422, says)
    assert not Webhook.objects.exists()


def test_a_public_address_is_taken(system: Caller, house: OpenHouse) -> None:
    assert system.post("webhooks", {"url": "https://8.8.8.8/events"}).status_code == 202


def test_a_webhook_is_its_clients_own(caller: Callable[..., Caller], subscribe: Subscribe) -> None:
    webhook, other = subscribe(), caller()
    assert other.get("webhooks").json() == {"webhooks": []}
    for path in ("", "/attempts", "/replays"):
        assert problem_of(other.get(f"webhooks/{webhook.id}{path}"))["status"] == 404
    for what, said in (("secret", {}), ("enable", {}), ("replays", {"first": 1, "last": 1})):
        assert problem_of(other.post(f"webhooks/{webhook.id}/{what}", said, what))["status"] == 404
    assert problem_of(delete(other, webhook.id))["status"] == 404
    assert webhook.state()["state"] == "enabled"
    for number in ("x", "0", "9" * 30, "²"):
        assert problem_of(other.get(f"webhooks/{number}"))["status"] == 404


def test_the_scope_is_asked_for(caller: Callable[..., Caller], receiver: Receiver) -> None:
    tables = caller("tables:read")
    assert problem_of(tables.get("webhooks"))["status"] == 403
    for without in (tables, caller("feed:read")):
        assert problem_of(without.post("webhooks", {"url": receiver.url}))["status"] == 403
        assert problem_of(without.post("webhooks/1/secret", {}))["status"] == 403
        assert problem_of(delete(without, 1))["status"] == 403
    assert problem_of(caller().post("webhooks", {"url": receiver.url}, None))["status"] == 400


def test_ended_subscription_reports_its_position_and_is_deleted(
    system: Caller, subscribe: Subscribe, receiver: Receiver
) -> None:
    webhook = subscribe()
    webhook.turn()
    asked = delete(system, webhook.id)
    assert delete(system, webhook.id).content == asked.content
    # The table was opened; the webhook was registered, and has a secret.
    assert confirmed(asked, webhook.officer)["position"] == 3
    assert delete(system, webhook.id).status_code == 404
    assert system.get("webhooks").json() == {"webhooks": []}


def test_subscription_change_and_end_are_in_the_register(
    system: Caller, house: OpenHouse, subscribe: Subscribe, receiver: Receiver
) -> None:
    webhook = subscribe(types=["number_fell"], table="T1")
    (entry,) = entries(house.casino_id, "webhook", withdrawn=False)
    assert entry.values == {
        "client": ApiClient.objects.get().code,
        "url": receiver.url,
        "types": ["number_fell"],
        "table": "T1",
    }
    webhook.change_secret()
    confirm_now(delete(system, webhook.id), webhook.officer)
    steps = history(house.casino_id, "webhook", entry.code)
    assert [step.type for step in reversed(steps)] == [
        "entry_registered",
        "entry_secret_issued",
        "entry_secret_issued",
        "entry_withdrawn",
    ]
    assert {(step.by, step.client.partition(" ")[0]) for step in steps} == {
        (webhook.officer.display_name, "cash")
    }
    assert not entries(house.casino_id, "webhook", withdrawn=False)
    told = Notice.objects.filter(casino_id=house.casino_id)
    assert not told.exists(), "a client that ends what is its own is nobody's concern"


def test_subscription_older_than_the_register_enters_it_with_its_first_change(
    house: OpenHouse, subscribe: Subscribe, receiver: Receiver
) -> None:
    webhook = subscribe()
    Webhook.objects.filter(pk=webhook.id).update(code="")
    webhook.change_secret()
    row = Webhook.objects.get(pk=webhook.id)
    began, *_ = reversed(history(house.casino_id, "webhook", row.code))
    assert (began.type, began.by) == ("entry_registered", "Beginning of the register")
    assert began.after["url"] == receiver.url


def test_a_client_has_no_more_than_so_many(system: Caller, house: OpenHouse, receiver: Receiver) -> None:
    for number in range(MOST_OF_A_CLIENT):
        confirm_now(system.post("webhooks", {"url": receiver.url}, str(number)), officer_of(house.casino_id))
    found = problem_of(system.post("webhooks", {"url": receiver.url}, "more"))
    assert "at most 20" in found["detail"]


def test_the_log_is_read_page_by_page_from_the_newest(
    house: OpenHouse, system: Caller, subscribe: Subscribe
) -> None:
    webhook = subscribe()
    house.coup(17)
    webhook.turn()
    whole = webhook.log()
    told: list[Any] = []
    query = "?limit=2"
    while query:
        page = json.loads(system.get(f"webhooks/{webhook.id}/attempts{query}").content)
        assert 1 <= len(page["attempts"]) <= 2
        told += page["attempts"]
        query = f"?limit=2&before={page['next']}" if page["next"] else ""
    assert told == whole
    # Its own registration, at 2 and 3, is not brought to it.
    assert [line["position"] for line in whole] == [*range(len(whole) + 2, 3, -1), 1]
    assert problem_of(system.get(f"webhooks/{webhook.id}/attempts?limit=0"))["status"] == 422


def test_a_replay_that_makes_no_sense_is_refused(
    house: OpenHouse, subscribe: Subscribe, receiver: Receiver
) -> None:
    webhook = subscribe()
    house.coup(17)
    last = sequence_all(house.casino_id)
    for said, says in (
        ({"first": 3, "last": 2}, "first: it is 3, after the last, 2"),
        ({"first": 1, "last": last + 1}, f"last: the feed has not come to {last + 1}"),
        ({"first": 0, "last": 2}, "first: 1 is the least here"),
        ({"first": 1}, "request: the key 'last' is missing"),
    ):
        assert problem_of(webhook.post("replays", said))["detail"].startswith(says)
    assert webhook.post("replays", {"first": 1, "last": 2}).status_code == 201
    assert "is under way, at 0 of 2" in problem_of(webhook.post("replays", {"first": 1, "last": 2}))["detail"]
    assert receiver.got == []


def test_malformed_change_of_a_subscription_is_named(subscribe: Subscribe) -> None:
    webhook = subscribe()
    for hours in (-1, 169):
        assert problem_of(webhook.post("secret", {"overlap_hours": hours}))["status"] == 422
    assert problem_of(webhook.post("enable", {"after": 99}))["detail"].startswith("after: the feed has not")
