"""The lease under which a reader is heard: an observation of another one is not recorded.

Gateways give and renew the leases (`tables.wheels.leases`).
"""

from tables.play.reader.observation import Observation
from tables.refusal import Refused
from tables.stream.database import Statement, run

LEASE_OF_READER = Statement(
    "lease_of_reader",
    "SELECT lease, holder FROM reader_lease WHERE casino_id = %(casino_id)s AND reader = %(reader)s FOR KEY SHARE",
)


def require_lease(casino_id: int, reader: str, observation: Observation) -> None:
    """Hold the reader's lease until this transaction ends. Raises Refused if the observation is of another lease.

    An observation without a lease comes over HTTP, or from a spool of an older release.
    """
    if not observation.lease:
        return
    rows = run(LEASE_OF_READER, casino_id=casino_id, reader=reader)
    number, holder = rows[0] if rows else (0, "")
    if number != observation.lease:
        raise Refused(
            "reader-lease-lost", reader=reader, lease=observation.lease, held=number, gateway=holder
        )
