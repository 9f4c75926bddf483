"""Expected refusals of a test: by code, clause and parameters, never by the sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from casino.kit.sentences import sentence_of
from tables.refusal import Refused


@contextmanager
def expect_refusal(
    code: str, *, clause: str | None = None, kind: type[Refused] = Refused, **parameters: Any
) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Expect a refusal with this code; the clause and each parameter are compared where they are given.

    The sentence is made as well, so that no parameter of it is missing.
    """
    with pytest.raises(kind) as raised:
        yield raised
    refusal = raised.value.refusal
    assert refusal.code == code, f"refused with {refusal}"
    if clause is not None:
        assert refusal.clause == clause
    assert {name: refusal.parameters.get(name) for name in parameters} == parameters
    assert sentence_of(refusal)
