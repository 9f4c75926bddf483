"""The one engine that brings something to somebody until it is taken: notices, webhooks and report jobs.

A kind of delivery is a small declaration (`Kind`): what an attempt does, what follows from it, and its backoff. The
engine has the rest: it claims an item so that nobody else tries it meanwhile (`claims.py`), attempts it with no
transaction open, then in one transaction writes the attempt down and moves the item on, puts it off or gives it up, and
logs which (`engine.py`). Waits are pure (`backoff.py`). Each kind keeps its own tables.
"""
