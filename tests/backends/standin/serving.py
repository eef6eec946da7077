"""The stand-in in a thread of the tests, on a free port of this machine."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.backends.standin.api import StandIn
from tests.backends.standin.wire import talk

# Of the headers; bodies, which hold the pictures, may be longer.
MAX_HEAD = 256 * 1024


async def serve(standin: StandIn, port: int = 0) -> asyncio.Server:
    """Listen for requests."""
    return await asyncio.start_server(
        lambda reader, writer: talk(reader, writer, standin.answer),
        "127.0.0.1",
        port,
        limit=MAX_HEAD,
        backlog=512,
    )


@contextmanager
def serving(standin: StandIn) -> Iterator[str]:
    """Serve until the block ends; yields `host:port`."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    # Not in the caller's thread, in which the loop of a browser may run.
    server = asyncio.run_coroutine_threadsafe(serve(standin), loop).result(10)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
