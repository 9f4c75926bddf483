"""The settings of the house, with the bare views beside its addresses and their row beside its tables."""

from casino.settings import *  # noqa: F403
from casino.settings import INSTALLED_APPS as OF_THE_HOUSE

INSTALLED_APPS = [*OF_THE_HOUSE, "bench.load"]
ROOT_URLCONF = "bench.load.bare_views"
