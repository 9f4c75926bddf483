"""The wizard that connects a wheel reader: address, raw bytes, protocol, a number compared with the wheel, table and
role.

Each step is a page of its own. The entered values are a draft in the session of the person (`draft.py`); the
register gets the reader with the last step.
"""
