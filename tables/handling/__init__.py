"""The one command handler. It knows streams, codecs and decisions, but no kind of stream and no model.

Each kind declares an `Aggregate` where its rows are.


- `Aggregate`: what differs from stream to stream
- `handle`: one command, in one transaction; `record`: events that were decided elsewhere
- `Actor`, `How`, `Outcome`: who sent a command, and what came of it
"""

from tables.handling.aggregate import Aggregate, Happened
from tables.handling.handler import handle, record
from tables.handling.outcome import Actor, How, Outcome

__all__ = ["Actor", "Aggregate", "Happened", "How", "Outcome", "handle", "record"]
