"""One person of a campaign: asks over HTTP, notes what came of it, and does not give up."""

import asyncio
import time
from typing import Any

import httpx

from tests.campaign.ledger import NO_ANSWER, Asked, Ledger

# Between two tries; the client of the product waits longer each time, up to half a minute.
PAUSE = 1.0
TIMEOUT = 90.0
TOO_MANY = 429


class Person:
    """Somebody with a token, whose requests are noted under a name."""

    def __init__(
        self, name: str, secret: str, client: httpx.AsyncClient, ledger: Ledger, over: asyncio.Event
    ) -> None:
        self.name, self.ledger, self.over = name, ledger, over
        self._client = client
        self._headers = {"Authorization": f"Token {secret}"} if secret else {}

    async def ask(self, kind: str, method: str, path: str, **more: Any) -> tuple[int, Any]:
        """Send one request; 0 where no answer came."""
        at = time.monotonic()
        try:
            more = {"headers": self._headers, **more}
            answer = await self._client.request(method, f"/api/v1/{path}", **more)
            status, body = answer.status_code, _json(answer)
        except httpx.HTTPError as fault:
            status, body = 0, {"error": {"code": type(fault).__name__}}
        error = body.get("error") if isinstance(body, dict) else None
        code = str(error.get("code") or "") if isinstance(error, dict) and status != 200 else ""
        said, seconds = str(status) if status else NO_ANSWER, time.monotonic() - at
        # Of the answer: what was under way when something was killed belongs to the kill.
        self.ledger.note(self.name, Asked(kind, self.ledger.phase, at, seconds, said, code))
        return status, body

    async def insist(self, kind: str, method: str, path: str, **more: Any) -> tuple[int, Any]:
        """Ask until it is answered with what is no passing fault, or the campaign is over."""
        while not self.over.is_set():
            status, body = await self.ask(kind, method, path, **more)
            if status and status < 500 and status != TOO_MANY:
                return status, body
            await self.rest(PAUSE)
        return 0, None

    async def token_of_a_form(self) -> dict[str, str]:
        """Return the header that whoever signs in must send, as the client of the product does."""
        await self.insist("session", "GET", "session")
        return {"X-CSRFToken": self._client.cookies.get("csrftoken") or ""}

    async def rest(self, seconds: float) -> None:
        """Do nothing for a while; return at once where the campaign is over."""
        try:
            await asyncio.wait_for(self.over.wait(), seconds)
        except TimeoutError:
            return


def _json(answer: httpx.Response) -> Any:
    if not answer.headers.get("content-type", "").startswith("application/json"):
        return None
    try:
        return answer.json()
    except ValueError:
        return {"error": {"code": "no JSON"}}
