"""What the pages of the floor show, in words and figures."""
