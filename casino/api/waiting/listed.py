"""Every operation that waits for an officer."""

from casino.api.people import change_person
from casino.api.registers.views import declare_entry, issue_entry_secret, withdraw_entry
from casino.api.tables.readers import register_reader
from casino.api.tables.registering import register_new_table
from casino.api.waiting.operations import Operation
from casino.api.webhooks.views import change_own_secret, end_own_webhook, make_webhook

_LISTED = (
    change_own_secret,
    change_person,
    declare_entry,
    end_own_webhook,
    issue_entry_secret,
    make_webhook,
    register_new_table,
    register_reader,
    withdraw_entry,
)
OPERATIONS: dict[str, Operation] = {operation.name: operation for operation in _LISTED}
"""The operations by the name by which requests are stored."""
