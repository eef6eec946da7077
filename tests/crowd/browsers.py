"""A browser as far as entries need one: cookies, redirects that are not followed, forms."""

import http.client
import json
import re
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit


@dataclass(frozen=True)
class Page:
    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    text: str

    @property
    def location(self) -> str:
        return self.headers["location"]

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def policy(self) -> dict[str, str]:
        """The content security policy by directive."""
        parts = self.headers["content-security-policy"].split(";")
        return {part.split()[0]: " ".join(part.split()[1:]) for part in parts if part.strip()}


class Browser:
    """Keeps cookies by name; their attributes are in `Page.cookies` to be looked at."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        # Sent with every request, such as those that say what a page is loaded for.
        self.headers: dict[str, str] = {}
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **parameters: str) -> Page:
        return self._ask("GET", f"{path}?{urlencode(parameters)}" if parameters else path)

    def post(self, path: str, data: Any = None, **headers: str) -> Page:
        """Post JSON to the API."""
        body = data if isinstance(data, bytes) else json.dumps(data or {}).encode()
        return self._ask("POST", path, body, {"Content-Type": "application/json", **headers})

    def send_form(self, path: str, page: Page, **fields: str) -> Page:
        """Send a form of a page that was shown, with its hidden token."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert token is not None, page.text[:500]
        body = urlencode({"csrfmiddlewaretoken": token.group(1), **fields}).encode()
        return self._ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def follow(self, page: Page) -> Page:
        """Follow one redirect after another within our own site, but not into the web client."""
        while page.status in (301, 302, 303) and not page.location.startswith("/entered/"):
            page = self.get(page.location)
        return page

    def _ask(self, method: str, path: str, body: bytes | None = None, headers: Any = None) -> Page:
        sent = {**self.headers, **(headers or {})}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if "csrftoken" in self.cookies:
            sent["X-CSRFToken"] = self.cookies["csrftoken"]
        parts = urlsplit(self.origin)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        baked: dict[str, str] = {}
        for line in answer.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(line.replace("; Partitioned", "")).items():
                self.cookies[name] = morsel.value
                baked[name] = line
        shown = {name.lower(): value for name, value in answer.headers.items()}
        return Page(answer.status, shown, baked, text)
