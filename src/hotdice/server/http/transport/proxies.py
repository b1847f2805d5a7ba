"""The proxies that the host has named: what they say about whom they speak for is believed."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from hotdice.texts import HotDiceError

LONGEST_ADDRESS = 64
MAPPED = 96  # bits before an IPv4 address that is written as IPv6
FORWARDED = b"x-forwarded-for"


class Proxies:
    """Addresses and networks, such as `127.0.0.1`, `10.0.0.0/8` or `fd00::/8`."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = [_network(each) for each in named]
        self.named = lru_cache(1000)(self._named)

    def _named(self, address: str) -> bool:
        """Whether an address is that of a proxy that the host has named."""
        found = _parsed(address)
        return found is not None and any(found in network for network in self._networks)

    def visitor(self, scope: Mapping[str, Any]) -> str:
        """The address of whoever asks: the last one that is not the address of a named proxy.

        Each proxy writes behind the others which address it was asked from, so what stands before
        the first stranger, seen from the right, is only what that stranger says.
        """
        client = scope.get("client")
        address: str = _plain(client[0]) if client else "?"
        if not self._networks or not self.named(address):
            return address
        told = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED]
        hops = [hop.strip() for hop in ",".join(told).split(",") if hop.strip()]
        while hops and self.named(address):
            address = _plain(hops.pop())
        return address

    def speaks_for(self, scope: Mapping[str, Any]) -> bool:
        """Whether a request comes from a named proxy."""
        client = scope.get("client")
        return client is not None and self.named(client[0])


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


def _plain(hop: str) -> str:
    """An address without the port that some proxies add, in the one way it is written.

    >>> _plain("[2001:DB8::1]:4711"), _plain("192.0.2.1:80"), _plain("::ffff:192.0.2.1")
    ('2001:db8::1', '192.0.2.1', '192.0.2.1')
    """
    text = hop[:LONGEST_ADDRESS]
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    found = _parsed(text)
    return text if found is None else str(found)
