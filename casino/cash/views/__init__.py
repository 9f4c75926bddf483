"""The cash desk's pages: one view an address."""
