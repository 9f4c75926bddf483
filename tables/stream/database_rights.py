"""The rights of each service's role of the database, table by table: the least that the service needs.

A role has no right on a table, or on a function that runs as the owner, that is not listed here. The reader may SELECT
from every table, and the owner owns them all. A test compares the lists with the database; another runs each service
with its role.
"""

from enum import StrEnum

READ = "SELECT"
ADD = "SELECT, INSERT"
MOVE = "SELECT, INSERT, UPDATE"
SHIFT = "SELECT, UPDATE"
DROP = "SELECT, INSERT, DELETE"
TAKE = "SELECT, UPDATE, DELETE"
CHANGE = "SELECT, INSERT, UPDATE, DELETE"


class Duty(StrEnum):
    """A service, or several with one role."""

    APPLICATION = "application"
    """The web server and the commands of `manage.py`."""
    SEQUENCER = "sequencer"
    """Gives events their positions and signs the tree."""
    FOLLOWERS = "followers"
    """Carries asynchronous projections along the feed, and derives them again in temporary tables."""
    GATEWAY = "gateway"
    """Appends the observations of wheel readers, and their facts at the tables."""
    WORKER = "worker"
    """The Celery workers: shift rules, alerts, notices, reports, clean-up. Beat needs no database."""
    WEBHOOKS = "webhooks"
    """Posts the feed to its subscribers."""


A, S, F, G, W, H = (
    Duty.APPLICATION,
    Duty.SEQUENCER,
    Duty.FOLLOWERS,
    Duty.GATEWAY,
    Duty.WORKER,
    Duty.WEBHOOKS,
)

RECORD: dict[str, dict[Duty, str]] = {
    # Events come in through the function append_events alone, signatures of witnesses through add_witness_signature.
    "event": {A: READ, S: READ, F: READ, G: READ, W: READ, H: READ},
    "sealed_event": {A: READ, S: ADD, F: READ, G: READ, W: READ, H: READ},
    "merkle_tile": {A: READ, S: ADD, F: READ},
    "checkpoint": {A: READ, S: ADD, F: READ},
    "witness_signature": {A: READ, S: READ, F: READ},
    "archived_month": {A: READ, S: READ, F: READ, G: READ, W: READ, H: READ},
    "attached_month": {A: READ, S: READ, F: READ, G: READ, W: READ, H: READ},
    "archived_run": {A: READ, S: READ, F: READ, G: READ, W: READ, H: READ},
}
"""The append-only tables: the trigger `append_only` guards each."""

OTHERS: dict[str, dict[Duty, str]] = {
    # --- the stream. A claim in `command` can be given back in its own transaction alone (a trigger sees to it).
    "seal_head": {A: READ, S: MOVE, F: READ, H: READ},
    "command": {A: DROP, G: DROP, W: DROP},
    # Names of people. The owner alone empties them: manage.py erase_person.
    "personal_text": {A: ADD, F: READ, G: ADD, W: ADD, H: READ},
    "projection": {A: READ, F: MOVE},
    "month_floor": {A: READ, S: READ, F: READ},
    "late_event": {A: READ, S: READ, F: READ},
    # --- inline projections: they move with each append
    "house_board": {A: CHANGE, G: MOVE, W: MOVE},
    "day_changes": {A: CHANGE, G: MOVE, W: MOVE},
    "payout_sheet": {A: CHANGE, G: MOVE, W: MOVE},
    # Entries of the ledger are never changed: a later event adds others.
    "ledger_entry": {A: ADD, G: ADD, W: ADD},
    "compliance_violation": {A: CHANGE, G: MOVE, W: MOVE},
    "alert": {A: CHANGE, W: MOVE},
    "settlement_day": {A: CHANGE, G: READ},
    "house_register_entry": {A: CHANGE, G: READ, H: READ},
    "house_rulebook_text": {A: ADD},
    "bank_entry": {A: CHANGE},
    "chip_stock": {A: CHANGE},
    "compliance_inspection_sheet": {A: CHANGE},
    "drop_box": {A: CHANGE},
    "drop_box_step": {A: CHANGE},
    "house_ball": {A: CHANGE},
    "house_day": {A: CHANGE},
    "house_rota_entry": {A: CHANGE},
    "house_wheel": {A: CHANGE},
    "people_access": {A: CHANGE},
    "slip": {A: CHANGE},
    "slip_step": {A: CHANGE},
    # --- asynchronous projections
    "notices_notice": {A: CHANGE, F: ADD, W: SHIFT, H: ADD},
    "kept_day": {A: CHANGE, F: CHANGE},
    "house_permanence": {A: READ, F: CHANGE},
    "house_permanence_day": {A: READ, F: CHANGE},
    "house_wheel_watch": {A: READ, F: CHANGE},
    "house_reader_spin": {A: READ, F: CHANGE},
    "house_reader_spin_day": {A: READ, F: CHANGE},
    # --- casinos and their tables
    "house_casino": {A: CHANGE, G: READ, H: READ},
    "house_gamingtable": {A: CHANGE, G: READ},
    "house_wheelreader": {A: CHANGE, G: READ},
    "gateway_report": {A: READ, G: CHANGE},
    "reader_lease": {A: READ, G: MOVE},
    "reader_status": {A: READ, G: MOVE},
    # A page asks, and the gateway answers in the same row.
    "reader_watch": {A: MOVE, G: SHIFT},
    "reader_recording": {A: CHANGE, G: SHIFT},
    "reader_recording_part": {A: "SELECT, DELETE", G: ADD},
    "reader_dead_letter": {A: SHIFT, G: CHANGE},
    "reader_probe": {A: CHANGE, G: SHIFT},
    "live_draft": {A: CHANGE},
    # Each process that uses a live table takes waiting confirmations from its inbox into the record.
    "live_waiting": {A: CHANGE, G: TAKE, W: TAKE},
    # --- the worker's own
    "shift_sweep_checkpoint": {A: READ, W: MOVE},
    "scheduled_run": {A: READ, W: MOVE},
    "report_job": {A: CHANGE, W: TAKE},
    "report_job_day": {A: CHANGE, W: DROP},
    "report_job_result": {A: CHANGE, W: DROP},
    # --- people's access. Expired rows go by the functions forget_expired_*.
    "account_emailaddress": {A: CHANGE},
    "account_emailconfirmation": {A: CHANGE},
    "api_firstanswer": {A: CHANGE},
    "auth_group": {A: CHANGE},
    "auth_group_permissions": {A: CHANGE},
    "auth_permission": {A: CHANGE},
    "axes_accessattempt": {A: CHANGE},
    "axes_accessattemptexpiration": {A: CHANGE},
    "axes_accessfailurelog": {A: CHANGE},
    "axes_accesslog": {A: CHANGE},
    "django_session": {A: CHANGE},
    "mfa_authenticator": {A: CHANGE},
    "oauth2_provider_accesstoken": {A: CHANGE},
    "oauth2_provider_devicegrant": {A: CHANGE},
    "oauth2_provider_grant": {A: CHANGE},
    "oauth2_provider_idtoken": {A: CHANGE},
    "oauth2_provider_refreshtoken": {A: CHANGE},
    "people_attemptcounter": {A: CHANGE},
    "people_person": {A: CHANGE},
    "people_person_groups": {A: CHANGE},
    "people_person_user_permissions": {A: CHANGE},
    "seat_screen": {A: CHANGE},
    "set_up_link": {A: CHANGE},
    "api_waitingrequest": {A: MOVE},
    # Nothing is posted for a client whose scopes do not allow it.
    "api_apiclient": {A: CHANGE, H: READ},
    # Keys that sign notices.
    "house_entry_secret": {A: CHANGE, W: READ},
    # A seed goes with its draw.
    "compliance_draw_seed": {A: DROP},
    "webhooks_webhook": {A: CHANGE, H: SHIFT},
    "webhooks_stretch": {A: CHANGE, H: SHIFT},
    "webhooks_attempt": {A: CHANGE, H: ADD},
    # --- Django's
    "django_content_type": {A: CHANGE},
    "django_migrations": {A: READ},
}

RIGHTS = RECORD | OTHERS

SECRETS = frozenset(
    {
        "account_emailaddress", "account_emailconfirmation", "api_apiclient", "api_firstanswer", "api_waitingrequest",
        "axes_accessattempt", "axes_accessattemptexpiration", "axes_accessfailurelog", "axes_accesslog", "command",
        "compliance_draw_seed", "django_session", "house_entry_secret", "mfa_authenticator",
        "oauth2_provider_accesstoken", "oauth2_provider_devicegrant", "oauth2_provider_grant",
        "oauth2_provider_idtoken", "oauth2_provider_refreshtoken", "people_attemptcounter", "people_person",
        "people_person_groups", "people_person_user_permissions", "report_job_result", "seat_screen", "set_up_link",
        "webhooks_attempt", "webhooks_stretch", "webhooks_webhook",
    }
)  # fmt: skip
"""Tables that a service reads only if its own entry above permits this."""

READERS = frozenset({F, W})
"""Services that may read every other table: projections and reports are about all of them."""

FUNCTIONS: dict[str, frozenset[Duty]] = {
    "append_events": frozenset({A, G, W}),
    "add_witness_signature": frozenset({A}),
    "open_record_month": frozenset({S}),
    "raise_month_floor": frozenset({S}),
    "forget_expired_sign_ins": frozenset({W}),
    "forget_expired_answers": frozenset({W}),
}
"""The functions that run as the owner, and whose roles may call each. Nobody else may, nor any other."""

ADVISORY_LOCKS: dict[str, frozenset[Duty]] = {
    "pg_advisory_xact_lock(integer,integer)": frozenset({A, G, W}),
    "pg_try_advisory_lock(integer,integer)": frozenset({A, S, H}),
    "pg_advisory_unlock(integer,integer)": frozenset({A, S, H}),
}
"""The functions of advisory locks that services call. Anybody else with one could stop appends and the feed."""

TEMPORARY = frozenset({F})
"""Roles that may create temporary tables."""


def rights_of(duty: Duty) -> dict[str, str]:
    """Return the rights of a service's role, by table."""
    read = dict.fromkeys(RIGHTS.keys() - SECRETS, READ) if duty in READERS else {}
    return read | {table: of[duty] for table, of in RIGHTS.items() if duty in of}


def rights_together(*duties: Duty) -> dict[str, str]:
    """Return the rights of a role that does the work of several services, by table."""
    together: dict[str, dict[str, None]] = {}
    for duty in duties:
        for table, rights in rights_of(duty).items():
            together.setdefault(table, {}).update(dict.fromkeys(rights.split(", ")))
    return {table: ", ".join(words) for table, words in together.items()}
