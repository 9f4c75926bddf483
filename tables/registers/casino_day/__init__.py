"""The close of a house's gaming day, pure: nothing of it is left over, or what is, is named and explained.

The days of its tables are closed before, each in its own stream (`tables.play.day`). What is left over of a day is
found by whoever knows slips, boxes and sheets, and told here. Its aggregate is in `settlement.house_day_aggregate`.
"""
