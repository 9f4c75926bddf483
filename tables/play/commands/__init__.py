"""What can be said to a table: requests, which are judged, and facts, which are recorded.

A request (`Request`) asks the platform to do something and is carried out or refused with the clause. A fact
(`Fact`) says what somebody or something saw happen: it is never refused for breaking a clause; the breach is a
violation beside it. A fact is refused only where it cannot have happened (a number that the wheel has not, a table
that is not open). The class says which of the two a thing is; this is the one place.
"""

from tables.play.commands.advances import *
from tables.play.commands.base import *
from tables.play.commands.bets import *
from tables.play.commands.cash import *
from tables.play.commands.change import *
from tables.play.commands.chip_series import *
from tables.play.commands.colours import *
from tables.play.commands.corrections import *
from tables.play.commands.coup import *
from tables.play.commands.day import *
from tables.play.commands.direction import *
from tables.play.commands.equipment import *
from tables.play.commands.held import *
from tables.play.commands.limits import *
from tables.play.commands.live import *
from tables.play.commands.payments import *
from tables.play.commands.phases import *
from tables.play.commands.result import *
from tables.play.commands.slips import *
from tables.play.commands.staff import *
from tables.play.commands.watch import *
