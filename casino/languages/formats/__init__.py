"""What Django's own formatting does in each language: nothing of its own.

A number in a template that no filter of ours wrote is for machines: a coordinate of a drawing, a value of a field. What
people read is written by casino/kit/money.py and dates.py, as Babel has it.
"""
