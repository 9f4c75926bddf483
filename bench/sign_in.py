"""`python -m bench.sign_in [--attempts N]`: what the time of a refused sign-in gives away about a name.

Each kind of name is tried in turn with a wrong password, from another address each time so that nothing is locked. The
medians are compared with that of an unknown name. `--quick-hash` leaves out the slow hash, and so shows the rest.
"""

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median

from bench.database import bench_database

GOAL_SHARE = 0.05
"""Most by which the median of a kind may differ from that of an unknown name."""
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
    from django.test import Client

    names = make_people()
    client, took = Client(), {kind: list[float]() for kind in names}
    for attempt in range(attempts + 1):
        for kind in Random(attempt).sample(list(names), len(names)):
            name, place = names[kind], list(names).index(kind)
            address = f"10.{place}.{attempt // 250}.{attempt % 250 + 1}"
            seconds = _timed(
                lambda name=name, address=address: client.post(  # type: ignore[misc]  # of this turn
                    "/sign-in/",
                    {"username": name, "password": "a wrong one"},
                    headers={"host": "localhost"},
                    REMOTE_ADDR=address,
                )
            )
            if attempt:  # the first loads what it needs
                took[kind].append(seconds)
    unknown = median(took["unknown name"])
    worst = 0.0
    lines = []
    for kind, seconds_of_kind in took.items():
        middle = median(seconds_of_kind)
        worst = max(worst, abs(middle - unknown) / unknown)
        lines.append(f"{kind:<26} {middle * 1000:7.1f} ms  {(middle - unknown) * 1000:+6.1f} ms")
    met = worst < GOAL_SHARE
    goal = f"goal: within {GOAL_SHARE:.0%} of an unknown name"
    lines.append(f"medians of {attempts}; {goal}: {'met' if met else 'MISSED'}")
    print(*lines, sep="\n")  # noqa: T201
    return met


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
    return {
        "unknown name": "nobody",
        "known name": "known",
        "suspended": "suspended",
        "without a password": "fresh",
        "with a second factor": "factored",
        "role without sign-in": "croupier",
    }


def _timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


if __name__ == "__main__":
    raise SystemExit(main())
