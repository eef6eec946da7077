"""python -m tests.backends.standin [SECONDS] [PORT]: the stand-in as a process of its own."""

import asyncio
import sys

from tests.backends.standin.api import StandIn
from tests.backends.standin.serving import serve


async def main() -> None:
    """Say where it listens, and answer until it is ended."""
    numbers = [float(each) for each in sys.argv[1:]] + [0.05, 0][len(sys.argv) - 1 :]
    standin = StandIn(seconds=numbers[0])
    server = await serve(standin, int(numbers[1]))
    print(f"127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
