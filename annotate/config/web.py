"""How gunicorn serves the product: what it refuses by itself has the one error shape as well.

A request that is too long or is no HTTP never reaches Django; gunicorn's own answer is HTML.
"""

import json
import time
import uuid
from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.http import errors as faults
from gunicorn.workers.gthread import ThreadWorker

from annotate.core import errors, traces
from annotate.messages import Message

# A refused picture is read to its end, or the connection closes under whoever is still sending it
# and the refusal is never seen: at most so many bytes, for so many seconds.
UNREAD_BYTES = 64 * 1024 * 1024
UNREAD_SECONDS = 10.0


class Worker(ThreadWorker):  # type: ignore[misc]
    """A process with threads; `--worker-class annotate.config.web.Worker`."""

    def run(self) -> None:
        """Answer requests until it is told to end; what it has to tell of them is sent then."""
        try:
            super().run()
        finally:
            traces.flush()

    def is_parent_alive(self) -> bool:
        """Whether the main process lives; where it does not, the port is let go at once.

        Gunicorn's own worker keeps it, with nobody listening, until the last request under way has
        ended and kept connections have expired: half a minute in which no other main process can
        begin. What is under way is still answered.
        """
        if super().is_parent_alive():
            return True
        self.alive = False  # kept connections are closed as where it is told to end
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()
        return False

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:
        """Whether the connection serves another request.

        Gunicorn reads 64 KiB of what the product left unread and then closes, although the answer
        has said that the connection stays: the next request on it got no answer.
        """
        deadline = time.monotonic() + UNREAD_SECONDS
        try:
            finished = conn.parser.finish_body(deadline=deadline, max_bytes=UNREAD_BYTES)
        except (faults.ParseException, OSError):
            return False  # the request has had its answer
        return keepalive and bool(finished)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what could not be read, or what went wrong outside the product."""
        request_id = uuid.uuid4().hex
        refusal = refusal_of(exc, line=self.cfg.limit_request_line)
        if refusal.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.warning("Refused %s from %s: %s", request_id, addr and addr[0], exc)
        else:
            self.log.error("Error handling request %s", request_id, exc_info=exc)
        try:
            util.write_nonblock(client, _answer(refusal, request_id))
        except Exception:
            self.log.debug("The refusal could not be sent.", exc_info=True)


def refusal_of(exc: BaseException, *, line: int) -> errors.AppError:
    """What whoever sent it is told.

    Args:
        line: how many characters the first line of a request may have.
    """
    match exc:
        case faults.LimitRequestLine():
            return errors.AddressTooLong(Message("address_too_long", limit=line))
        case faults.LimitRequestHeaders():
            return errors.HeadersTooLarge()
        case faults.InvalidResponseHeader() | faults.InvalidResponseHeaderName():
            return errors.ServerError(retry=True)
        case faults.ParseException():
            return errors.AppError(Message("request_unreadable"))
    return errors.ServerError(retry=True)


def _answer(refusal: errors.AppError, request_id: str) -> bytes:
    body = json.dumps(refusal.body()).encode()
    head = (
        f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}\r\n"
        "Connection: close\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"X-Request-Id: {request_id}\r\n\r\n"
    )
    return head.encode("ascii") + body
