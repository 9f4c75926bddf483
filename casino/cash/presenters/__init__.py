"""Presenters of the cash desk's pages and documents, in words and figures."""
