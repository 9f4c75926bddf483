"""What anybody may read without signing in: the sign of a table. Nothing else of a casino is shown here.

Whoever asks too often is turned away for a while (`rate.py`): nobody is known by more than an address.
"""
