"""`python -m bench.sign_in [--attempts N]`: times of refused sign-ins, by kind of name.

Each kind of name is tried in turn with a wrong password, from another address each time so that nothing is locked. The
kinds that are locked are tried from one address, whose lock refuses each attempt. A median is compared with the median
of an unknown name of its group. `--quick-hash` leaves out the slow hash.
"""

import argparse
import logging
import time
from datetime import timedelta
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from bench.database import bench_database

if TYPE_CHECKING:
    from django.test import Client

GOAL_SHARE = 0.05
"""Most by which the median of a kind may differ from the median of an unknown name, locked or not."""
UNKNOWN = "unknown name"
LOCKED = ", locked"
"""Ends the name of each kind whose attempts a lock refuses."""
REFUSED, TOO_MANY = 200, 429
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher", "testkit.hashing.QuickPinHasher"]


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.sign_in")
    parser.add_argument("--attempts", type=int, default=60, help="wrong sign-ins of each kind")
    parser.add_argument("--quick-hash", action="store_true", help="leave out the slow hash; no goal")
    arguments = parser.parse_args()
    with bench_database("sign_in"):
        if arguments.quick_hash:
            from django.conf import settings

            settings.PASSWORD_HASHERS = QUICK
        met = measure(arguments.attempts)
    return 0 if met or arguments.quick_hash else 1


def measure(attempts: int) -> bool:
    """Try each kind so often and print the medians; return True if the goal was met."""
    from django.conf import settings
    from django.test import Client

    # One lock lasts for the whole bench.
    settings.AXES_COOLOFF_TIME = timedelta(days=1)
    # Django logs each answer of a lock.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    names = make_people()
    client, took = Client(), {kind: list[float]() for kind in names}
    for kind in names:
        if kind.endswith(LOCKED):
            statuses = [
                _sign_in(client, names[kind], _address(names, kind, 0))
                for _ in range(settings.AXES_FAILURE_LIMIT)
            ]
            assert statuses[-1] == TOO_MANY, statuses
    for attempt in range(attempts + 1):
        for kind in Random(attempt).sample(list(names), len(names)):
            name, address = names[kind], _address(names, kind, attempt)
            began = time.perf_counter()
            status = _sign_in(client, name, address)
            seconds = time.perf_counter() - began
            assert status == (TOO_MANY if kind.endswith(LOCKED) else REFUSED), (kind, status)
            if attempt:  # the first loads modules and templates
                took[kind].append(seconds)
    return report(took)


def report(took: dict[str, list[float]]) -> bool:
    """Print the median of each kind beside its unknown name; return True if the goal was met."""
    medians = {kind: median(seconds) for kind, seconds in took.items()}
    worst, lines = 0.0, []
    for kind, middle in medians.items():
        unknown = medians[UNKNOWN + LOCKED if kind.endswith(LOCKED) else UNKNOWN]
        worst = max(worst, abs(middle - unknown) / unknown)
        lines.append(f"{kind:<26} {middle * 1000:7.1f} ms  {(middle - unknown) * 1000:+6.2f} ms")
    met = worst < GOAL_SHARE
    goal = f"goal: within {GOAL_SHARE:.0%} of an unknown name"
    lines.append(f"medians of {len(took[UNKNOWN])}; {goal}, worst {worst:.1%}: {'met' if met else 'MISSED'}")
    print(*lines, sep="\n")  # noqa: T201
    return met


def _address(names: dict[str, str], kind: str, attempt: int) -> str:
    """Return the address of an attempt: one address for all attempts of a locked kind, a new one for each otherwise."""
    place = list(names).index(kind)
    return f"10.{place}.0.1" if kind.endswith(LOCKED) else f"10.{place}.{attempt // 250}.{attempt % 250 + 1}"


def _sign_in(client: "Client", name: str, address: str) -> int:
    """Sign in with a wrong password; return the status of the answer."""
    form = {"username": name, "password": "a wrong one"}
    return client.post("/sign-in/", form, headers={"host": "localhost"}, REMOTE_ADDR=address).status_code


def make_people() -> dict[str, str]:
    """Engage a person of each kind; return the kinds with the names that sign in."""
    from allauth.mfa.models import Authenticator

    from casino.people.models import Person, Role
    from tables.handling.models import Casino

    casino = Casino.objects.create(name="Casino (bench)", time_zone="Europe/Lisbon")

    def engage(name: str, role: Role = Role.PIT_BOSS, password: str | None = "the right one of it") -> Person:
        person: Person = Person.objects.create_user(
            name, password, casino_id=casino.pk, role=role, display_name=name.title()
        )
        return person

    engage("known")
    suspended = engage("suspended")
    Person.objects.filter(pk=suspended.pk).update(is_active=False)
    engage("fresh", password=None)
    factored = engage("factored")
    Authenticator.objects.create(user=factored, type=Authenticator.Type.TOTP, data={"secret": ""})
    engage("croupier", Role.CROUPIER)
    engage("barred")
    return {
        UNKNOWN: "nobody",
        "known name": "known",
        "suspended": "suspended",
        "without a password": "fresh",
        "with a second factor": "factored",
        "role without sign-in": "croupier",
        UNKNOWN + LOCKED: "nobody-either",
        "known name" + LOCKED: "barred",
    }


if __name__ == "__main__":
    raise SystemExit(main())
