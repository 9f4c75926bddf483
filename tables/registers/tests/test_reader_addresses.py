"""Addresses of wheel readers: those of an installation, and hostile ones."""

import pytest

from tables.public_addresses import Allowed
from tables.registers.entries.reader_addresses import (
    Ports,
    ReaderRules,
    check_address,
    check_host,
    read_address,
)
from tables.roulette.refusal import Refused

RULES = ReaderRules(
    allowed=Allowed.from_words(["10.2.0.0/16", "reader.house", "fd00:2::/64"]),
    ports=(Ports(23, 23), Ports(1024, 65535)),
    devices=("/dev/ttyUSB*", "/dev/serial/by-id/*"),
)


@pytest.mark.parametrize(
    ("url", "way"),
    [
        ("socket://10.2.0.7:4001", "dial"),
        ("socket://[fd00:2::7]:4001", "dial"),
        ("socket://reader.house:23", "dial"),
        ("socket://wheel-7.devices.example:4001", "dial"),
        ("socket://1.1.1.1:4001", "dial"),
        ("listen://10.2.0.1:9400", "listen"),
        ("rfc2217://10.2.0.7:4001", "rfc2217"),
        ("/dev/ttyUSB0", "device"),
        ("/dev/serial/by-id/usb-FTDI_FT232R-if00-port0", "device"),
    ],
)
def test_reader_address_of_the_installation_is_taken(url: str, way: str) -> None:
    address = read_address(url)
    check_address(address, RULES)
    assert address.way == way


@pytest.mark.parametrize(
    ("url", "code"),
    [
        # of no known form
        ("", "reader-address-malformed"),
        ("wheel", "reader-address-malformed"),
        ("http://10.2.0.7:4001", "reader-address-malformed"),
        ("file:///etc/passwd", "reader-address-malformed"),
        ("loop://", "reader-address-malformed"),
        ("loop://?logging=debug", "reader-address-malformed"),
        ("hwgrep://.*", "reader-address-malformed"),
        ("spy:///dev/ttyUSB0?file=/etc/passwd", "reader-address-malformed"),
        ("alt:///dev/ttyUSB0?class=PosixPollSerial", "reader-address-malformed"),
        ("socket://10.2.0.7", "reader-address-malformed"),
        ("listen://0.0.0.0", "reader-address-malformed"),
        ("socket://[::1", "reader-address-malformed"),
        ("socket://10.2.0.7:99999", "reader-address-malformed"),
        ("socket://anna:pin@10.2.0.7:4001", "reader-address-malformed"),
        ("socket://10.2.0.7:4001/path", "reader-address-malformed"),
        ("socket://10.2.0.7:4001?logging=debug", "reader-address-malformed"),
        ("rfc2217://10.2.0.7:4001?logging=debug&ign_set_control", "reader-address-malformed"),
        ("socket://10.2.0.7:4001#", "reader-address-malformed"),
        ("socket://10.2.0.7:4001\r\nX: 1", "reader-address-malformed"),
        ("socket://127.1:4001", "reader-address-malformed"),
        ("socket://0x7f000001:4001", "reader-address-malformed"),
        ("socket://2130706433:4001", "reader-address-malformed"),
        ("socket://" + "a" * 200 + ":4001", "reader-address-malformed"),
        # of a port that is not for readers
        ("socket://10.2.0.7:0", "reader-port-not-allowed"),
        ("socket://10.2.0.7:22", "reader-port-not-allowed"),
        # inside the installation, and not listed
        ("socket://127.0.0.1:5432", "reader-host-not-allowed"),
        ("socket://localhost:5432", "reader-host-not-allowed"),
        ("rfc2217://[::1]:5672", "reader-host-not-allowed"),
        ("socket://[::ffff:127.0.0.1]:5432", "reader-host-not-allowed"),
        ("socket://0.0.0.0:5432", "reader-host-not-allowed"),
        ("socket://169.254.169.254:8080", "reader-host-not-allowed"),
        ("socket://192.168.1.1:4001", "reader-host-not-allowed"),
        ("socket://224.0.0.1:4001", "reader-host-not-allowed"),
        ("listen://0.0.0.0:9400", "reader-awaited-at-host-not-allowed"),
        ("listen://[::]:9400", "reader-awaited-at-host-not-allowed"),
        ("listen://1.1.1.1:9400", "reader-awaited-at-host-not-allowed"),
        # other files
        ("/dev/../etc/passwd", "reader-device-indirect"),
        ("/dev/serial/by-id/../../mem", "reader-device-indirect"),
        ("/dev//ttyUSB0", "reader-device-indirect"),
        ("/dev/./ttyUSB0", "reader-device-indirect"),
        ("/etc/passwd", "reader-device-not-allowed"),
        ("/dev/mem", "reader-device-not-allowed"),
        ("/dev/watchdog", "reader-device-not-allowed"),
        ("/dev/tty1", "reader-device-not-allowed"),
        ("/dev/ttyUSB0/x", "reader-device-not-allowed"),
        ("/dev/serial/by-id/a/b", "reader-device-not-allowed"),
    ],
)
def test_hostile_reader_address_is_refused_by_its_rule(url: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_address(read_address(url), RULES)
    assert refused.value.code == code


@pytest.mark.parametrize("found", ["127.0.0.1", "10.3.0.1", "::1", "169.254.169.254"])
def test_name_is_refused_when_it_stands_for_an_address_that_is_not_allowed(found: str) -> None:
    address = read_address("socket://wheel.example:4001")
    check_address(address, RULES)
    check_host(address, "1.1.1.1", RULES)
    with pytest.raises(Refused) as refused:
        check_host(address, found, RULES)
    assert refused.value.parameters == {"host": f"wheel.example ({found})"}


def test_listed_name_may_stand_for_any_address() -> None:
    check_host(read_address("socket://reader.house:4001"), "192.168.7.7", RULES)
