"""What schemathesis sends: headers that HTTP allows. The web server turns others away before the house sees them."""

from typing import Any

import schemathesis


@schemathesis.hook
def filter_headers(context: Any, headers: dict[str, Any] | None) -> bool:
    """Whether every value is visible ASCII and spaces (RFC 9110, section 5.5)."""
    values = map(str, (headers or {}).values())
    return all(value.isascii() and value.isprintable() for value in values)
