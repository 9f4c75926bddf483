"""Limits of request bodies, in bytes. deploy/proxy has the same limits."""

from casino.kit.sheets import LARGEST_SHEET

ANYBODY_BYTES = 16 * 1024
"""Limit of forms, calls and token requests without a session or a token."""
SIGNED_IN_BYTES = 64 * 1024
"""Limit of a form of a signed-in person: a note of 2,000 characters may take 18,000 bytes."""
UPLOAD_BYTES = LARGEST_SHEET + SIGNED_IN_BYTES
"""Limit of an uploaded file, or of the packed file of its preview, with the form around it."""
LARGEST_BODY = 1024 * 1024
"""Limit of a call of the API. The API itself refuses a larger body, and names the limit."""
CLIENT_BYTES = LARGEST_BODY + 1024
"""Limit of a call of the API with a valid token, before the API reads it."""
