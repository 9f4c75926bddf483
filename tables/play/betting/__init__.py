"""Bets on the cloth: laid, moved, withdrawn, late, announced and repeated, played again, in groups."""
