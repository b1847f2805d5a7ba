"""Where people find a server: on its own machine, and from other machines of the network."""

import socket
import sys
from ipaddress import ip_address

from litestar import get
from msgspec import Struct

from hotdice.server.http.openapi_examples import REFUSALS
from hotdice.server.http.routes.rules import InjectedService, Visit, visitor

ELSEWHERE = {socket.AF_INET: "203.0.113.1", socket.AF_INET6: "2001:db8::1"}  # RFC 5737, RFC 3849
VIRTUAL = ("docker", "br-", "veth", "virbr")  # networks of this machine with itself
GET_ADDRESS = 0x8915  # SIOCGIFADDR of Linux
HERE = {4: "127.0.0.1", 6: "::1"}


class Reach(Struct, frozen=True):
    """Where other machines find the server; with `alone` none does, as it hears its own only."""

    alone: bool
    addresses: list[str]


@get("/api/reach", responses=REFUSALS, tags=["server"], summary="Where others find the server")
async def reach(service: InjectedService, request: Visit) -> Reach:
    """Tell the addresses for others to whoever sits at the server's machine, and to nobody else."""
    settings = service.settings
    asked_at = request.url.hostname or ""
    local = is_local(visitor(service, request)) and is_local(asked_at)
    found = others(settings.host, settings.port) if local else []
    return Reach(is_loopback(settings.host), found)


def here(host: str, port: int) -> str:
    """The address of a server that listens on `host` for people at the same machine."""
    listens = ip_address(host)
    return _url(HERE[listens.version] if listens.is_unspecified else host, port)


def others(host: str, port: int) -> list[str]:
    """The addresses of a server that listens on `host` for other machines, the likeliest first."""
    listens = ip_address(host)
    if listens.is_loopback:
        return []
    found = _of_this_machine(listens.version == 6) if listens.is_unspecified else [host]
    return [_url(each, port) for each in found]


def is_loopback(host: str) -> bool:
    """Whether only the machine itself reaches this address."""
    return ip_address(host).is_loopback


def is_local(name: str) -> bool:
    """Whether somebody who says this name means their own machine.

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


def _of_this_machine(six: bool) -> list[str]:
    """Its addresses, first the one by which it speaks with machines far away."""
    found = [_towards(socket.AF_INET), *_of_interfaces()]
    if six:
        found.append(_towards(socket.AF_INET6))
    return list(dict.fromkeys(each for each in found if each and _is_useful(each)))


def _towards(family: socket.AddressFamily) -> str | None:
    """The own address of packets to far away; none is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE[family], 9))
        except OSError:
            return None
        address: str = asking.getsockname()[0]
        return address


def _of_interfaces() -> list[str]:
    """The IPv4 addresses of real networks: asked of each on Linux, of the own name elsewhere."""
    if sys.platform != "linux":
        try:
            found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        except OSError:
            return []
        return [str(address[0]) for *_, address in found]
    names = [name for _, name in socket.if_nameindex() if not name.startswith(VIRTUAL)]
    return [address for name in names if (address := _of_interface(name))]


def _of_interface(name: str) -> str | None:
    from fcntl import ioctl  # which not every system has

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            answer = ioctl(asking.fileno(), GET_ADDRESS, name.encode()[:15].ljust(40, b"\0"))
        except OSError:  # it has none
            return None
    return socket.inet_ntoa(answer[20:24])


def _is_useful(address: str) -> bool:
    found = ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
