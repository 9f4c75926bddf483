"""The protocol has no checksum: one bit that turns over may leave a possible line. It invents no number unmarked."""

import pytest

from tables.wheels.drivers.slingshot2_lines import STATUS_WIDTH, Status, read
from tables.wheels.tests.recordings import Recording, flipped, meaning

FIELDS = {
    "phase": (3, 4),
    "counter": (5, 8),
    "number": (9, 11),
    "warning": (12, 13),
    "rotor": (14, 17),
    "direction": (18, 19),
}
INVENTED = dict.fromkeys(FIELDS, 0)
"""Results with a number that did not fall in that game, and no warning on them. Before lines waited for one
another nearly each flip of the counter invented one, and one flip of the phase in five."""
GAMES = 3


@pytest.fixture(scope="module", params=[True, False], ids=["with bare numbers", "without"])
def heard(request: pytest.FixtureRequest) -> Recording:
    """Three games, of which each phase is as short as it may be: a wrong bit in its middle is like any other. Some
    wheels send a number on a line of its own before phase 5, and some do not."""
    recording = Recording(5, games=GAMES, first_game=10)
    recording.pieces = _thinned(recording.pieces)
    if not request.param:
        recording.pieces = [piece[-2 - STATUS_WIDTH :] for piece in recording.pieces]
    recording._remember()
    return recording


def _thinned(pieces: list[bytes]) -> list[bytes]:
    """Without the lines in the middle of phases 2 and 4, where nothing changes for a long time."""
    kept: list[bytes] = []
    for piece in pieces:
        alike = [each for each in kept[-20:] if each[-21:-12] == piece[-21:-12]]
        if len(alike) < 18:
            kept.append(piece)
    return kept


@pytest.mark.parametrize("field", FIELDS)
def test_wrong_bit_invents_no_unmarked_number(heard: Recording, field: str) -> None:
    fallen = {(one.epoch, one.game, one.number) for one in heard.fed.of_kind("result")}
    assert len(fallen) == GAMES
    invented = lost = flips = 0
    for place, piece in enumerate(heard.pieces):
        begin, end = (len(piece) - 2 - STATUS_WIDTH + at for at in FIELDS[field])
        for wrong in flipped(piece, begin, end):
            if not isinstance(read(wrong[-2 - STATUS_WIDTH : -2]), Status):
                continue
            flips += 1
            fed = heard.fed_from(place)
            fed.silence(0.5)
            fed.bytes(wrong)
            heard.play(fed, place + 1, 70)
            observed = meaning(fed.observations)
            certain = {one[1:4] for one in observed if one[0] == "result" and not one[5]}
            invented += bool(certain - fallen)
            due = {
                (one.epoch, one.game, one.number)
                for one in heard.fed.of_kind("result")
                if fed.now > one.received_at > heard.fed_from(place).now
            }
            named = {one[1:4] for one in observed if one[0] in ("result", "result_recovered")}
            lost += bool(due - named)
    assert flips > 100
    assert invented == INVENTED[field], f"{invented} of {flips} flips of the {field} invent a number"
    assert lost == 0, "and none loses one"
