"""Django's own formats for each language, left at their defaults.

Numbers in templates that none of our filters wrote are for machines: coordinates of a drawing, values of fields. Text
for people is written by casino/kit/money.py and dates.py, in Babel's formats.
"""
