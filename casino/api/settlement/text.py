"""A request as text: read in one way for the command line and the API, so that both refuse alike."""

import json
from typing import Any

from casino.api.settlement.problem import Problem


def read_document(text: bytes) -> Any:
    """The request as Python values; whatever is no JSON is a Problem, whichever way it breaks the parser."""
    try:
        return json.loads(text, object_pairs_hook=_each_key_once)
    except json.JSONDecodeError as error:
        reason = f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        raise Problem.malformed("request", reason) from None
    except (ValueError, RecursionError) as error:
        raise Problem.malformed("request", f"not JSON that can be read: {error}") from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Problem.malformed("request", f"the key '{twice}' stands twice in one object")
    return document
