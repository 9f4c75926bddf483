"""The evidence: one RFC 6962 Merkle tree for each casino over its sequenced feed, and signed checkpoints of it.

- `rfc6962` and `note` are pure: the tree's arithmetic, and C2SP signed notes. No Django, no clock.
- `tiles` keeps the tree, `checkpoints` signs it, `proofs` answers from it, `checking` looks for changes.
- `house_key` keeps the house's private key, outside of the database; `service` is the sequencer's part of it.

Positions of the feed begin at 1, leaves of a tree at 0: a position's leaf is the one before.
"""
