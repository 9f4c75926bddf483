"""The cash desk's side: slips of fills and credits, and drop boxes."""
