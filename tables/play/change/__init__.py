"""Change made for players, with its receipts."""
