"""All events of a table, in their recorded form.

An event is named in the past. Its tag is its type in the record, its fields are the event's data there; the actor,
the place and the times are in the event's metadata and times, not here. A new field always has a default, because
recorded events are read for ever.
"""

from tables.codec import EventCodec
from tables.play.betting.events import *
from tables.play.cash.events import *
from tables.play.change.events import *
from tables.play.colours.events import *
from tables.play.coup.events import *
from tables.play.day.events import *
from tables.play.day.older_closings import closing_from_words, opening_from_words
from tables.play.direction.events import *
from tables.play.dispute.events import *
from tables.play.equipment.events import *
from tables.play.event import *
from tables.play.held.events import *
from tables.play.limits.events import *
from tables.play.live.events import *
from tables.play.payment.events import *
from tables.play.payment.older_differences import difference_from_words
from tables.play.reader.events import *
from tables.play.reader.older_violations import from_detail
from tables.play.result.events import *
from tables.play.slips.events import *
from tables.play.staff.events import *

AnyEvent = (
    DayEvent
    | DirectionEvent
    | StaffEvent
    | CorrectionEvent
    | LimitsEvent
    | BetEvent
    | CashEvent
    | ChangeEvent
    | AdvanceEvent
    | ChipSeriesEvent
    | ColourEvent
    | HeldEvent
    | LiveEvent
    | CoupEvent
    | PhaseEvent
    | PaymentEvent
    | ResultEvent
    | EquipmentEvent
    | SlipEvent
    | WatchEvent
)
TABLE_EVENTS = EventCodec[AnyEvent](
    AnyEvent,
    {
        "table_closed": (closing_from_words,),
        "table_opened": (opening_from_words,),
        "violation_raised": (from_detail,),
        "payment_differed": (difference_from_words,),
    },
)
TYPES = TABLE_EVENTS.types
"""The types of all table events, as the record has them."""
