"""The OpenAPI document and its page: whole, committed, and without the internet."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.validation import validate_schema

from casino.api.access.scopes import SCOPES
from testkit.pages import read_page

ROOT = Path(__file__).resolve().parents[3]


@cache
def document() -> Any:
    """The document, which every test here only reads."""
    return SchemaGenerator().get_schema(public=True)


def responses(operation: Any) -> dict[str, Any]:
    """What an operation answers, by status; what many share is looked up."""
    shared = document()["components"]["responses"]
    return {
        code: shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        for code, each in operation["responses"].items()
    }


def operations() -> list[Any]:
    return [operation for methods in document()["paths"].values() for operation in methods.values()]


def test_the_committed_file_is_what_is_generated() -> None:
    committed = (ROOT / "docs/openapi.yaml").read_text(encoding="utf-8")
    assert OpenApiYamlRenderer().render(document(), renderer_context={}).decode() == committed, (
        "make it again: manage.py spectacular --fail-on-warn --file docs/openapi.yaml"
    )


def test_schema_is_generated_without_a_warning() -> None:
    out = StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", stdout=out)
    assert out.getvalue().startswith("openapi: 3.1.0\n")


def test_each_summary_is_the_whole_first_sentence() -> None:
    for operation in operations():
        paragraph = " ".join(operation["description"].partition("\n\n")[0].split())
        assert f"{paragraph.rstrip('.')}. ".startswith(f"{operation['summary']}. ")


def test_schema_is_valid_openapi_and_resolves_each_reference() -> None:
    whole = document()
    validate_schema(whole)
    text = json.dumps(whole)
    named = {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert named <= set(whole["components"]["schemas"])


@pytest.mark.django_db
def test_schema_is_served_as_json_or_yaml_without_sign_in(client: Client) -> None:
    served = client.get("/api/v1/schema/")
    assert json.loads(b"".join(served) if served.streaming else served.content)["openapi"] == "3.1.0"
    assert client.get("/api/v1/schema/", headers={"Accept": "application/yaml"}).content.startswith(
        b"openapi:"
    )


def test_every_call_tells_its_scope_its_key_and_its_problems() -> None:
    for operation in operations():
        (requirement,) = operation["security"]
        assert set(requirement["oauth2"]) <= set(SCOPES)
        assert {"401", "403", "404", "406", "422"} <= set(operation["responses"])
        assert {"200", "201", "202"} & set(operation["responses"])
        keys = [each for each in operation.get("parameters", ()) if each["name"] == "Idempotency-Key"]
        assert [key["required"] for key in keys] == ([True] if "requestBody" in operation else [])
        for code, response in responses(operation).items():
            if code == "304":
                continue
            first, *others = response["content"]
            assert first == (
                "application/json" if code in {"200", "201", "202"} else "application/problem+json"
            )
            assert not others or code == "200"


def named_routes(patterns: Iterable[Any], before: str = "") -> Iterator[str]:
    """The routes that have a name, those that stand together under one beginning too."""
    for each in patterns:
        here = f"{before}{each.pattern}"
        if hasattr(each, "url_patterns"):
            yield from named_routes(each.url_patterns, here)
        elif each.name:
            yield here


def test_every_address_of_the_api_is_told() -> None:
    routes = next(each for each in get_resolver().url_patterns if getattr(each, "app_name", "") == "api")
    assert isinstance(routes, URLResolver)
    named = {
        f"/api/{route}".replace("<str:", "{").replace("<int:", "{").replace(">", "}")
        for route in named_routes(routes.url_patterns)
    }
    assert named - {"/api/v1/schema/", "/api/v1/docs/"} == set(document()["paths"])


def test_calls_stand_by_what_they_are_about_and_each_tag_is_told() -> None:
    whole = document()
    told = [tag["name"] for tag in whole["tags"]]
    stand = [operation["tags"][0] for methods in whole["paths"].values() for operation in methods.values()]
    assert list(dict.fromkeys(stand)) == told
    assert stand == sorted(stand, key=told.index)
    assert all(tag["description"] for tag in whole["tags"])


@pytest.mark.django_db
def test_the_page_tells_every_call_and_every_shape(client: Client) -> None:
    page = read_page(client.get("/api/v1/docs/").content)
    assert {section["id"] for section in page.select("main section")} == {
        "signing-in",
        *(operation["operationId"] for operation in operations()),
        *(f"shape-{name}" for name in document()["components"]["schemas"]),
    }
    assert [heading.text.lower() for heading in page.select("main header[id] h2")] == [
        tag["name"] for tag in document()["tags"]
    ]
    ids = {element["id"] for element in page.select("[id]")}
    assert {link["href"][1:] for link in page.select("main a[href^='#']")} <= ids


@pytest.mark.django_db
def test_the_page_needs_nothing_from_elsewhere_and_keeps_to_our_policy(client: Client) -> None:
    response = client.get("/api/v1/docs/")
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    page = read_page(response.content)
    fetched = [element.get("src") or element["href"] for element in page.select("script, link, img, iframe")]
    assert fetched
    assert all(address.startswith("/static/") for address in fetched)
    assert not page.select("[style], style, [onclick]")


def test_patterns_mean_the_same_in_every_language() -> None:
    text = json.dumps(document())
    assert '"pattern": "^[A-Z]{3}$"' in text
    assert r"\\Z" not in text


def test_the_shapes_of_bodies_refuse_what_the_door_refuses(
    published: Any, caller: Callable[..., Any]
) -> None:
    schema = document()["components"]["schemas"]["SettlementRequest"]
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"bets", "results"}
    assert caller().settle({**published, "unknown": 1}).status_code == 422
