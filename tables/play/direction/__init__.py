"""What the direction of the games decides: play suspended and resumed, the last coup."""
