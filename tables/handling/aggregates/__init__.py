"""What differs from stream to stream: an `Aggregate` for each kind that no other package declares."""
