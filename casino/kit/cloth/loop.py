"""The way around an upright oval: two half circles with straight sides between them, and outlines of parts of it."""

from math import cos, pi, sin

import msgspec
from django.utils.safestring import SafeString

STEP = 9.0
"""A curved edge is drawn in straight pieces of at most this length, in units of the drawing."""


class Loop(msgspec.Struct, frozen=True, kw_only=True):
    """An oval around its upper and lower centre. Places on it are lengths along the radius `middle`, clockwise from the
    top."""

    x: float
    top: float
    straight: float
    middle: float

    @property
    def quarter(self) -> float:
        """Return the length of a quarter of a circle."""
        return pi * self.middle / 2

    @property
    def length(self) -> float:
        """Return the length of the whole way."""
        return 2 * self.straight + 4 * self.quarter

    def point(self, at: float, radius: float) -> tuple[float, float]:
        """Return the point at this place, so far from the centre line."""
        at %= self.length
        bottom = self.top + self.straight
        if at < self.quarter:
            angle = at / self.middle
            return self.x + radius * sin(angle), self.top - radius * cos(angle)
        at -= self.quarter
        if at < self.straight:
            return self.x + radius, self.top + at
        at -= self.straight
        if at < 2 * self.quarter:
            angle = at / self.middle
            return self.x + radius * cos(angle), bottom + radius * sin(angle)
        at -= 2 * self.quarter
        if at < self.straight:
            return self.x - radius, bottom - at
        angle = (at - self.straight) / self.middle
        return self.x - radius * cos(angle), self.top - radius * sin(angle)

    def outline(self, start: float, end: float, inner: float, outer: float) -> SafeString:
        """Return the part between two places and two radii."""
        pieces = max(1, round((end - start) / STEP))
        along = [start + (end - start) * piece / pieces for piece in range(pieces + 1)]
        corners = [self.point(at, outer) for at in along] + [self.point(at, inner) for at in reversed(along)]
        return SafeString("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z")

    def leaning(self, at: float) -> float:
        """Return the turn in degrees of words that run along the way at this place and are read from above or aside."""
        ahead, behind = self.point(at + 1, self.middle), self.point(at - 1, self.middle)
        across, down = ahead[0] - behind[0], ahead[1] - behind[1]
        if abs(across) < 0.1:
            return 90 if down > 0 else -90
        return 0
