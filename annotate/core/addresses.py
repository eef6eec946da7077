"""Which IP addresses are the public internet: a list of what is public, less what is special in it.

Whatever is not listed is not public, blocks that are yet to be given a meaning among them. The
special blocks are those of the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and
the documents that followed), whether or not some router forwards them: none holds a server that
anybody would ask.
"""

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

_PUBLIC_4 = (IPv4Network("0.0.0.0/1"), IPv4Network("128.0.0.0/2"), IPv4Network("192.0.0.0/3"))
_SPECIAL_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by customers of a carrier
            "127.0.0.0/8",  # this machine
            "169.254.0.0/16",  # link-local, metadata of clouds
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
        ),
    )
)
# All that has been given to anybody as global unicast; RFC 4291 leaves the rest unassigned.
_PUBLIC_6 = (IPv6Network("2000::/3"),)
_SPECIAL_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, Teredo and ORCHID among them
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: leads to any IPv4 address
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
# Prefixes before an IPv4 address that is what counts: as a machine writes it (RFC 4291, 2.5.5.2),
# and as a network without IPv4 translates it (RFC 6052).
_WRAPS = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet; raises ValueError if it is none.

    >>> is_public("1.1.1.1"), is_public("127.0.0.1"), is_public("169.254.169.254")
    (True, False, False)
    >>> is_public("2606:4700::1111"), is_public("64:ff9b::808:808"), is_public("5f00::1")
    (True, True, False)
    >>> is_public("::ffff:10.0.0.1"), is_public("64:ff9b::a00:1"), is_public("2002:7f00:1::")
    (False, False, False)
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, IPv4Address):
        return _is_public_4(ip)
    if any(ip in wrapping for wrapping in _WRAPS):
        return _is_public_4(IPv4Address(int(ip) & 0xFFFFFFFF))
    return _is_public_6(ip)


def _is_public_4(ip: IPv4Address) -> bool:
    return any(ip in block for block in _PUBLIC_4) and not any(ip in block for block in _SPECIAL_4)


def _is_public_6(ip: IPv6Address) -> bool:
    return any(ip in block for block in _PUBLIC_6) and not any(ip in block for block in _SPECIAL_6)
