"""The posted limits, and whose stakes count to one player's."""
