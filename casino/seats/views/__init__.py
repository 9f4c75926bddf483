"""The pages of seats: the player's own screen, the terminal that opens it, and the staff's list of screens."""
