"""Public addresses by HTTPS, and what the house has allowed; nothing else, in whatever way it is written."""

import socket
from ipaddress import ip_network

import pytest

from casino.kit.delivery.addresses import NotAllowed, addresses_to_connect, looked_up, target_of
from tables.public_addresses import NOTHING_ALLOWED as NOTHING
from tables.public_addresses import Allowed, is_public

INSIDE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:a00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fe80::1",
    "fe80::1%lo",
    "2a00:1450:4001::1%lo",
    "fec0::1",
    "ff02::1",
]
OUTSIDE = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001:82a::200e"]


@pytest.mark.parametrize("address", INSIDE)
def test_private_address_is_refused(address: str) -> None:
    assert not is_public(address)
    with pytest.raises(NotAllowed, match="no public address"):
        addresses_to_connect(target_of("https://cash.example/"), NOTHING, lambda *_: [address])


@pytest.mark.parametrize("address", OUTSIDE)
def test_public_address_is_reached_by_https_only(address: str) -> None:
    assert addresses_to_connect(target_of("https://cash.example/"), NOTHING, lambda *_: [address]) == [
        address
    ]
    with pytest.raises(NotAllowed, match="https only"):
        addresses_to_connect(target_of("http://cash.example/"), NOTHING, lambda *_: [address])


def test_a_name_one_of_whose_addresses_is_inside_is_refused_whole() -> None:
    with pytest.raises(NotAllowed, match=r"cash\.example \(10\.0\.0\.1\)"):
        addresses_to_connect(target_of("https://cash.example"), NOTHING, lambda *_: ["8.8.8.8", "10.0.0.1"])


@pytest.mark.parametrize(
    "host", ["localhost", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "[::ffff:127.0.0.1]", "0"]
)
def test_however_this_machine_is_written_it_is_refused(host: str) -> None:
    """By the system's own resolver, which knows ways of writing an address that a parser does not."""
    try:
        looked_up(target_of(f"https://{host}/").host, 443)
    except socket.gaierror:
        pytest.skip(f"this machine's resolver does not know {host}")
    with pytest.raises(NotAllowed, match="no public address"):
        addresses_to_connect(target_of(f"https://{host}/"), NOTHING)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("cash.example", "no url of the web"),
        ("//cash.example/", "no url of the web"),
        ("ftp://cash.example/", "no url of the web"),
        ("file:///etc/passwd", "no url of the web"),
        ("https:///events", "no url of the web"),
        ("https://cash.example:0/", "no url of the web"),
        ("https://cash.example:99999/", "no url"),
        ("https://cash.example:x/", "no url"),
        ("https://[::1/", "no url"),
        ("https://user:word@cash.example/", "no sign-in"),
        ("https://cash.example@10.0.0.1/", "no sign-in"),
        ("https://cash.example/#there", "no #"),
        ("https://cash.example/a b", "no spaces"),
        ("https://cash.example/\r\nHost: other", "no spaces"),
        ("https://cash.example\\@10.0.0.1/", "no spaces"),
        ("https://cásh.example/", "of ASCII"),
        ("https://cash..example/", "no name of a host"),
        ("https://ca$h.example/", "no name of a host"),
        ("https://[fe80::1%25lo]/", "no name of a host"),
        ("https://cash.example/" + "a" * 2000, "at most 2000"),
    ],
)
def test_a_url_that_is_not_written_plainly_is_refused(url: str, says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        target_of(url)


def test_the_parts_of_a_url_are_what_is_asked_for() -> None:
    target = target_of("https://Cash.Example:8443/in/events?key=1&b=2")
    assert (target.scheme, target.host, target.port, target.path) == (
        "https",
        "cash.example",
        8443,
        "/in/events?key=1&b=2",
    )
    assert (target_of("http://[::1]").host, target_of("http://[::1]").port) == ("::1", 80)
    assert target_of("https://cash.example?x").path == "/?x"


def test_the_house_allows_by_name_or_by_network_and_then_also_by_http() -> None:
    inside = target_of("http://cash.house./")
    by_name = Allowed(frozenset({"cash.house"}), ())
    by_network = Allowed(frozenset(), (ip_network("10.2.0.0/16"),))
    assert addresses_to_connect(inside, by_name, lambda *_: ["10.2.0.1"]) == ["10.2.0.1"]
    assert addresses_to_connect(inside, by_network, lambda *_: ["10.2.0.1"]) == ["10.2.0.1"]
    with pytest.raises(NotAllowed):
        addresses_to_connect(inside, by_network, lambda *_: ["10.3.0.1"])
    with pytest.raises(NotAllowed):
        addresses_to_connect(inside, by_network, lambda *_: ["10.2.0.1", "fd00::1"])
    with pytest.raises(NotAllowed):
        addresses_to_connect(target_of("http://other.house/"), by_name, lambda *_: ["10.2.0.1"])


def test_a_name_that_stands_for_nothing_is_refused() -> None:
    with pytest.raises(NotAllowed, match="no address"):
        addresses_to_connect(target_of("https://cash.example/"), NOTHING, lambda *_: [])
