"""Webhooks: the feed delivered to subscribers, event by event, signed, in order, and again until it is taken.

A webhook is an address of a client and what of the feed goes there. Stretches of the feed go to it: one without end,
and one for each replay. A stretch is one row with a position; it moves on in the transaction that writes down that the
event was taken, so nothing is missed whatever dies in between, and what was taken without our knowing comes again under
the same id. `addresses.py` decides where requests may go at all, `posting.py` sends one, `turn.py` brings a stretch
onward, `delivery.py` declares to the kit's engine of deliveries what an attempt does and what follows from it,
`sender.py` gives every stretch its turn; `resource.py`, `log.py` and `replays.py` are what clients call. No rule of a
rulebook is judged here.
"""
