"""Notices of breaches for people who look at no screen: by e-mail and webhook, if the casino has set them.

The outbox (`outbox.py`) follows the record and writes one notice for each event, way and recipient, in the transaction
in which it moves on: nothing is missed and nothing written twice. Celery sends what is due (`sending.py`), and tries
again. Screens do not wait for any of this: they read the record. No rule is judged here.
"""
