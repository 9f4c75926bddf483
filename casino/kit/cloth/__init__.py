"""The drawn cloth: its geometry, the SVG, the racetrack, and the places of chips on it."""
