"""Safekeeping: unclaimed winnings and abandoned stakes, until they are claimed or paid in."""
