"""The settings of the house, with the bare view beside its addresses."""

from casino.settings import *  # noqa: F403

ROOT_URLCONF = "bench.feed.bare_view"
