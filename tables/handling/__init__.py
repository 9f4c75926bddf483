"""The one command handler. It knows streams, codecs and decisions, but no kind of stream and no model.

Each kind declares an `Aggregate` where its rows are.


- `Aggregate`: what differs from stream to stream
- `handle`: one command, in one transaction; `record`: events that were decided elsewhere
- `foresee`: what a command would lead to, decided and not recorded
- `decide_held`, `append_held`: commands to many streams that are held, in one transaction
- `Actor`, `How`, `Outcome`: who sent a command, and what came of it
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
