"""The chip bank: its stock by series and value, what is sold and redeemed there, and where all the casino's chips are.

Pure. Chips that come from tables and go to them have slips (`settlement.slips`); how many of them there are at all is
the casino's register of series (`tables.registers.chip_series`).
"""
