"""The cash desk's screens: fills and credits at the chip bank, from a table's request to the receipt."""
