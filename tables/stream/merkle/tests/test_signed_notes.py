"""C2SP signed notes and checkpoints: a known note, what is written is read, and what is not right is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.stream.merkle.note import (
    CheckpointText,
    Note,
    NoteRefused,
    Signature,
    SigningKey,
    VerifierKey,
    new_signing_key,
)

# The example of golang.org/x/mod/sumdb/note, which the specification was written after.
KNOWN_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
KNOWN_NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
ROOT = bytes(range(32))


def test_a_known_note_is_verified_with_its_known_key() -> None:
    key = VerifierKey.parse(KNOWN_KEY)
    assert Note.parse(KNOWN_NOTE).verify([key]) == [key]
    assert (str(key), str(Note.parse(KNOWN_NOTE))) == (KNOWN_KEY, KNOWN_NOTE)


def test_a_changed_text_is_not_signed(key: SigningKey) -> None:
    changed = KNOWN_NOTE.replace("is the answer", "is no answer")
    with pytest.raises(NoteRefused, match="the signature by PeterNeumann is not right"):
        Note.parse(changed).verify([VerifierKey.parse(KNOWN_KEY)])


def test_keys_are_read_as_they_are_written_and_the_private_one_shows_itself_to_nobody(
    key: SigningKey,
) -> None:
    assert SigningKey.parse(key.secret_text()) == key
    assert VerifierKey.parse(str(key.verifier)) == key.verifier
    assert repr(key) == "SigningKey(casino.example/permanence)"
    assert key.secret_text().startswith("PRIVATE+KEY+casino.example/permanence+")


@given(st.integers(0, 10**17), st.binary(min_size=32, max_size=32))
def test_a_checkpoint_is_read_as_it_is_written(size: int, root: bytes) -> None:
    stated = CheckpointText("casino.example/permanence/casino/1", size, root)
    assert CheckpointText.parse(str(stated)) == stated
    assert CheckpointText.parse(f"{stated}an extension\n") == stated


def test_signatures_of_others_are_left_alone(key: SigningKey) -> None:
    text = str(CheckpointText(key.name, 7, ROOT))
    witness = new_signing_key("witness.example")
    post_quantum = Signature("witness.example/w2", b"\x01\x02\x03\x04" + bytes(2420))
    note = Note.parse(str(Note(text, (post_quantum, witness.sign(text), key.sign(text)))))
    assert note.verify([key.verifier]) == [key.verifier]
    assert note.verify([key.verifier, witness.verifier]) == [key.verifier, witness.verifier]
    wrong = Signature(witness.name, witness.verifier.id + bytes(64))
    unknown_wrong = Note(text, (key.sign(text), wrong))
    assert unknown_wrong.verify([key.verifier]) == [key.verifier]
    with pytest.raises(NoteRefused, match=r"the signature by witness\.example is not right"):
        unknown_wrong.verify([key.verifier, witness.verifier])


def test_a_name_alone_and_an_id_alone_are_nobody(key: SigningKey) -> None:
    text = "said\n"
    same_name = new_signing_key(key.name)
    same_id = Signature("somebody.else", key.sign(text).data)
    note = Note(text, (same_name.sign(text), same_id))
    with pytest.raises(NoteRefused, match="nobody who is trusted has signed it"):
        note.verify([key.verifier])


def test_key_under_two_names_is_two_keys(key: SigningKey) -> None:
    first, second = key.named("a/casino/1"), key.named("a/casino/2")
    assert first.verifier.id != second.verifier.id
    with pytest.raises(NoteRefused):
        Note("said\n", (first.sign("said\n"),)).verify([second.verifier])


NO_NOTES = [
    "",
    "text\n",
    "text\n\n",
    "text\n\n— name\n",
    "text\n\n- name AAAAAAA=\n",
    "text\n\n— na me AAAAAAA=\n",
    "text\n\n— na+me AAAAAAA=\n",
    "text\n\n— name AAAA\n",  # no signature behind the id
    "text\n\n— name AAAAAAA\n",
    "text\n\n— name AAAAAAA=",
    "te\txt\n\n— name AAAAAAA=\n",
    "\n\n— name AAAAAAA=\n",
    "text\n\n" + "— name AAAAAAA=\n" * 101,
]


@pytest.mark.parametrize("written", NO_NOTES)
def test_malformed_note_is_refused(written: str) -> None:
    with pytest.raises(NoteRefused):
        Note.parse(written)


def test_a_text_may_have_empty_lines_and_many_signatures(key: SigningKey) -> None:
    text = "one\n\ntwo\n"
    note = Note.parse(f"{text}\n" + "— name AAAAAAA=\n" * 99 + f"{key.sign(text)}\n")
    assert note.text == text
    assert note.verify([key.verifier]) == [key.verifier]


NO_CHECKPOINTS = [
    "origin\n7\n",
    "origin\n07\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
    "origin\n-7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
    "origin\n7\nAAECAwQF\n",
    "\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
    "origin\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n",
]


@pytest.mark.parametrize("text", NO_CHECKPOINTS)
def test_malformed_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteRefused):
        CheckpointText.parse(text)


NO_KEYS = [
    "",
    "name",
    "name+c74f20a3",
    "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",  # not its id
    "Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumann+c74f20a3+Ahpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",  # not Ed25519
    "PeterNeumann+c74f20a3+ARpc2QcUPDhM",
    "PeterNeumann+c74f20a3+!",
]


@pytest.mark.parametrize("text", NO_KEYS)
def test_malformed_key_is_refused(text: str) -> None:
    with pytest.raises(NoteRefused):
        VerifierKey.parse(text)
    with pytest.raises(NoteRefused):
        SigningKey.parse(f"PRIVATE+KEY+{text}")
    with pytest.raises(NoteRefused):
        SigningKey.parse(text)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "no\nline", "wide\u2003space"])
def test_a_key_has_a_name_that_fits_into_a_line(name: str) -> None:
    with pytest.raises(NoteRefused, match="without spaces"):
        new_signing_key(name)
