"""Submitting a command from a page: table snapshot, signatures, fresh proofs, rejections."""
