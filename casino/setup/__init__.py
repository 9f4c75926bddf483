"""Setting up a casino: a link that is printed once, and the pages behind it.

Nobody can sign in to an installation without a casino. The reader of the terminal gets the link, and makes the
casino and its first administrator. The signed-in administrator makes all other entries (casino/registers).
"""
