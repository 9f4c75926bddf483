"""The screens of the casino's registers: an index, a list for each kind, and a page for each entry with its history.

One form is made of the fields that a kind declares (tables/registers/entries); their names are in `words`.
"""
