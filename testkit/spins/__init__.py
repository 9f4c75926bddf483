"""A house of many spins in simulated time: real drivers and rules, readers that go wrong, people who see the wheels.

`house.py` plays a table's day and compares the record with the wheel. Nothing here waits, and nothing is written.
"""
