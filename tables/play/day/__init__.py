"""The table's books: opened, closed, closed by force, and what one day hands to the next."""
