"""Event streams of pages: the listener of the feed, the messages, and the order in which they are made."""
