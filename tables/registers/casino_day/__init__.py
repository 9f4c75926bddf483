"""The close of a casino's gaming day, pure: nothing of it is left over, or what is, is named and explained.

The days of its tables are closed before, each in its own stream (`tables.play.day`). What is left over of a day is
found in slips, boxes and sheets, and passed in. Its aggregate is in `settlement.casino_day_aggregate`.
"""
