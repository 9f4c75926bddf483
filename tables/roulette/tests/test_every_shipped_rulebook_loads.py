"""Every text that a rulebook file of the project ever had still loads: a day may have been played by it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tables.roulette.loader import HOUSE_FOLDER, files_in, load_rulebook
from tables.roulette.payout.return_to_player import returns
from tables.roulette.rulebook_text import rulebook_text
from testkit.rulebooks import SIXTH, written
from testkit.shipped_rulebooks import shipped_texts

SHIPPED = dict(shipped_texts())


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_text_loads_and_its_bets_have_returns(name: str, tmp_path: Path) -> None:
    path = tmp_path / name.rpartition("/")[2]
    path.write_bytes(SHIPPED[name])
    rulebook = load_rulebook(path)
    assert f"{rulebook.sha256[:12]}/{rulebook.id}.toml" == name
    assert rulebook_text(rulebook)
    assert {back.kind for back in returns(rulebook)} >= set(rulebook.bets)


def test_archive_has_the_text_of_every_older_version() -> None:
    older = [path.read_bytes() for path in files_in(HOUSE_FOLDER) if ".v" in path.stem]
    assert older
    assert {sha256(each).hexdigest()[:12] for each in older} <= {name.partition("/")[0] for name in SHIPPED}


def test_winning_stake_goes_back_where_the_rulebook_does_not_say(tmp_path: Path) -> None:
    without = written(tmp_path, ('winning_stakes_stay = { lies_on = false, clause = "sixth/1" }\n', ""))
    assert load_rulebook(without).payment.lies_on is None


def test_winning_stake_stays_by_a_rule_that_has_its_clause_alone(tmp_path: Path) -> None:
    """So the first files wrote the rule."""
    alone = written(tmp_path, ("lies_on = false, ", ""))
    staying = load_rulebook(alone).payment.lies_on
    assert staying is not None and staying.clause == "sixth/1"


def test_names_without_a_language_are_in_that_of_the_rulebook(tmp_path: Path) -> None:
    listed = written(tmp_path, ('names = { en = ["solo"] }', 'names = ["solo"]'))
    assert load_rulebook(listed).bets["plein"].names == load_rulebook(SIXTH).bets["plein"].names


def test_derogation_without_a_clause_has_that_of_the_limits(tmp_path: Path) -> None:
    plein = 'ratio = 5, limit_clause = "sixth/3"'
    path = written(tmp_path, (plein, f"{plein}, maximum = 500, derogation = 900"))
    assert load_rulebook(path).limits.derogation_clause == "sixth/3"


def test_launch_with_fewer_turns_needs_no_reason_of_its_own(tmp_path: Path) -> None:
    against = 'against_wheel = "sixth/4"'
    path = written(tmp_path, (against, f'{against}\nmin_turns = 3\nmin_turns_clause = "sixth/4"'))
    assert load_rulebook(path).launch.min_turns_reason is None


def test_second_layout_may_have_a_required_position_of_its_own(tmp_path: Path) -> None:
    required = 'required = ["payer"]'
    path = written(
        tmp_path,
        ("[staff]", '[layouts]\nat_most = 2\nclause = "sixth/1"\n\n[staff]'),
        (required, f'{required}\nsecond_layout = ["payer"]\nsecond_layout_clause = "sixth/1"'),
    )
    assert load_rulebook(path).staff.at_second_layout == {"payer": "sixth/1"}
