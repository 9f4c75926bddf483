"""Content of the floor's pages, in words and figures."""
