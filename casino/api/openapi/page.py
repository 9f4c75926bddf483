"""/api/v1/docs/: the OpenAPI document as a page, for people. Made on the server, so it works without the internet."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

Schema = dict[str, Any]


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter, or a key of an object. `names` are the shapes that its type refers to."""

    name: str
    type: str
    names: tuple[str, ...]
    required: bool
    says: SafeString


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One call with its request and its answer."""

    id: str
    tag: str
    method: str
    path: str
    summary: SafeString
    says: SafeString
    scopes: tuple[str, ...]
    parameters: tuple[Field, ...]
    body: str
    answer: str
    problems: tuple[tuple[str, str], ...]


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """The calls about one thing."""

    name: str
    says: str
    operations: tuple[Operation, ...]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """An object that is sent or received."""

    name: str
    says: SafeString
    fields: tuple[Field, ...]


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Return every operation and every shape, from the same document that /api/v1/schema/ gives."""
    document = SchemaGenerator().get_schema(public=True)
    scheme = document["components"]["securitySchemes"]["oauth2"]["flows"]["clientCredentials"]
    context = {
        "info": document["info"],
        "token_url": scheme["tokenUrl"],
        "scopes": sorted(scheme["scopes"].items()),
        "groups": tuple(_groups(document)),
        "shapes": tuple(_shapes(document)),
    }
    return render(request, "api/documentation.html", context)


def _groups(document: Schema) -> Iterator[Group]:
    operations = tuple(_operations(document))
    for tag in document["tags"]:
        yield Group(
            name=tag["name"],
            says=tag["description"],
            operations=tuple(each for each in operations if each.tag == tag["name"]),
        )


def _operations(document: Schema) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {})
            responses = {code: _resolved(document, each) for code, each in operation["responses"].items()}
            yield Operation(
                id=operation["operationId"],
                tag=operation["tags"][0],
                method=method.upper(),
                path=path,
                summary=_with_code(operation["summary"]),
                says=_prose(operation["description"]),
                scopes=tuple(scope for each in operation["security"] for scope in each["oauth2"]),
                parameters=tuple(map(_parameter, operation.get("parameters", ()))),
                body=next((name for content in body.values() for name in _named(content["schema"])), ""),
                answer=next(
                    name for code in responses if code.startswith("2") for name in _answered(responses[code])
                ),
                problems=tuple(
                    (code, response["description"])
                    for code, response in responses.items()
                    if code.startswith(("4", "5"))
                ),
            )


def _resolved(document: Schema, response: Schema) -> Schema:
    """Return a response itself, where an operation refers to one that many share."""
    name = response.get("$ref", "").rpartition("/")[2]
    return document["components"]["responses"][name] if name else response


def _answered(response: Schema) -> tuple[str, ...]:
    return _named(response["content"]["application/json"]["schema"])


def _shapes(document: Schema) -> Iterator[Shape]:
    for name, schema in document["components"]["schemas"].items():
        required = schema.get("required", ())
        yield Shape(
            name=name,
            says=_prose(schema.get("description", "")),
            fields=tuple(
                _field(key, value, required=key in required)
                for key, value in schema.get("properties", {}).items()
            ),
        )


def _parameter(parameter: Schema) -> Field:
    where = {"path": "in the path", "query": "in the query", "header": "a header"}[parameter["in"]]
    return msgspec.structs.replace(
        _field(parameter["name"], parameter["schema"], required=parameter.get("required", False)),
        says=_with_code(". ".join(filter(None, (where.capitalize(), parameter.get("description", ""))))),
    )


def _field(name: str, schema: Schema, *, required: bool) -> Field:
    examples = ", ".join(map(str, schema.get("examples", ())))
    says = [schema.get("description", ""), f"such as {examples}" if examples else ""]
    return Field(
        name=name,
        type=_type(schema),
        names=_named(schema),
        required=required,
        says=_with_code("; ".join(filter(None, says))),
    )


def _type(schema: Schema) -> str:
    """Return a schema in a few words: `integer`, `list of LegalBet`, `string or null`."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        # Each item of a tuple has a schema of its own, and no more items follow.
        within = schema.get("prefixItems") or [schema.get("items", {})]
        return f"list of {', '.join(map(_type, within))}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return str(schema.get("type", "any value"))


def _named(schema: Schema) -> tuple[str, ...]:
    """Return the names of the shapes that a schema refers to, at any depth."""
    if "$ref" in schema:
        return (schema["$ref"].rpartition("/")[2],)
    within = [
        *schema.get("anyOf", ()),
        *schema.get("prefixItems", ()),
        schema.get("items"),
        schema.get("additionalProperties"),
    ]
    return tuple(name for part in within if isinstance(part, dict) for name in _named(part))


def _prose(text: str) -> SafeString:
    """Return a docstring as paragraphs, with `code` as code."""
    paragraphs = (_with_code(" ".join(part.split())) for part in text.split("\n\n") if part)
    return mark_safe("".join(f"<p>{each}</p>" for each in paragraphs))


def _with_code(text: str) -> SafeString:
    return mark_safe(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))
