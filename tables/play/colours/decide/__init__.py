"""The deciders of colours."""

from tables.play import commands as c
from tables.play.colours.decide.chips import assign_colour, buy_more_chips, see_foreign_chips
from tables.play.colours.decide.given_back import present_chips, redeem_colour, redeem_late_chips
from tables.play.pending import Deciders

DECIDERS: Deciders = {
    c.AssignColour: assign_colour,
    c.BuyMoreChips: buy_more_chips,
    c.PresentChips: present_chips,
    c.RedeemColour: redeem_colour,
    c.RedeemLateChips: redeem_late_chips,
    c.SeeForeignChips: see_foreign_chips,
}
