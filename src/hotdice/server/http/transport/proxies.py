"""Trusted proxies, whose `X-Forwarded-*` headers are believed."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from hotdice.texts import HotDiceError

LONGEST_ADDRESS = 64
HOUSEHOLD = 64  # bits of an IPv6 address that name a network; the rest is up to the client
MAPPED = 96  # bits before an IPv4 address that is written as IPv6
FORWARDED = b"x-forwarded-for"


class Proxies:
    """Addresses and networks of proxies, such as `127.0.0.1`, `10.0.0.0/8` or `fd00::/8`."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self._networks = [_network(each) for each in trusted]
        self.is_trusted = lru_cache(1000)(self._is_trusted)

    def _is_trusted(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        found = _parsed(address)
        return found is not None and any(found in network for network in self._networks)

    def client_address(self, scope: Mapping[str, Any]) -> str:
        """The address of the client: the last one that is not the address of a trusted proxy.

        Each proxy appends the address it was called from, so everything to the left of the first
        untrusted address, seen from the right, could be made up.
        """
        client = scope.get("client")
        address: str = _normalized(client[0]) if client else "?"
        if not self._networks or not self.is_trusted(address):
            return address
        forwarded = [
            value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED
        ]
        hops = [hop.strip() for hop in ",".join(forwarded).split(",") if hop.strip()]
        while hops and self.is_trusted(address):
            address = _normalized(hops.pop())
        return address

    def client_group(self, scope: Mapping[str, Any]) -> str:
        """The clients that share the limits of an address."""
        return limit_group(self.client_address(scope))

    def is_from_proxy(self, scope: Mapping[str, Any]) -> bool:
        """Whether a request comes from a trusted proxy."""
        client = scope.get("client")
        return client is not None and self.is_trusted(client[0])


def limit_group(address: str) -> str:
    """An IPv4 address, or the /64 of an IPv6 one: whoever has one of those has all of them.

    >>> limit_group("192.0.2.1"), limit_group("2001:db8:0:1:a:b:c:d"), limit_group("?")
    ('192.0.2.1', '2001:db8:0:1::/64', '?')
    """
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, HOUSEHOLD), strict=False))
    return address


def _network(text: str) -> Any:
    try:
        found = ip_network(text, strict=False)
    except ValueError:
        raise HotDiceError("serve/proxy", found=text[:LONGEST_ADDRESS]) from None
    if found.version == 6 and found.network_address.ipv4_mapped and found.prefixlen >= MAPPED:
        plain = found.network_address.ipv4_mapped
        return ip_network(f"{plain}/{found.prefixlen - MAPPED}", strict=False)
    return found


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def _normalized(hop: str) -> str:
    """An address in canonical form, without the port that some proxies add.

    >>> [_normalized(hop) for hop in ("[2001:DB8::1]:4711", "192.0.2.1:80", "::ffff:192.0.2.1")]
    ['2001:db8::1', '192.0.2.1', '192.0.2.1']
    """
    text = hop[:LONGEST_ADDRESS]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    found = _parsed(text)
    return text if found is None else str(found)
