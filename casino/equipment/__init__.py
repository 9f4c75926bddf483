"""The house's own screens: what outlives a table's day and is decided for all tables at once, such as the chips."""
