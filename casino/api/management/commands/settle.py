"""`manage.py settle RULEBOOK < request.json > answer.json`: works out bets without a table, and without a database."""

import json
import sys

from django.core.management.base import CommandParser

from casino.api.settlement.settle import settle_request
from casino.kit.sentences import sentence_of
from casino.web.problem import Problem, read_document
from tables.management_command import ManagementCommand
from tables.outside.files import LARGEST_REQUEST, OutsideFileRefused, read_stream
from tables.refusal import UnknownRulebook
from tables.roulette.loader import rulebook_named
from tables.roulette.rulebook import Rulebook

REFUSED = 2


class Command(ManagementCommand):
    help = "Works out the bets of a request (JSON on standard input) against its results, by a rulebook."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "rulebook", help="the rulebook's id, for instance it-venezia, or it-venezia@1 for a version"
        )

    def handle(self, *args: object, rulebook: str, **options: object) -> None:
        """Print the answer; a problem goes to standard error as problem+json, with exit status 2."""
        try:
            response = settle_request(read_document(_request()), _rulebook(rulebook))
        except Problem as problem:
            print(json.dumps(problem.document()), file=sys.stderr)
            sys.exit(REFUSED)
        print(json.dumps(response))


def _request() -> bytes:
    try:
        return read_stream(sys.stdin.buffer, LARGEST_REQUEST)
    except OutsideFileRefused as refused:
        raise Problem.malformed("request", str(refused)) from None


def _rulebook(name: str) -> Rulebook:
    try:
        return rulebook_named(name)
    except UnknownRulebook as unknown:
        raise Problem.malformed("RULEBOOK", sentence_of(unknown.refusal)) from None
