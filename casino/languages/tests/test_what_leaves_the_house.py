"""What the API, papers, files, letters and work in the background say, in the language of whoever gets it."""

import json
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import get_language, gettext, override
from openpyxl import load_workbook
from pypdf import PdfReader
from pytest_django import Settings

from casino.api.access.clients import create_client
from casino.api.access.scopes import REPORTS_READ, TABLES_READ, TABLES_WRITE
from casino.kit.dates import long_day
from casino.languages.language import tag_of
from casino.notices.sending import send_due
from casino.one_machine.ports import free_port
from casino.reports.models import ReportJob, ReportJobResult
from casino.reports.working import work_on
from tables.handling.models import Casino
from tables.play import commands as c
from tables.stream.following import follow_all
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.sentences import spoken
from testkit.stream import sequence_all

LANGUAGES = ("en", "fr", "it", "pt")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    cache.clear()
    return OpenHouse(casino_id, "pt-americana", now=timezone.now())


@pytest.fixture
def system(house: OpenHouse) -> Caller:
    casino, _ = Casino.objects.get_or_create(id=house.casino_id, defaults={"name": "Casino of a test"})
    scopes = [TABLES_READ, TABLES_WRITE, REPORTS_READ]
    return Caller(create_client(name="reader", casino=casino, scopes=scopes))


def said(msgid: str, language: str) -> str:
    with override(language):
        return gettext(msgid)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_problem_is_told_in_the_language_that_is_asked_for_and_its_code_stays(
    system: Caller, language: str
) -> None:
    answer = system.get("tables/NONE", **{"Accept-Language": f"de, {language};q=0.8"})
    found = json.loads(answer.content)
    assert (found["type"], found["status"]) == ("urn:permanence:problem:not-found", 404)
    assert found["code"] == "table-unknown" and found["parameters"]["table"] == "NONE"
    assert found["title"] == said("There is nothing at this address", language)
    assert answer.headers["Content-Language"] == tag_of(language)
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_problem_of_a_request_is_in_the_language_asked_for(system: Caller, language: str) -> None:
    answer = system.get("tables?limit=many", **{"Accept-Language": language})
    found = json.loads(answer.content)
    assert answer.status_code == 422
    wrong = spoken("'{value}' is not a whole number from {least} to {most}", language)
    assert wrong.search(found["detail"])
    assert found["title"] == said("The request is not of the documented form", language)
    unsigned = system.get("tables", **{"Accept-Language": language, "Authorization": "Bearer none"})
    assert unsigned.status_code == 401
    assert json.loads(unsigned.content)["title"] == said(
        "The request has no access token that is valid", language
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_and_the_heads_of_a_workbook_speak_it_and_csv_stays_for_programs(
    system: Caller, house: OpenHouse, language: str
) -> None:
    def report(form: str) -> bytes:
        address = f"reports/ledger?day={house.state.day}&format={form}"
        return bytes(system.get(address, **{"Accept-Language": language}).content)

    reader = PdfReader(BytesIO(report("pdf")))
    words = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    with override(language):
        assert gettext("Ledger") in words
        assert long_day(house.state.day) in words.replace("\u00a0", " ")
        heading = gettext("Gaming day")
    assert str(reader.root_object["/Lang"]) == tag_of(language)
    sheet = load_workbook(BytesIO(report("xlsx"))).active
    assert sheet is not None and sheet["A1"].value == heading
    head, row = report("csv").decode().split("\r\n")[:2]
    assert head.startswith("gaming_day,table,") and row.startswith(f"{house.state.day},T1,")


def test_a_job_in_the_background_speaks_the_language_in_which_it_was_asked_for(
    system: Caller, house: OpenHouse
) -> None:
    results = {}
    for language in LANGUAGES:
        wanted = {"from": house.state.day, "to": house.state.day, "format": "json"}
        answer = system.post(
            "reports/violations/jobs", wanted, f"job-{language}", **{"Accept-Language": language}
        )
        assert answer.status_code == 201, answer.content
        job = ReportJob.objects.get(pk=(house.casino_id, json.loads(answer.content)["id"]))
        assert job.language == language
        with override("fr"):
            # Whatever the worker was at before.
            while job.status in ("waiting", "running"):
                work_on(house.casino_id, str(job.id), job.turn)
                job.refresh_from_db()
            assert get_language() == "fr"
        content = bytes(ReportJobResult.objects.get(casino_id=house.casino_id, job=job.id).content)
        results[language] = json.loads(content)["columns"][0]["heading"]
    assert results == {language: said("Gaming day", language) for language in LANGUAGES}


class Mailbox:
    def __init__(self) -> None:
        self.letters: list[bytes] = []

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        assert isinstance(envelope.content, bytes)
        self.letters.append(envelope.content)
        return "250 taken"


@pytest.fixture
def mailbox(settings: Settings) -> Iterator[Mailbox]:
    box, port = Mailbox(), free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "casino.notices.mail.TimedBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.NOTICE_EMAILS = ["inspectors@control.invalid"]
    yield box
    server.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_is_in_the_language_of_the_casino(
    house: OpenHouse, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    Casino.objects.get_or_create(id=house.casino_id, defaults={"name": "Casino of a test"})
    if not hasattr(Casino(), "languages"):
        pytest.skip("a casino has no languages here")
    Casino.objects.filter(id=house.casino_id).update(languages=[language])
    house.do(c.ExcuseTimeAtBall(words="the replacement fell ill"))
    sequence_all(house.casino_id)
    assert follow_all(house.casino_id)
    assert send_due(timezone.now()) == 1
    message: Any = __import__("email").message_from_bytes(mailbox.letters[0])
    body = message.get_payload(decode=True).decode()
    assert spoken("{name} stays at the ball: {reason}.", language).search(body)
    with override(language):
        assert long_day(date.fromisoformat(house.state.day)) in body
