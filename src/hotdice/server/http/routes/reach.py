"""The addresses of a server: for its own machine, and for other machines of the network."""

import socket
import sys
from ipaddress import ip_address

from litestar import get
from msgspec import Struct

from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.server.http.routes.rules import AppRequest, InjectedService

REMOTE = {socket.AF_INET: "203.0.113.1", socket.AF_INET6: "2001:db8::1"}  # RFC 5737, RFC 3849
VIRTUAL = ("docker", "br-", "veth", "virbr")  # interfaces of virtual networks
GET_ADDRESS = 0x8915  # SIOCGIFADDR of Linux
LOOPBACK = {4: "127.0.0.1", 6: "::1"}


class ServerAddresses(Struct, frozen=True):
    """Addresses for other machines; `alone` if it listens only on its own machine."""

    alone: bool
    addresses: list[str]


@get("/api/reach", responses=REFUSALS, tags=["server"], summary="Where others find the server")
async def reach(service: InjectedService, request: AppRequest) -> ServerAddresses:
    """Return the addresses for other machines, but only to clients on the server's machine."""
    settings = service.settings
    requested_host = request.url.hostname or ""
    local = is_local(service.proxies.client_address(request.scope)) and is_local(requested_host)
    found = network_urls(settings.host, settings.port) if local else []
    return ServerAddresses(is_loopback(settings.host), found)


def local_url(host: str, port: int) -> str:
    """The URL of a server that listens on `host`, for its own machine."""
    address = ip_address(host)
    return _url(LOOPBACK[address.version] if address.is_unspecified else host, port)


def network_urls(host: str, port: int) -> list[str]:
    """The URLs of a server that listens on `host`, for other machines; the likeliest first."""
    address = ip_address(host)
    if address.is_loopback:
        return []
    found = _machine_addresses(address.version == 6) if address.is_unspecified else [host]
    return [_url(each, port) for each in found]


def is_loopback(host: str) -> bool:
    """Whether only the machine itself can reach this address."""
    return ip_address(host).is_loopback


def is_local(name: str) -> bool:
    """Whether a host name stands for the client's own machine.

    >>> is_local("localhost"), is_local("127.0.0.1"), is_local("::ffff:127.0.0.1"), is_local("::1")
    (True, True, True, True)
    >>> is_local("0.0.0.0"), is_local("192.168.1.20"), is_local("dice.example.org")
    (True, False, False)
    """
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        found = ip_address(name.removeprefix("::ffff:"))
    except ValueError:
        return False
    return found.is_loopback or found.is_unspecified


def _machine_addresses(ipv6: bool) -> list[str]:
    """The addresses of this machine, first that of the default route."""
    found = [_outgoing_address(socket.AF_INET), *_interface_addresses()]
    if ipv6:
        found.append(_outgoing_address(socket.AF_INET6))
    return list(dict.fromkeys(each for each in found if each and _is_useful(each)))


def _outgoing_address(family: socket.AddressFamily) -> str | None:
    """The source address of packets to the internet; none is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((REMOTE[family], 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _interface_addresses() -> list[str]:
    """The IPv4 addresses of the interfaces on Linux, of the host name elsewhere."""
    if sys.platform != "linux":
        try:
            found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        except OSError:
            return []
        return [str(address[0]) for *_, address in found]
    names = [name for _, name in socket.if_nameindex() if not name.startswith(VIRTUAL)]
    return [address for name in names if (address := _interface_address(name))]


def _interface_address(name: str) -> str | None:
    from fcntl import ioctl  # only on Unix

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = ioctl(probe.fileno(), GET_ADDRESS, name.encode()[:15].ljust(40, b"\0"))
        except OSError:  # it has none
            return None
    return socket.inet_ntoa(answer[20:24])


def _is_useful(address: str) -> bool:
    found = ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
