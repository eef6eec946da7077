"""The one address of several web processes: each connection goes to the next of them in turn."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle

_PIECE = 64 * 1024


class OneAddress:
    """Hands connections on, byte by byte; who does not listen is passed over."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.port = 0
        self.served: Counter[int] = Counter()  # connections by the port they went to
        self._number, self._turn = len(ports), cycle(ports)

    async def listen(self, ready: threading.Event, over: asyncio.Event) -> None:
        """Serve until it is over."""
        server = await asyncio.start_server(self._hand_on, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await over.wait()
        server.close()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(self._number):
            port = next(self._turn)
            try:
                back, forth = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            self.served[port] += 1
            await asyncio.gather(_pumped(reader, forth), _pumped(back, writer))
            break
        writer.close()


async def _pumped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            await writer.drain()
    with suppress(OSError):
        writer.close()


@contextmanager
def one_address(ports: Sequence[int]) -> Iterator[OneAddress]:
    """Serve it on a thread of its own."""
    made, ready, loop = OneAddress(ports), threading.Event(), asyncio.new_event_loop()
    over = asyncio.Event()
    thread = threading.Thread(target=lambda: loop.run_until_complete(made.listen(ready, over)))
    thread.start()
    try:
        assert ready.wait(10)
        yield made
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.close()
