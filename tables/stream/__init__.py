"""The record itself: append, read, seal, feed, project. It knows events, not roulette.

This module is the facade; other packages import the record's names from here:

- writing: `NewEvent`, `append`, `ANY`, `IdempotencyKey`, `recall`; to several streams `append_to_streams`,
  `StreamAppend`, `Claim`
- reading: `RecordedEvent`, `read_stream`, `read_types`, `stream_version`, `read_feed`, `feed_position`,
  `register_upcaster`; to pass events on, `StoredEvent`, `read_feed_as_stored`
- names of people: `register_personal_fields`, `forget_personal_texts`
- deriving: `SynchronousProjection`, `AsynchronousProjection`, `register_synchronous`, `register_asynchronous`,
  `rebuild`
- months outside of the database: `MonthArchived`
- watching and proving: `sequencer_lag`, `sequencer_lags`, `horizon_holder`, `casinos_from_elsewhere`, `verify_chain`

Nothing here imports the models, so that an app may use the facade while Django is still loading.
"""

from tables.stream.appender import Appended, append, recall
from tables.stream.batch_appender import Claim, StreamAppend, append_to_streams, keys_used
from tables.stream.chain import Fault, verify_chain
from tables.stream.errors import (
    ConcurrencyError,
    EventAlreadyRecorded,
    IdempotencyConflict,
    MonthArchived,
    StreamError,
)
from tables.stream.event import ANY, AnyVersion, IdempotencyKey, NewEvent, RecordedEvent, StoredEvent
from tables.stream.feed import feed_position, read_feed, read_feed_as_stored
from tables.stream.horizon import (
    AFTER_RESTORE,
    HorizonHolder,
    casinos_from_elsewhere,
    horizon_holder,
    sequencer_lag,
    sequencer_lags,
)
from tables.stream.projections import (
    AsynchronousProjection,
    SynchronousProjection,
    last_of_each_stream,
    register_asynchronous,
    register_synchronous,
)
from tables.stream.pseudonyms import forget_personal_texts, register_personal_fields
from tables.stream.reader import read_stream, read_types, stream_version
from tables.stream.rebuilding import rebuild
from tables.stream.upcasters import register_upcaster

__all__ = [
    "AFTER_RESTORE",
    "ANY",
    "AnyVersion",
    "Appended",
    "AsynchronousProjection",
    "Claim",
    "ConcurrencyError",
    "EventAlreadyRecorded",
    "Fault",
    "HorizonHolder",
    "IdempotencyConflict",
    "IdempotencyKey",
    "MonthArchived",
    "NewEvent",
    "RecordedEvent",
    "StoredEvent",
    "StreamAppend",
    "StreamError",
    "SynchronousProjection",
    "append",
    "append_to_streams",
    "casinos_from_elsewhere",
    "feed_position",
    "forget_personal_texts",
    "horizon_holder",
    "keys_used",
    "last_of_each_stream",
    "read_feed",
    "read_feed_as_stored",
    "read_stream",
    "read_types",
    "rebuild",
    "recall",
    "register_asynchronous",
    "register_personal_fields",
    "register_synchronous",
    "register_upcaster",
    "sequencer_lag",
    "sequencer_lags",
    "stream_version",
    "verify_chain",
]
