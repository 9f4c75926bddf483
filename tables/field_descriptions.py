"""Descriptions of a struct's fields: the text below each field in its source, for documents of the type."""

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache


@cache
def field_descriptions(struct: type) -> dict[str, str]:
    """Return the descriptions of a struct's fields by name, its bases' too; a field without one is not among them."""
    found: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if cls.__module__.startswith(("builtins", "msgspec")):
            continue
        found |= _of_classes_in(cls.__module__)[cls.__qualname__]
    return found


@cache
def _of_classes_in(module: str) -> dict[str, dict[str, str]]:
    """Return the descriptions of the fields of each class.

    The whole module is read at once, because a web process asks for all of it.
    """
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {name: dict(_own_descriptions(definition)) for name, definition in _classes(tree.body)}


def _classes(body: list[ast.stmt], inside: str = "") -> Iterator[tuple[str, ast.ClassDef]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            name = f"{inside}{statement.name}"
            yield name, statement
            yield from _classes(statement.body, f"{name}.")


def _own_descriptions(definition: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            yield field.target.id, " ".join(inspect.cleandoc(below.value.value).split())
