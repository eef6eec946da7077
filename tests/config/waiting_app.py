"""The product as gunicorn loads it, with two more addresses for tests of processes.

`/who` tells the process that answers and its parent; `/long` answers once the file exists that
RELEASED names, and writes BEGUN meanwhile.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from annotate.config.wsgi import application as product
from tests.waiting import eventually

Start = Callable[..., Any]


def application(environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    if path not in ("/who", "/long"):
        answer: Iterable[bytes] = product(environ, start_response)
        return answer
    if path == "/long":
        Path(os.environ["BEGUN"]).touch()
        eventually(Path(os.environ["RELEASED"]).exists, "the request may end", seconds=3600)
    body = f"{os.getpid()} {os.getppid()}".encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]
