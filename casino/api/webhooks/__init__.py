"""Webhooks: the feed delivered to subscribers, event by event, signed, in order, and again until it is taken.

A webhook is an address of a client with a choice of events in the feed. Stretches of the feed go to it: one without
end, and one for each replay. A stretch is one row with a position. It moves on in the transaction that records the
event as taken, so nothing is missed if a process dies in between. An event that was taken without our knowledge comes
again under the same id.

`addresses.py` decides on permitted addresses, `posting.py` sends one request, `turn.py` brings a stretch onward.
`delivery.py` declares an attempt and its consequences to the kit's engine of deliveries. `sender.py` gives every
stretch its turn. Clients call `resource.py`, `log.py` and `replays.py`. No rule of a rulebook is judged here.
"""
