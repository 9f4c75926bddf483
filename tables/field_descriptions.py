"""What the fields of a struct mean: the text below each field in its source, for whoever documents the type."""

import ast
import inspect
from functools import cache
from textwrap import dedent


@cache
def field_descriptions(struct: type) -> dict[str, str]:
    """The descriptions of a struct's fields by name, its bases' too; a field without one is not among them."""
    found: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if cls.__module__.startswith(("builtins", "msgspec")):
            continue
        found |= _own_descriptions(cls)
    return found


def _own_descriptions(cls: type) -> dict[str, str]:
    (definition,) = ast.parse(dedent(inspect.getsource(cls))).body
    assert isinstance(definition, ast.ClassDef)
    return {
        field.target.id: " ".join(inspect.cleandoc(below.value.value).split())
        for field, below in zip(definition.body, definition.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
