"""A session belongs to who signed in: its key is new, its cookie is guarded, it ends, and it leads nowhere else."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.conf import settings as set_to
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.people.attempts import REMEMBERED, begin_attempt
from casino.people.known_browsers import COOKIE
from casino.people.models import AttemptCounter, Person, Role
from casino.people.tasks import forget_what_expired
from testkit.people import PASSWORD, browser_of

Colleague = Callable[..., Person]
pytestmark = pytest.mark.django_db


def signed_in(person: Person, client: Client | None = None, **more: str) -> tuple[Client, str]:
    """A browser in which the person has signed in, and where it was led."""
    client = client or Client()
    answer = client.post("/sign-in/", {"username": person.username, "password": PASSWORD, **more})
    assert answer.status_code == 302
    return client, answer["Location"]


@pytest.mark.parametrize("https", [False, True])
def test_cookies_are_kept_from_scripts_and_other_sites_and_from_plain_http_where_there_is_https(
    https: bool, colleague: Colleague, settings: Settings
) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = https
    client = Client()
    client.get("/sign-in/")
    client, _ = signed_in(colleague(Role.PIT_BOSS), client)
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        cookie = client.cookies[name]
        assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", https)
    known = client.cookies[COOKIE]
    assert (known["httponly"], known["samesite"], bool(known["secure"])) == (True, "Strict", https)
    assert known["path"] == "/sign-in/"


def test_browsers_are_told_to_keep_to_https_for_this_host_alone(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 3600
    assert Client().get("/sign-in/", secure=True)["Strict-Transport-Security"] == "max-age=3600"
    assert "Strict-Transport-Security" not in Client().get("/sign-in/")


def test_sign_in_replaces_a_planted_session_key(colleague: Colleague) -> None:
    client = Client()
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    assert planted is not None
    client.cookies[set_to.SESSION_COOKIE_NAME] = planted
    client, _ = signed_in(colleague(Role.PIT_BOSS), client)
    assert client.session.session_key != planted
    assert not Session.objects.filter(session_key=planted).exists()


def test_a_new_password_ends_every_session(colleague: Colleague) -> None:
    boss = colleague(Role.PIT_BOSS)
    client = browser_of(boss)
    assert client.get("/floor/").status_code == 200
    boss.set_password("another long enough password")
    boss.save()
    assert client.get("/floor/")["Location"] == "/sign-in/?next=/floor/"


ELSEWHERE = [
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "///elsewhere.example/",
    "/\\elsewhere.example/",
    "\\\\elsewhere.example/",
    "https:elsewhere.example",
    "http:///elsewhere.example",
    "javascript:alert(1)",
    "data:text/html,hello",
    "\thttps://elsewhere.example/",
]


@pytest.mark.parametrize("to", ELSEWHERE)
def test_nobody_is_led_to_another_site(to: str, colleague: Colleague) -> None:
    boss = colleague(Role.PIT_BOSS)
    client, led = signed_in(boss, next=to)
    assert led == "/floor/"
    assert client.get("/sign-in/", {"next": to})["Location"] == "/floor/"
    assert client.post("/sign-out/", {"next": to})["Location"] in ("/sign-in/", "/sign-out/")


@pytest.mark.parametrize("to", ["/sign-in/", "/sign-in/?next=/sign-in/"])
def test_signed_in_person_skips_the_sign_in_page(to: str, colleague: Colleague) -> None:
    assert browser_of(colleague(Role.PIT_BOSS)).get("/sign-in/", {"next": to})["Location"] == "/floor/"


def test_expired_sessions_and_attempts_are_deleted(colleague: Colleague) -> None:
    now = timezone.now()
    signed_in(colleague(Role.PIT_BOSS))
    for key, ends in (("a" * 32, now - timedelta(seconds=1)), ("b" * 32, now + timedelta(hours=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    begin_attempt("pin", "person/1", "2", now - REMEMBERED - timedelta(minutes=1))
    begin_attempt("pin", "person/1", "3", now - REMEMBERED + timedelta(minutes=1))
    AccessAttempt.objects.create(username="anna", failures_since_start=3)
    old = AccessLog.objects.create(username="anna")
    AccessLog.objects.filter(pk=old.pk).update(attempt_time=now - timedelta(days=366))
    forget_what_expired()
    assert not Session.objects.filter(session_key="a" * 32).exists()
    assert Session.objects.filter(expire_date__gt=now).count() == 2
    assert [counter.whose for counter in AttemptCounter.objects.all()] == ["3"]
    assert not AccessAttempt.objects.exists()
    assert AccessLog.objects.exists() and not AccessLog.objects.filter(pk=old.pk).exists()


def test_the_house_deletes_it_by_itself() -> None:
    tasks = [each["task"] for each in set_to.CELERY_BEAT_SCHEDULE.values()]
    assert forget_what_expired.name in tasks
