"""The cloth as it is drawn: its geometry, the SVG, the racetrack, and where chips lie on it."""
