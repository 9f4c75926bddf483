"""The feed of events, an event as a CloudEvent, and proofs of the record."""
