"""How many clients can be connected to this process. Needs no settings: uvicorn reads it before Django is set up."""

import resource

FILES_FOR_THE_REST = 200
"""Open files that are no client: database, log, libraries."""
RETRY_AFTER_S = 5
"""When a client that was refused may try again."""


def raise_file_limit() -> int:
    """Let this process open as many files as the machine allows it; the number of clients that this leaves room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return 1_000_000
    return max(soft - FILES_FOR_THE_REST, 1)


MOST_CLIENTS = raise_file_limit()
