"""Two readers of a casino do not have one address."""

import pytest

from tables.registers.entries.reader_addresses import read_address
from tables.registers.entries.reader_sharing import share_place


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("listen://10.2.0.1:9400", "listen://10.2.0.1:9400"),
        ("listen://10.2.0.1:9400", "listen://0.0.0.0:9400"),
        ("listen://[::]:9400", "listen://10.2.0.1:9400"),
        ("listen://[fd00:2::1]:9400", "listen://[fd00:2:0::1]:9400"),
        ("listen://localhost:9400", "listen://127.0.0.1:9400"),
        ("listen://reader.house:9400", "listen://READER.house.:9400"),
        ("socket://10.2.0.7:4001", "socket://10.2.0.7:4001"),
        ("socket://10.2.0.7:4001", "rfc2217://10.2.0.7:4001"),
        ("/dev/ttyUSB0", "/dev/ttyUSB0"),
        ("mqtt://broker.house:1883/wheels/1", "mqtt://broker.house:1883/wheels/1"),
        ("mqtt://broker.house:1883/wheels/1", "mqtts://broker.house:1883/wheels/1"),
        ("mqtt://broker.house:1883/wheels/{reader}", "mqtt://broker.house:1883/wheels/W1"),
    ],
)
def test_address_of_two_readers_is_one_place(one: str, other: str) -> None:
    first, second = read_address(one), read_address(other)
    assert share_place(first, "W1", second, "W2")
    assert share_place(second, "W2", first, "W1")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("listen://10.2.0.1:9400", "listen://10.2.0.1:9401"),
        ("listen://10.2.0.1:9400", "listen://10.2.0.2:9400"),
        ("listen://10.2.0.1:9400", "socket://10.2.0.1:9400"),
        ("socket://10.2.0.7:4001", "socket://10.2.0.8:4001"),
        ("socket://broker.house:1883", "mqtt://broker.house:1883/wheels/1"),
        ("/dev/ttyUSB0", "/dev/ttyUSB1"),
        ("/dev/ttyUSB0", "socket://10.2.0.7:4001"),
        ("mqtt://broker.house:1883/wheels/{reader}", "mqtt://broker.house:1883/wheels/{reader}"),
    ],
)
def test_addresses_of_two_readers_are_two_places(one: str, other: str) -> None:
    first, second = read_address(one), read_address(other)
    assert not share_place(first, "W1", second, "W2")
    assert not share_place(second, "W2", first, "W1")
