"""All commands to a table: requests, which are judged, and facts, which are recorded.

A request (`Request`) asks the platform for an act. The request is carried out, or refused with the clause. A fact
(`Fact`) reports an event that a person or a device saw. A fact is never refused for breaking a clause: the breach
becomes a violation next to the fact. A fact is refused only if it cannot have happened, such as a number that the wheel
does not have. The base class alone separates requests from facts.
"""

from tables.play.betting.commands import *
from tables.play.cash.commands import *
from tables.play.change.commands import *
from tables.play.colours.commands import *
from tables.play.command import *
from tables.play.coup.commands import *
from tables.play.day.commands import *
from tables.play.direction.commands import *
from tables.play.dispute.commands import *
from tables.play.equipment.commands import *
from tables.play.float.commands import *
from tables.play.held.commands import *
from tables.play.limits.commands import *
from tables.play.live.commands import *
from tables.play.payment.commands import *
from tables.play.prison.commands import *
from tables.play.reader.commands import *
from tables.play.result.commands import *
from tables.play.slips.commands import *
from tables.play.staff.commands import *
