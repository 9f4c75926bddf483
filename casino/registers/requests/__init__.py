"""The page on which an officer confirms or refuses requests of API clients."""
