"""The player's own screen at a live table: one seat, its cloth, its balance and the time that is left."""
