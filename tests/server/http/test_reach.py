"""What `hotdice serve` says at its start: where it is found here, and by others in the network."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.needed import needed

SERVE = [sys.executable, "-c", "from hotdice.cli.main import main; main()", "serve"]
# A network of its own, of which this machine is 192.168.7.20; nobody else is there.
CARD = "ip link set lo up && ip link add lan type veth peer name far && ip link set far up"
WIRED = f"{CARD} && ip addr add 192.168.7.20/24 dev lan && ip link set lan up"
ROUTED = f"{WIRED} && ip route add default via 192.168.7.1"
INTERPRETER = ["unshare", "-Urn", "sh", "-c"]


def has_own_network() -> bool:
    """Whether this system lets us make networks of our own."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        return False
    return subprocess.run([*INTERPRETER, ROUTED], capture_output=True, check=False).returncode == 0


def output_lines(words: list[str], lines: int) -> list[str]:
    """The first lines that a server says; it is stopped then."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = [process.stdout.readline().rstrip() for _ in range(lines)]
    process.send_signal(signal.SIGTERM)
    process.wait(300)
    process.stdout.close()
    return found


@needed(has_own_network(), "unshare or ip", "a server's words in a network of its own are")
@pytest.mark.parametrize("network", [WIRED, ROUTED])
@pytest.mark.parametrize(("host", "here"), [("0.0.0.0", "127.0.0.1"), ("::", "[::1]")])
def test_a_server_says_where_others_find_it(
    network: str, host: str, here: str, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'server.sqlite'}"
    command = [*SERVE, "--host", host, "--port", "8123", "--database", database]
    found = output_lines([*INTERPRETER, f'{network} && exec "$@"', "sh", *command], 3)
    assert found == [
        f"Hot Dice is at http://{here}:8123 (press Ctrl-C to stop it)",
        "Others in your network find it at http://192.168.7.20:8123",
        "Links and QR codes of games use the address that others can reach.",
    ]


@needed(has_own_network(), "unshare or ip", "a server's words in a network of its own are")
def test_a_server_without_a_network_says_so(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'server.sqlite'}"
    command = [*SERVE, "--host", "0.0.0.0", "--port", "8123", "--database", database]
    found = output_lines([*INTERPRETER, f'{CARD} && exec "$@"', "sh", *command], 2)
    assert found[1].startswith("This machine has no network at the moment")


def test_a_server_that_hears_this_machine_alone_says_so(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'server.sqlite'}"
    found = output_lines([*SERVE, "--port", "0", "--database", database], 2)
    assert found[0].startswith("Hot Dice is at http://127.0.0.1:")
    assert found[1].startswith("Only this machine can reach it.")
    assert found[1].endswith("hotdice serve --host 0.0.0.0")
