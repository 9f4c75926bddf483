"""Addresses of wheel readers: those of an installation, and hostile ones."""

import pytest

from tables.public_addresses import Allowed
from tables.refusal import Refused
from tables.registers.entries.reader_addresses import (
    Ports,
    ReaderRules,
    check_address,
    check_host,
    read_address,
)

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
        ("mqtt://10.2.0.7:1883/wheels/{reader}", "mqtt"),
        ("mqtts://reader.house:8883/casino-1/wheels/W-1:result", "mqtt"),
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
        ("mqtt://gateway:pin@10.2.0.7:1883/wheels/1", "reader-address-malformed"),
        ("mqtt://10.2.0.7/wheels/1", "reader-address-malformed"),
        ("mqtt://10.2.0.7:1883/wheels/#", "reader-address-malformed"),
        ("mqtt://10.2.0.7:1883/wheels?qos=0", "reader-address-malformed"),
        # topics of several readers, of the broker itself, and of nobody
        ("mqtt://10.2.0.7:1883", "reader-topic-malformed"),
        ("mqtt://10.2.0.7:1883/", "reader-topic-malformed"),
        ("mqtt://10.2.0.7:1883/wheels/+", "reader-topic-malformed"),
        ("mqtt://10.2.0.7:1883/$SYS/broker", "reader-topic-malformed"),
        ("mqtt://10.2.0.7:1883/wheels//1", "reader-topic-malformed"),
        ("mqtt://10.2.0.7:1883/wheels/{table}", "reader-topic-malformed"),
        ("mqtt://10.2.0.7:1883/wheels/%23", "reader-topic-malformed"),
        # of a port that is not for readers
        ("socket://10.2.0.7:0", "reader-port-not-allowed"),
        ("socket://10.2.0.7:22", "reader-port-not-allowed"),
        ("mqtts://10.2.0.7:443/wheels/1", "reader-port-not-allowed"),
        # inside the installation, and not listed
        ("socket://127.0.0.1:5432", "reader-host-not-allowed"),
        ("socket://localhost:5432", "reader-host-not-allowed"),
        ("rfc2217://[::1]:5672", "reader-host-not-allowed"),
        ("socket://[::ffff:127.0.0.1]:5432", "reader-host-not-allowed"),
        ("socket://0.0.0.0:5432", "reader-host-not-allowed"),
        ("socket://169.254.169.254:8080", "reader-host-not-allowed"),
        ("mqtt://localhost:1883/wheels/1", "reader-host-not-allowed"),
        ("mqtts://192.168.1.1:8883/wheels/1", "reader-host-not-allowed"),
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


def test_topic_of_a_reader_has_its_code_in_place_of_the_mark() -> None:
    address = read_address("mqtts://reader.house:8883/wheels/{reader}/raw")
    assert (address.tls, address.topic_of("W-RF1")) == (True, "wheels/W-RF1/raw")
