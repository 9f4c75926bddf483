"""Inspection sheets: counts and sightings at a table, written on paper and keyed in afterwards. The month's plan of
video inspections of the drop is here too.
"""
