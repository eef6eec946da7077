"""People who work through the HTTP API with sessions of their own, as scripts of a lab do."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import APIRequestContext, Browser

from tests.e2e.installation import PASSWORD, Served
from tests.e2e.visitors import cookies_of
from tests.waiting import eventually

Json = dict[str, Any]


class Caller:
    """One person's session."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self._context = browser.new_context(base_url=served.url)
        self._request: APIRequestContext = self._context.request
        self._served = served

    def close(self) -> None:
        self._context.close()

    def call(self, method: str, path: str, body: Json | None = None, **options: Any) -> Any:
        """Call the API; fail the test if it refuses."""
        cookies = {cookie.get("name"): cookie.get("value") for cookie in self._context.cookies()}
        answer = self._request.fetch(
            f"/api/v1{path}",
            method=method,
            headers={
                "X-CSRFToken": cookies.get("csrftoken") or "",
                "Referer": self._served.url,
                **({"Content-Type": "application/json"} if body is not None else {}),
            },
            data=body,
            **options,
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json() if answer.status != 204 else None

    def sign_in(self, username: str, password: str = PASSWORD) -> "Caller":
        """Sign in to an account that there is."""
        if known := self._served.sessions.get(username):
            self._context.add_cookies(known)
            return self
        self.call("GET", "/session")
        self.call("POST", "/session", {"username": username, "password": password})
        self._served.sessions[username] = cookies_of(self._context)
        return self

    def join(self, link: str, username: str) -> "Caller":
        """Make an account with an invitation link."""
        self.call("GET", "/session")
        secret = link.rsplit("/", 1)[-1]
        account = {"username": username, "display_name": username, "password": PASSWORD}
        self.call("POST", f"/invitations/{secret}/accept", account)
        return self

    def when(self, path: str, is_over: Callable[[Any], bool]) -> Any:
        """Ask until an answer is as wanted, and return it."""

        def ask() -> list[Any]:
            answer = self.call("GET", path)
            return [answer] if is_over(answer) else []

        return eventually(ask, f"what is wanted of {path}")[0]

    def claim(self, project: int, stage: str) -> Json:
        """Take the next HIT of a stage."""
        claimed = self.call("POST", f"/projects/{project}/claim", {"stage": stage})
        assert claimed["hit"] is not None, claimed
        return dict(claimed["hit"])

    def submit(
        self,
        hit: Json,
        answer: Callable[[Json], Json],
        seconds: Mapping[str, float] | None = None,
    ) -> None:
        """Answer every task of a HIT and submit it as one.

        Args:
            seconds: the active time by image; 0 (not known) where it is left out.
        """
        answers = [
            {
                "assignment": each["id"],
                "answer": answer(each),
                "active_seconds": (seconds or {}).get(each["image"]["name"], 0),
            }
            for each in hit["assignments"]
        ]
        body = {"key": str(uuid.uuid4()), "answers": answers}
        self.call("POST", f"/hits/{hit['id']}/submit", body)
