"""Payment discrepancies as they were recorded before the platform's reasons had codes: English words in `reason`."""

from tables.codec import Data
from tables.older_words import coded

PATTERNS = (
    ("paid-otherwise-on-number", r"paid otherwise on (?P<number>\d+), which stands again"),
    ("paid-on-other-number", r"paid on (?P<number>\d+), which does not stand"),
    ("paid-before-bets-put-back", r"its bets were put back after they were paid"),
)


def difference_from_words(data: Data) -> Data:
    """Return the data of `payment_differed` in schema version 2: the platform's reason by code and parameters. A
    person's own words stay unchanged, and so does a text without a pattern.
    """
    if data.get("because", "paid") == "paid":
        return data
    found = coded(data["reason"], PATTERNS)
    return data | found | {"reason": ""} if found else data
