"""Setting up a casino: a link that is printed once, and the pages it leads its visitor through.

Nobody can sign in to a house without a casino. Who reads the terminal gets the link, and makes the casino and its first
administrator. What else a casino registers is done by the administrator, signed in (casino/registers).
"""
