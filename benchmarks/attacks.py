"""What people do who want to stop a server, for `server.py`: one attack until it is ended.

`python benchmarks/attacks.py NAME ADDRESS`.
"""

import asyncio
import itertools
import os
import sys

import httpx
from websockets.asyncio.client import connect

SLOW = "".join(f"{pattern} = {points}\n" for points, pattern in enumerate(["aab", "aabb", "1"], 1))


async def idle(url: str) -> None:
    """Open 1,100 connections that ask for nothing, and others for those that are cut off."""

    async def one() -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", _port(url))
            await reader.read()
            writer.close()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _ in range(1100)), return_exceptions=True)


async def rules(url: str) -> None:
    """Have thirty rules files checked at a time that take long."""
    numbers = itertools.count(1)

    async def one(client: httpx.AsyncClient) -> None:
        while True:
            toml = f'name = "x"\ndice = 10\ntarget = {100_000 + next(numbers)}\n[score]\n{SLOW}'
            await client.post(f"{url}/api/rules/check", json={"toml": toml})
            await asyncio.sleep(0.1)

    async with httpx.AsyncClient(timeout=120, trust_env=False) as client:
        await asyncio.gather(*(one(client) for _ in range(30)))


async def bots(url: str) -> None:
    """Begin games of eight bots with ten dice, five at a time."""
    seats = [{"kind": "bot", "bot": "bold"}] * 8
    body = {"rules": "basic+dice=10+target=1000000", "seats": seats}
    async with httpx.AsyncClient(timeout=120, trust_env=False) as client:
        while True:
            await asyncio.gather(*(client.post(f"{url}/api/games", json=body) for _ in range(5)))
            await asyncio.sleep(5)


async def frames(url: str) -> None:
    """Send reactions and nonsense by thirty sockets of one game."""
    body = {"rules": "basic", "seats": [{"kind": "person", "name": "Eve"}, {"kind": "person"}]}
    async with httpx.AsyncClient(timeout=120, trust_env=False) as client:
        made = (await client.post(f"{url}/api/games", json=body)).json()
    address = f"ws://127.0.0.1:{_port(url)}/api/games/{made['game']}/socket"

    async def one() -> None:
        while True:
            async with connect(address, compression=None) as socket:
                await socket.send(f'{{"hello": {{"token": "{made["token"]}"}}}}')
                for word in itertools.cycle(['{"react": {"reaction": "clap"}}', '{"no": 1}']):
                    await socket.send(word)
                    await asyncio.sleep(0.05)

    while True:
        await asyncio.gather(*(one() for _ in range(30)), return_exceptions=True)
        await asyncio.sleep(0.5)


ATTACKS = {each.__name__: each for each in (idle, rules, bots, frames)}


def _port(url: str) -> int:
    return int(url.rpartition(":")[2])


if __name__ == "__main__":
    os.nice(10)  # the server, not this machine, is what is attacked
    asyncio.run(ATTACKS[sys.argv[1]](sys.argv[2]))
