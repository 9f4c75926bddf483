"""The one command handler. It works on streams, codecs and decisions, and imports no kind of stream and no model.

Each kind of stream declares an `Aggregate` beside its rows.


- `Aggregate`: the parts that differ between kinds of streams
- `handle`: one command, in one transaction; `record`: events decided by another module
- `foresee`: the events of a command, decided and not recorded
- `decide_held`, `append_held`: commands to many streams in one transaction, all under lock
- `Actor`, `How`, `Outcome`: the sender of a command, and its result
"""

from tables.handling.aggregate import Aggregate, Happened
from tables.handling.handler import Decided, Foreseen, append_held, decide_held, foresee, handle, record
from tables.handling.outcome import Actor, How, Outcome

__all__ = [
    "Actor",
    "Aggregate",
    "Decided",
    "Foreseen",
    "Happened",
    "How",
    "Outcome",
    "append_held",
    "decide_held",
    "foresee",
    "handle",
    "record",
]
