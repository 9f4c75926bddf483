"""The rights of each service's role of the database, table by table: the least that the service needs.

A role has no right on a table, or on a function that runs as the owner, that is not listed here. The reader may SELECT
from every table, and the owner owns them all.
"""

from enum import StrEnum

READ = "SELECT"
ADD = "SELECT, INSERT"
MOVE = "SELECT, INSERT, UPDATE"
DROP = "SELECT, INSERT, DELETE"
CHANGE = "SELECT, INSERT, UPDATE, DELETE"


class Duty(StrEnum):
    """A service, or several with one role."""

    APPLICATION = "application"
    """The web server, the worker, the gateway, the webhooks and the commands of `manage.py`."""
    SEQUENCER = "sequencer"
    """Gives events their positions and signs the tree."""
    FOLLOWERS = "followers"
    """Carries asynchronous projections along the feed, and derives them again in temporary tables."""


A, S, F = Duty.APPLICATION, Duty.SEQUENCER, Duty.FOLLOWERS

RECORD: dict[str, dict[Duty, str]] = {
    # Events come in through the function append_events alone.
    "event": {A: READ, S: READ, F: READ},
    "sealed_event": {A: READ, S: ADD, F: READ},
    "merkle_tile": {A: READ, S: ADD, F: READ},
    "checkpoint": {A: READ, S: ADD, F: READ},
    # Witnesses bring their signatures over the API. They are verified when read.
    "witness_signature": {A: ADD, S: READ, F: READ},
    "archived_month": {A: READ, S: READ, F: READ},
    "attached_month": {A: READ, S: READ, F: READ},
    "archived_run": {A: READ, S: READ, F: READ},
}
"""The append-only tables: the trigger `append_only` guards each."""

OF_THE_STREAM: dict[str, dict[Duty, str]] = {
    "seal_head": {A: READ, S: MOVE, F: READ},
    # A claim can be given back in its own transaction alone (a trigger sees to it).
    "command": {A: DROP},
    # Inline projections are derived again by the owner.
    "projection": {A: READ, F: MOVE},
    "month_floor": {A: READ, S: READ, F: READ},
    "late_event": {A: READ, S: READ, F: READ},
}

OF_FOLLOWERS: dict[str, dict[Duty, str]] = {
    "notices_notice": {A: CHANGE, F: ADD},
    "kept_day": {A: CHANGE, F: CHANGE},
    "house_permanence": {A: READ, F: CHANGE},
    "house_permanence_day": {A: READ, F: CHANGE},
    "house_wheel_watch": {A: READ, F: CHANGE},
}

OF_THE_APPLICATION: dict[str, str] = {
    "django_migrations": READ,
    # Entries of the ledger are never changed: a later event adds others. A seed goes with its draw.
    "ledger_entry": ADD,
    "house_rulebook_text": ADD,
    "compliance_draw_seed": DROP,
    **dict.fromkeys(
        (
            "account_emailaddress", "account_emailconfirmation", "alert", "api_apiclient", "api_firstanswer",
            "auth_group", "auth_group_permissions", "auth_permission", "axes_accessattempt",
            "axes_accessattemptexpiration", "axes_accessfailurelog", "axes_accesslog", "bank_entry", "chip_stock",
            "compliance_inspection_sheet", "compliance_violation", "day_changes", "django_content_type",
            "django_session", "drop_box", "drop_box_step", "gateway_report", "house_ball", "house_board",
            "house_casino", "house_day", "house_entry_secret", "house_gamingtable", "house_register_entry",
            "house_rota_entry", "house_wheel", "house_wheelreader", "live_draft", "live_waiting",
            "mfa_authenticator", "oauth2_provider_accesstoken", "oauth2_provider_devicegrant",
            "oauth2_provider_grant", "oauth2_provider_idtoken", "oauth2_provider_refreshtoken", "payout_sheet",
            "people_access", "people_attemptcounter", "people_person", "people_person_groups",
            "people_person_user_permissions", "report_job", "report_job_day", "report_job_result", "seat_screen",
            "set_up_link", "settlement_day", "shift_sweep_checkpoint", "slip", "slip_step", "webhooks_attempt",
            "webhooks_stretch", "webhooks_webhook",
        ),
        CHANGE,
    ),
}  # fmt: skip

SECRETS = frozenset(
    {
        "account_emailaddress", "account_emailconfirmation", "api_apiclient", "api_firstanswer", "axes_accessattempt",
        "axes_accessattemptexpiration", "axes_accessfailurelog", "axes_accesslog", "compliance_draw_seed",
        "django_session",
        "house_entry_secret", "mfa_authenticator", "oauth2_provider_accesstoken", "oauth2_provider_devicegrant",
        "oauth2_provider_grant", "oauth2_provider_idtoken", "oauth2_provider_refreshtoken", "people_attemptcounter",
        "people_person", "people_person_groups", "people_person_user_permissions", "report_job_result", "seat_screen",
        "set_up_link", "webhooks_attempt", "webhooks_stretch", "webhooks_webhook",
    }
)  # fmt: skip
"""Tables that followers have no need to read."""

FUNCTIONS: dict[str, frozenset[Duty]] = {
    "append_events": frozenset({A}),
    "open_record_month": frozenset({S}),
    "raise_month_floor": frozenset({S}),
}
"""The functions that run as the owner, and whose roles may call each. Nobody else may, nor any other."""

TEMPORARY = frozenset({F})
"""Who may make temporary tables."""


def rights_of(duty: Duty) -> dict[str, str]:
    """Return the rights of a service's role, by table."""
    listed = RECORD | OF_THE_STREAM | OF_FOLLOWERS
    rights = {table: of[duty] for table, of in listed.items() if duty in of}
    if duty is Duty.APPLICATION:
        rights |= OF_THE_APPLICATION
    if duty is Duty.FOLLOWERS:
        rights |= dict.fromkeys(OF_THE_APPLICATION.keys() - SECRETS, READ)
    return rights


def rights_of_all() -> dict[str, str]:
    """Return the rights that the application needs where it has to do the work of every role."""
    together: dict[str, str] = {}
    for duty in Duty:
        for table, rights in rights_of(duty).items():
            words = [*together.get(table, "").split(", "), *rights.split(", ")]
            together[table] = ", ".join(dict.fromkeys(word for word in words if word))
    return together
