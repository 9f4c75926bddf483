"""The record itself: append, read, seal, feed, project. It knows events, not roulette."""
