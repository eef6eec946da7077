"""Promise 10: the filter of the one way out is a list of what is public.

Every block of the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its
successors), by its first, a middle and its last address, and every way to write IPv4 in IPv6.
"""

import ipaddress

import pytest
from pytest_django import Settings

from annotate.core import fetch

SPECIAL = (
    # IPv4
    "0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
    "172.16.0.0/12", "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32",
    "192.0.0.10/32", "192.0.0.170/32", "192.0.0.171/32", "192.0.2.0/24", "192.31.196.0/24",
    "192.52.193.0/24", "192.88.99.0/24", "192.88.99.2/32", "192.168.0.0/16", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    "255.255.255.255/32",
    # IPv6
    "::1/128", "::/128", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32",
    "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32",
    "2001:4:112::/48", "2001:10::/28", "2001:20::/28", "2001:30::/28", "2001:db8::/32",
    "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10",
    "fec0::/10", "ff00::/8",
    # Not assigned to anybody as global unicast
    "::/8", "200::/7", "400::/6", "800::/5", "1000::/4", "4000::/3", "6000::/3", "8000::/3",
    "a000::/3", "c000::/3", "e000::/4", "f000::/5", "f800::/6", "fe00::/9",
)  # fmt: skip
INSIDE = ("127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "100.64.0.1", "0.0.0.0")  # noqa: S104
# Where the IPv4 address stands in the 128 bits, and what stands around it.
WRAPS = {
    "mapped": ("::ffff:0:0", 0),
    "compatible": ("::", 0),
    "translated (SIIT)": ("::ffff:0:0:0", 0),
    "NAT64": ("64:ff9b::", 0),
    "NAT64 of one's own": ("64:ff9b:1::", 0),
    "6to4": ("2002::", 80),
    "Teredo server": ("2001::", 64),
    "SRv6": ("5f00::", 0),
    "ISATAP link-local": ("fe80::5efe:0:0", 0),
}
PUBLIC = (
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.0", "172.15.255.255",
    "172.32.0.0", "192.0.1.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "2606:4700:4700::1111", "2001:4860:4860::8888", "2001:200::", "2a00:1450::1", "2003::1",
    "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
)  # fmt: skip


@pytest.mark.parametrize("block", SPECIAL)
def test_no_address_of_a_special_block_is_public(block: str) -> None:
    network = ipaddress.ip_network(block)
    if block == "::/8":  # what wraps a public IPv4 address is judged by that
        samples = ["::2", "::1:0:0:0:0", "64:ff9a::", "ff:ffff::"]
    else:
        last = network.num_addresses - 1
        samples = [str(network[place]) for place in (0, last // 2, last)]
    assert [address for address in samples if fetch.is_public(address)] == []


@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("way", WRAPS)
def test_no_way_of_writing_it_makes_an_inner_address_public(way: str, inside: str) -> None:
    prefix, shift = WRAPS[way]
    wrapped = int(ipaddress.IPv6Address(prefix)) | int(ipaddress.IPv4Address(inside)) << shift
    assert not fetch.is_public(str(ipaddress.IPv6Address(wrapped)))


def test_the_client_of_teredo_is_not_public_either() -> None:
    hidden = int(ipaddress.IPv4Address("127.0.0.1")) ^ 0xFFFFFFFF
    teredo = int(ipaddress.IPv6Address("2001:0:808:808::")) | hidden
    assert not fetch.is_public(str(ipaddress.IPv6Address(teredo)))


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_beside_them_are(address: str) -> None:
    assert fetch.is_public(address)


def test_an_interface_in_an_address_changes_nothing() -> None:
    assert not fetch.is_public("fe80::1%eth0")
    assert fetch.is_public("2606:4700::1111%1")


@pytest.mark.parametrize(
    "host",
    [
        "[64:ff9b:1::7f00:1]",
        "[::127.0.0.1]",
        "[::ffff:0:127.0.0.1]",
        "[5f00::1]",
        "[2002:7f00:1::]",
    ],
)
def test_the_fetcher_asks_none_of_those_that_it_used_to_ask(host: str, settings: Settings) -> None:
    settings.FETCH_PRIVATE_HOSTS = []
    with pytest.raises(fetch.FetchError) as refused:
        fetch.send("GET", f"https://{host}/", seconds=2)
    assert refused.value.forbidden
    assert not refused.value.request_sent
