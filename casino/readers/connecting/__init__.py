"""The way to connect a wheel reader: address, raw bytes, protocol, a number compared with the wheel, table and role.

Each step is a page of its own. What was entered so far is a draft in the session of the person (`draft.py`); the
register has the reader after the last step and not before.
"""
