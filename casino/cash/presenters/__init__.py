"""What the cash desk's pages and documents show, in words and figures."""
