"""Engine that delivers an item until it is taken: notices, webhooks and report jobs.

A kind of delivery is a small declaration (`Kind`): its attempt, the consequences, and its backoff. The engine does the
rest. It claims an item so that nobody else tries it meanwhile (`claims.py`), and attempts it with no transaction open.
Then in one transaction it records the attempt, and moves the item on, puts it off or gives it up (`engine.py`). Waits
are pure (`backoff.py`). Each kind keeps its own tables.
"""
