"""Serve the one HTML page of the web client."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

_NOT_BUILT = (
    "<!doctype html><title>Annotate</title><p>The web client is not built yet. "
    "Run <code>make build</code> and reload this page.</p>"
)


@require_safe
@ensure_csrf_cookie
def app_page(request: HttpRequest) -> HttpResponse:
    """The client's page, never cached: it names the current script files."""
    page = settings.FRONTEND_DIST / "index.html"
    if not page.is_file():
        return HttpResponse(_NOT_BUILT, status=503)
    response = HttpResponse(page.read_text(encoding="utf-8"))
    response["Cache-Control"] = "no-cache"
    return response
