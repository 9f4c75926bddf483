"""The pages without sign-in: the sign of a table. Nothing else of a casino is shown here.

A client that asks too often is refused for a while (`rate.py`): its address is all that is known.
"""
