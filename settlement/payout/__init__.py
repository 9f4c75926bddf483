"""The payout engine, pure: stakes and a number in, lines and their order out. No Django, no clock."""
