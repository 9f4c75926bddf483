"""`manage.py settle RULEBOOK < request.json > answer.json`: works out bets without a table, and without a database."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from settlement.payout.problem import Problem
from settlement.payout.request import settle_request
from tables.roulette.loader import rulebook_named
from tables.roulette.refusal import UnknownRulebook
from tables.roulette.rulebook import Rulebook

REFUSED = 2


class Command(BaseCommand):
    help = "Works out the bets of a request (JSON on standard input) against its results, by a rulebook."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "rulebook", help="the rulebook's id, for instance it-venezia, or it-venezia@1 for a version"
        )

    def handle(self, *args: object, rulebook: str, **options: object) -> None:
        """Prints the answer; a problem goes to standard error as problem+json, with exit status 2."""
        try:
            answer = settle_request(_document(sys.stdin.buffer.read()), _rulebook(rulebook))
        except Problem as problem:
            print(json.dumps(problem.document()), file=sys.stderr)
            sys.exit(REFUSED)
        print(json.dumps(answer))


def _rulebook(name: str) -> Rulebook:
    try:
        return rulebook_named(name)
    except UnknownRulebook as unknown:
        raise Problem.malformed("RULEBOOK", unknown.detail) from None


def _document(text: bytes) -> Any:
    """The request as Python values; whatever is no JSON is a Problem, whichever way it breaks the parser."""
    try:
        return json.loads(text, object_pairs_hook=_each_key_once)
    except json.JSONDecodeError as error:
        reason = f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        raise Problem.malformed("request", reason) from None
    except (ValueError, RecursionError) as error:
        raise Problem.malformed("request", f"not JSON that can be read: {error}") from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Problem.malformed("request", f"the key '{twice}' stands twice in one object")
    return document
