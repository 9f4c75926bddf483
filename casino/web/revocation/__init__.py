"""Revocation: the end of a session, of a role, of a client's token, of a screen or of a sign reaches every process.

Triggers in the database (migrations/0001) send a notification with the transaction of every change of the row. The
listener of each web process (casino/web/streams/feed_listener.py) hears it before the feed's notice of any later event:
PostgreSQL delivers notifications in the order of their commits. The process then asks the database about the affected
open streams (`permits.py`), and forgets tokens and rules that it has read before (`heard.py`).
"""
