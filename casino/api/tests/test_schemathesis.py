"""Schemathesis against the real server, with all scopes and with none: no 5xx, no answer that is not documented, and no
access without its scope."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from casino.api.access.clients import create_client
from casino.api.access.scopes import CHECKPOINTS_COSIGN, FEED_READ, SCOPES
from tables.handling.models import Casino
from testkit.api import Caller
from testkit.house import OpenHouse

OPENED_BY_ANOTHER = {FEED_READ: (CHECKPOINTS_COSIGN,)}
"""What the document names the first for, some calls let the others do as well: a witness reads checkpoints."""
HOOKS = str(Path(__file__).parent)
QUICKLY = ("--phases=fuzzing", "--max-examples=4")
"""So many examples for each operation, valid and invalid ones."""
THOROUGHLY = ("--phases=examples,coverage,fuzzing", "--max-examples=60")
"""For `make test-long`: each edge of each schema besides, 20 minutes and more."""
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.fixture
def casino(casino_id: int, transactional_db: None) -> Casino:
    return Casino.objects.create(id=casino_id, name="Casino of a test")


@pytest.fixture
def explored(web_server: str, tmp_path: Path, seed: int) -> Callable[..., str]:
    """`explored("--max-examples=1")`: explore the API of the served house with these arguments."""
    return partial(explore, web_server, tmp_path, seed)


def explore(address: str, folder: Path, seed: int, *arguments: str) -> str:
    """What schemathesis found; fails where it found anything."""
    told = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{address}/api/v1/schema/",
            f"--checks={CHECKS}",
            f"--seed={seed}",
            "--request-timeout=40",
            "--generation-database=none",
            *arguments,
        ],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", "SCHEMATHESIS_HOOKS": "schemathesis_hooks", "PYTHONPATH": HOOKS},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert told.returncode == 0, told.stdout
    return told.stdout


@pytest.fixture
def how_long(thorough: bool) -> tuple[str, ...]:
    return THOROUGHLY if thorough else QUICKLY


@pytest.mark.long_form
@pytest.mark.django_db(transaction=True)
def test_nothing_undocumented_happens_with_all_scopes(
    casino: Casino,
    register: Callable[..., Any],
    explored: Callable[..., str],
    how_long: tuple[str, ...],
) -> None:
    OpenHouse(casino.pk, "it-venezia", now=timezone.now())
    system = Caller(register(*SCOPES))
    explored(f"--header=Authorization: Bearer {system.token}", *how_long)


@pytest.mark.django_db(transaction=True)
def test_nothing_undocumented_happens_with_none(casino: Casino, explored: Callable[..., str]) -> None:
    explored("--phases=fuzzing", "--max-examples=1")


@pytest.mark.django_db
def test_no_call_lets_anybody_in_without_its_scope(
    casino_in_test: Casino, problem: Callable[..., Any]
) -> None:
    """Each call of the document, asked with every scope that does not open it, and with none at all."""
    systems = {
        scope: Caller(
            create_client(
                name=scope,
                casino=casino_in_test,
                scopes=[each for each in SCOPES if each not in (scope, *OPENED_BY_ANOTHER.get(scope, ()))],
            )
        )
        for scope in SCOPES
    }
    document = SchemaGenerator().get_schema(public=True)
    for path, methods in document["paths"].items():
        address = re.sub(r"\{(use|coup|number)\}", "1", path)
        address = re.sub(r"\{\w+\}", "x", address)
        for method, operation in methods.items():
            (scopes,) = [each["oauth2"] for each in operation["security"]]
            assert scopes, (method, path)
            for needed in scopes:
                system = systems[needed]
                headers = {"Authorization": f"Bearer {system.token}", "Idempotency-Key": "k"}
                ask = getattr(system.http, method)
                kept_out = problem(ask(address, headers=headers))
                assert (kept_out["status"], needed in kept_out["detail"]) == (403, True), (method, path)
            assert problem(ask(address, headers={"Idempotency-Key": "k"}))["status"] == 401, (method, path)


@pytest.fixture
def casino_in_test(db: None, casino_id: int) -> Casino:
    return Casino.objects.create(id=casino_id, name="Casino of a test")
