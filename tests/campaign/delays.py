"""A way between two programs that passes bytes on later: packets delayed, as by a bad line.

    python -m tests.campaign.delays LISTENING TARGET [LISTENING TARGET ...]

Ports are of 127.0.0.1. Each line of its input, `LISTENING MILLISECONDS`, sets how much later bytes
arrive from then on, in each direction and in their order. A target that is not there, or that goes
away, is a connection that ends: what a client of it would see.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress

_PIECE = 64 * 1024


class Way:
    """One port that leads to another; `delay` is in seconds and may be changed at any time."""

    def __init__(self, target: int) -> None:
        self.delay = 0.0
        self._target = target

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect one client with the target until either goes away."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        passing = [
            asyncio.create_task(self._pass_on(reader, back)),
            asyncio.create_task(self._pass_on(there, writer)),
        ]
        await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        for each in passing:
            each.cancel()
        await asyncio.gather(*passing, return_exceptions=True)
        for side in (writer, back):
            side.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        clock = asyncio.get_running_loop().time
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        receiving = asyncio.create_task(_receive(reader, pieces, lambda: clock() + self.delay))
        try:
            while True:
                due, piece = await pieces.get()
                if not piece:
                    return
                if (left := due - clock()) > 0:
                    await asyncio.sleep(left)
                writer.write(piece)
                await writer.drain()
        finally:
            receiving.cancel()


async def _receive(
    reader: asyncio.StreamReader,
    pieces: "asyncio.Queue[tuple[float, bytes]]",
    due: Callable[[], float],
) -> None:
    """Put each piece down with the time it is due; an empty one says that it is over."""
    piece = b"begin"
    while piece:
        try:
            piece = await reader.read(_PIECE)
        except OSError:
            piece = b""
        pieces.put_nowait((due(), piece))


async def main() -> None:
    """Open the ways, say so, and change their delays as told until the input ends."""
    ports = [int(each) for each in sys.argv[1:]]
    ways = {
        listening: Way(target) for listening, target in zip(ports[::2], ports[1::2], strict=True)
    }
    servers = [await asyncio.start_server(way.lead, "127.0.0.1", at) for at, way in ways.items()]
    print("open", flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        listening, milliseconds = line.split()
        ways[int(listening)].delay = float(milliseconds) / 1000
    for server in servers:
        server.close()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
