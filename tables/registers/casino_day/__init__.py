"""The close of a casino's gaming day, pure: all of it is done, or each blocker is named and explained.

The days of its tables are closed before, each in its own stream (`tables.play.day`). Blockers of a day are found in
slips, boxes and sheets, and passed in. Its aggregate is in `settlement.casino_day_aggregate`.
"""
