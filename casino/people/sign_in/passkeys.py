"""Passkeys (WebAuthn): the request to a browser, and the check of its response.

Each challenge is in the session with its purpose, and is valid for that alone: a sign-in without a password requires
that the passkey has verified its holder, and must not be answered by a response for a second step.
"""

import json
from datetime import datetime, timedelta
from typing import Any, Literal

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from fido2.webauthn import ResidentKeyRequirement, UserVerificationRequirement

from casino.people.models import Person
from tables.refusal import Refused

Purpose = Literal["sign-in", "second-step", "again", "add"]
ASKED_FOR = "passkey_asked_for"
CHALLENGE_LASTS = timedelta(minutes=5)
LONGEST_ANSWER = 20_000


def ask_for_one(
    session: SessionBase, purpose: Purpose, person: Person | None, now: datetime
) -> dict[str, Any]:
    """Return the request for a passkey: one of the person's, or one of anybody's here. Stores its challenge in the
    session.
    """
    options = auth.begin_authentication(person)
    session[ASKED_FOR] = [purpose, now.timestamp()]
    return _plain(options)


def ask_for_a_new_one(session: SessionBase, person: Person, now: datetime) -> dict[str, Any]:
    """Return the request for a new passkey. Stores its challenge in the session.

    A key that can neither verify its holder nor be found without a name is a second factor all the same.
    """
    options, state = auth.get_server().register_begin(
        user=auth.build_user_payload(person),
        credentials=auth.get_credentials(person),
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=UserVerificationRequirement.PREFERRED,
        extensions=auth.EXTENSIONS,
    )
    auth.set_state(state)
    session[ASKED_FOR] = ["add", now.timestamp()]
    return _plain(options)


def passkey_by_answer(
    session: SessionBase, purpose: Purpose, person: Person | None, answer: str, now: datetime
) -> Authenticator:
    """The passkey that has answered what was asked for this purpose; of anybody where no person is named.

    Raises Refused.
    """
    credential = _answered(session, purpose, answer, now)
    try:
        auth.parse_authentication_response(credential)
        whose = person or auth.extract_user_from_response(credential)
        passkey: Authenticator = auth.complete_authentication(whose, credential)
    except (ValidationError, AttributeError, KeyError):
        raise Refused("passkey-wrong") from None
    return passkey


def new_passkey(session: SessionBase, answer: str, now: datetime) -> dict[str, Any]:
    """The passkey that a browser has made as it was asked to, ready to be kept. Raises Refused."""
    credential = _answered(session, "add", answer, now)
    try:
        auth.parse_registration_response(credential)
        auth.complete_registration(credential)
    except (ValidationError, ValueError, AttributeError, KeyError):
        raise Refused("passkey-not-made") from None
    return credential


def _answered(session: SessionBase, purpose: Purpose, answer: str, now: datetime) -> dict[str, Any]:
    asked_for, at = session.pop(ASKED_FOR, ("", 0.0))
    if asked_for != purpose or now.timestamp() - at > CHALLENGE_LASTS.total_seconds():
        raise Refused("passkey-not-asked-for")
    try:
        credential = json.loads(answer)
    except ValueError:
        credential = None
    if not isinstance(credential, dict):
        raise Refused("passkey-wrong")
    return credential


def _plain(options: Any) -> dict[str, Any]:
    """Return the options as plain JSON values."""
    plain: dict[str, Any] = json.loads(json.dumps(options, default=dict))
    return plain
