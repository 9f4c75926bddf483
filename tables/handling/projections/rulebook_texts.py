"""The texts of the rulebooks by which a casino's tables were opened: no version is opened by two texts."""

from collections.abc import Sequence

from tables.handling.models import RulebookText
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.stream import RecordedEvent, SynchronousProjection


class RulebookTexts(SynchronousProjection):
    """Rows of the hashes that openings name. An opening of an older release names none."""

    name = "rulebook_texts"
    types = frozenset({"table_opened"})
    models = (RulebookText,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        RulebookText.objects.bulk_create(
            (
                RulebookText(
                    casino_id=event.casino_id,
                    rulebook=event.data["rulebook"],
                    version=event.data["rulebook_version"],
                    sha256=event.data["rulebook_sha256"],
                )
                for event in events
                if event.data.get("rulebook_sha256")
            ),
            ignore_conflicts=True,
        )


def check_text_unchanged(casino_id: int, rulebook: Rulebook) -> None:
    """Raise Refused if tables of the casino were opened by another text of this version. The casino is held."""
    texts = RulebookText.objects.filter(casino_id=casino_id, rulebook=rulebook.id, version=rulebook.version)
    if texts.exclude(sha256=rulebook.sha256).exists():
        raise Refused("rulebook-text-changed", rulebook=rulebook.id, version=rulebook.version)
