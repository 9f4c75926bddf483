"""Parts of a ring as SVG draws them: the pockets of a wheel, bars around it. The middle is 0, 0; angles go clockwise
from the top, in radians."""

from math import cos, pi, sin

from django.utils.safestring import SafeString


def ring_part(inner: float, outer: float, at: float, width: float) -> SafeString:
    """Return the outline of the part around the angle `at`, `width` radians wide, between two radii."""
    corners = [
        (outer, at - width / 2),
        (outer, at + width / 2),
        (inner, at + width / 2),
        (inner, at - width / 2),
    ]
    return SafeString("M" + "L".join(f"{r * sin(a):.1f} {-r * cos(a):.1f}" for r, a in corners) + "z")


def turned_to(at: float, radius: float) -> SafeString:
    """Return the transformation of an upright text at this angle and radius, with its head to the rim."""
    return SafeString(f"rotate({at * 180 / pi:.1f}) translate(0 {-radius})")


def spoke(inner: float, outer: float, at: float) -> SafeString:
    """Return a line from one radius to another."""
    return SafeString(
        f"M{inner * sin(at):.1f} {-inner * cos(at):.1f}L{outer * sin(at):.1f} {-outer * cos(at):.1f}"
    )
