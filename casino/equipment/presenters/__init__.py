"""What the pages of the registers show, in words and figures."""
