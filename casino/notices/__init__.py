"""Who is told of a breach when they look at no screen: e-mail and webhook, if the house has set them.

The outbox (`outbox.py`) follows the record and writes one notice for each event, way and recipient, in the transaction
in which it moves on: nothing is missed and nothing written twice. Celery sends what is due (`sending.py`), and tries
again. Screens do not wait for any of this: they read the record. No rule is judged here.
"""
