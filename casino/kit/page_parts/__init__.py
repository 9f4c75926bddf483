"""Parts of pages that are rendered once, and sent only after a change."""
