"""Serve the one HTML page of the web client."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from annotate.people import preferences
from annotate.people.models import User

_NOT_BUILT = (
    "<!doctype html><title>Annotate</title><p>The web client is not built yet. "
    "Run <code>make build</code> and reload this page.</p>"
)
_WORK = re.compile(r"/(?:work/(?P<assignment>\d+)|hits/(?P<hit>\d+))/?")


class _Ahead(TypedDict):
    """Files to fetch ahead, as the client's build names them (frontend/preloads.ts)."""

    words: Mapping[str, Sequence[str]]
    work: Sequence[str]


@require_safe
@ensure_csrf_cookie
def app_page(request: HttpRequest) -> HttpResponse:
    """The client's page, never cached: it names the current script files."""
    page = settings.FRONTEND_DIST / "index.html"
    if not page.is_file():
        return HttpResponse(_NOT_BUILT, status=503)
    links = "".join(f"    {link}\n" for link in _links(request))
    text = page.read_text(encoding="utf-8").replace("  </head>", f"{links}  </head>", 1)
    response = HttpResponse(text)
    response["Cache-Control"] = "no-cache"
    return response


def _links(request: HttpRequest) -> Iterator[str]:
    """What the page will ask for anyway, named at once instead of step by step."""
    names = settings.FRONTEND_DIST / "preloads.json"
    if not names.is_file():  # a client of an earlier release, which finds its files by itself
        return
    ahead: _Ahead = json.loads(names.read_text(encoding="utf-8"))
    for file in ahead["words"].get(_language(request, ahead["words"]), ()):
        yield _script(file)
    work = _WORK.fullmatch(request.path_info)
    if work is None:
        return
    for file in ahead["work"]:
        yield _script(file)
    # A stranger's page asks for nothing but who it is.
    if isinstance(request.user, User):
        yield _answer("session")
        if hit := work["hit"]:
            yield _answer(f"hits/{hit}")
        else:
            yield _answer(f"assignments/{work['assignment']}")


def _language(request: HttpRequest, known: Iterable[str]) -> str:
    """The language the page is most likely shown in; English where no known one is wished for."""
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    wishes = [tag.partition("-")[0] for tag, _ in accepted]
    if isinstance(request.user, User):
        wishes.insert(0, preferences.read(request.user.preferences).language)
    return next((tag for tag in wishes if tag in known), "en")


def _script(file: str) -> str:
    kind = 'rel="modulepreload"' if file.endswith(".js") else 'rel="preload" as="style"'
    return f'<link {kind} crossorigin href="{settings.STATIC_URL}app/{file}">'


def _answer(path: str) -> str:
    return f'<link rel="preload" as="fetch" crossorigin href="/api/v1/{path}">'
