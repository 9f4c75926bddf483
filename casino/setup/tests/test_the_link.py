"""The link of a new casino: printed as long as there is none, good once, for a day, and for one visitor."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from casino.people.demonstration_house import CASINO_ID, CASINO_NAME
from casino.setup.links import LinkGone, first_link, hash_of, new_link, open_link
from casino.setup.models import SetUpLink
from tables.handling.models import Casino
from testkit.pages import read_page

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def token_of(path: str | None) -> str:
    assert path is not None
    return path.strip("/").split("/")[-1]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("setup_link", *arguments)
    return capsys.readouterr().out.strip()


def test_the_token_itself_is_nowhere_in_the_database() -> None:
    token = token_of(first_link(NOW))
    link = SetUpLink.objects.get()
    assert token not in str(vars(link))
    assert link.token_hash == hash_of(token)
    assert len(token) >= 43


def test_a_newer_link_takes_the_place_of_one_that_nobody_used() -> None:
    first, second = token_of(first_link(NOW)), token_of(first_link(NOW))
    assert first != second
    with pytest.raises(LinkGone) as gone:
        open_link(first, SessionStore(), NOW)
    assert gone.value.why == "unknown"
    assert open_link(second, SessionStore(), NOW).stands(NOW)


def test_no_link_is_made_once_a_casino_is_there_but_for_one_more() -> None:
    Casino.objects.create(name="Casino Real")
    assert first_link(NOW) is None
    assert open_link(token_of(new_link(NOW, another_casino=True)), SessionStore(), NOW).another_casino


def test_setup_link_is_valid_for_a_day() -> None:
    token = token_of(first_link(NOW))
    assert open_link(token, SessionStore(), NOW + timedelta(hours=23, minutes=59))
    with pytest.raises(LinkGone) as gone:
        open_link(token, SessionStore(), NOW + timedelta(hours=24))
    assert gone.value.why == "expired"


def test_the_command_prints_it_for_any_server(capsys: pytest.CaptureFixture[str]) -> None:
    line = printed(capsys, "--address", "https://casino.example/")
    assert line.startswith("https://casino.example/set-up/")
    assert SetUpLink.objects.get().token_hash == hash_of(token_of(line))
    Casino.objects.create(name="Casino Real")
    with pytest.raises(CommandError, match="--new-casino makes a link for one more"):
        call_command("setup_link")
    assert "/set-up/" in printed(capsys, "--new-casino")


def test_none_is_made_beside_the_demonstration(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "--check-only") == ""
    assert not SetUpLink.objects.exists()
    Casino.objects.create(pk=CASINO_ID, name=CASINO_NAME, demonstration=True)
    for arguments in (["--check-only"], [], ["--new-casino"]):
        with pytest.raises(CommandError, match="The database holds the demonstration"):
            call_command("setup_link", *arguments)
    assert not SetUpLink.objects.exists()


def test_wrong_setup_link_explains_how_to_get_a_new_one() -> None:
    answer = Client().get("/set-up/no-such-token/", follow=True)
    assert answer.status_code == 410
    read = read_page(answer.content).text
    assert "not complete, or a newer one was printed" in read
    assert "manage.py setup_link" in read


def test_the_sign_in_of_a_house_without_a_casino_says_how_one_is_set_up() -> None:
    assert "No casino is set up here yet" in Client().get("/sign-in/").content.decode()
    Casino.objects.create(name="Casino Real")
    assert "No casino is set up here yet" not in Client().get("/sign-in/").content.decode()
