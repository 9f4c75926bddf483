"""The page on which an officer confirms or refuses what API clients requested."""
