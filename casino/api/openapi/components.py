"""Bodies, responses and parameters in the OpenAPI document, read off their structs."""

from typing import Any

import msgspec
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from casino.api.http.response import JSON_TYPE

_PLACE = "#/components/schemas/{name}"
_structs: dict[str, type] = {}
"""Every struct that an operation names, by its name in the schema."""


def query(name: str, description: str = "", type_: Any = OpenApiTypes.STR, **more: Any) -> OpenApiParameter:
    """Return a parameter in the query."""
    return OpenApiParameter(name, type_, description=description, **more)


def header(name: str, description: str, *, required: bool = False) -> OpenApiParameter:
    """Return a parameter in the headers."""
    return OpenApiParameter(
        name, OpenApiTypes.STR, OpenApiParameter.HEADER, required=required, description=description
    )


VERSION = query(
    "version", "Of the rulebook, by default the newest; {rulebook}@1 says the same", OpenApiTypes.INT
)
WHEEL = query("wheel", "A numbering of the rulebook, by default its first, such as french")


def shape(struct: type) -> dict[str, Any]:
    if _structs.setdefault(struct.__name__, struct) is not struct:
        raise ValueError(f"two shapes are called {struct.__name__}; each has a name of its own")
    return {"$ref": _PLACE.format(name=struct.__name__)}


def responds_with(struct: type, *, status: int = 200) -> dict[Any, Any]:
    """Return the response of an operation that goes well; problems are added to all of them alike."""
    return {(status, JSON_TYPE): shape(struct)}


def body_of_shape(struct: type, *others: type) -> dict[str, Any]:
    """Return the body of an operation; of one of several shapes where others are named."""
    one = shape(struct)
    return {JSON_TYPE: {"anyOf": [one, *map(shape, others)]} if others else one}


def components() -> dict[str, Any]:
    """Return the schema of each struct that was named, and of those within."""
    _, found = msgspec.json.schema_components(_structs.values(), ref_template=_PLACE)
    return {name: _as_everywhere(found[name]) for name in sorted(found)}


def _as_everywhere(schema: Any) -> Any:
    """Return the schema with patterns as other languages write them too, without Python's own mark of the end."""
    if isinstance(schema, dict):
        return {
            key: value.removesuffix(r"\Z") + "$"
            if key == "pattern" and isinstance(value, str) and value.endswith(r"\Z")
            else _as_everywhere(value)
            for key, value in schema.items()
        }
    return [_as_everywhere(each) for each in schema] if isinstance(schema, list | tuple) else schema
