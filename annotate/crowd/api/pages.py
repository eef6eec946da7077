"""The pages that links of platforms lead to; everything after them is the web client's.

They are plain HTML: whoever comes may not have an account yet, and may be inside a frame.
"""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any

from django.contrib import auth
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from annotate.core import errors
from annotate.crowd import adapters
from annotate.crowd.adapters.base import Arrival, Preview, Refused
from annotate.crowd.middleware import SESSION_KEY, Frame, show_in
from annotate.crowd.models import Channel, Participation
from annotate.crowd.selectors.channels import by_slug, settings_of
from annotate.crowd.selectors.visits import visit_of
from annotate.crowd.services import entry, links
from annotate.people import services as people
from annotate.people.models import User

NONCE_KEY = "crowd_entry"
SESSION_SECONDS = 12 * 60 * 60


class NotUnderstood(errors.Invalid):
    code = "arrival"


def _entry_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer refusals as pages, and keep these pages out of caches and of other sites' logs."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        try:
            response = view(request, *args, **more)
        except errors.AppError as refused:
            context = {"message": refused.message, "remedy": refused.remedy}
            response = render(request, "crowd/refused.html", context, status=refused.status)
        response["Cache-Control"] = "no-store"
        # The address holds the ids of a person.
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response

    return page


def _channel(request: HttpRequest, slug: str) -> Channel:
    channel = by_slug(slug)
    show_in(request, _frame(request, channel))
    return channel


def _frame(request: HttpRequest, channel: Channel) -> Frame | None:
    allowed = adapters.get(channel.adapter).frame()
    return Frame.of(request, *allowed) if allowed else None


def _has_own_account(request: HttpRequest) -> bool:
    return request.user.is_authenticated and SESSION_KEY not in request.session


def _already_signed_in(request: HttpRequest, channel: Channel) -> HttpResponse:
    context = {"user": request.user, "project": channel.project}
    return render(request, "crowd/signed_in.html", context, status=409)


@require_http_methods(["GET", "POST"])
@_entry_page
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Check the parameters of an arrival and hand it a token; or preview, or explain."""
    channel = _channel(request, slug)
    if request.method == "POST" and request.POST.get("act") == "sign_out":
        auth.logout(request)
        return HttpResponseRedirect(request.get_full_path())
    if "link" in request.GET and channel.adapter == "invite":
        return _by_link(request, channel, request.GET["link"])
    arrival = _arrival(request, channel)
    if isinstance(arrival, Preview):
        return _preview(request, channel)
    if _has_own_account(request):
        return _already_signed_in(request, channel)
    token, nonce = entry.issue(channel=channel, arrival=arrival)
    request.session[NONCE_KEY] = nonce
    return HttpResponseRedirect(f"/enter/{channel.slug}/{token}")


def _arrival(request: HttpRequest, channel: Channel) -> Arrival | Preview:
    adapter = adapters.get(channel.adapter)
    try:
        return adapter.parse(request.GET.dict(), settings_of(channel))
    except Refused as refused:
        raise NotUnderstood(refused.reason) from None


def _preview(request: HttpRequest, channel: Channel) -> HttpResponse:
    """Show what the work is, without account, session or any way to change something."""
    project = channel.project
    guideline = project.guidelines.order_by("-version").first()
    recipe = project.recipe
    stages = [recipe.stage(channel.stage_key)] if channel.stage_key else recipe.asked_stages
    context = {
        "project": project,
        "stages": stages,
        "guideline": guideline.body if guideline else "",
        "platform": adapters.get(channel.adapter).title,
        "is_invite": channel.adapter == "invite",
    }
    return render(request, "crowd/preview.html", context)


def _by_link(request: HttpRequest, channel: Channel, secret: str) -> HttpResponse:
    """A magic link: programs that look at addresses in mail must not use it up, so ask first."""
    if _has_own_account(request):
        return _already_signed_in(request, channel)
    if request.method == "GET":
        links.read_link(channel=channel, secret=secret)
        return render(request, "crowd/begin.html", {"project": channel.project})
    admitted: list[Participation] = []

    def admit(arrival: Arrival, name: str) -> None:
        admitted.append(entry.admit(channel=channel, arrival=arrival, name=name, give_up=True))

    links.use_link(channel=channel, secret=secret, admit=admit)
    return _sign_in(request, admitted[0])


@require_http_methods(["GET", "POST"])
@_entry_page
def arrive(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Consume a token and sign its person in."""
    channel = _channel(request, slug)
    if _has_own_account(request):
        return _already_signed_in(request, channel)
    known = _is_known_here(request, channel, token)
    if known is not None:
        return HttpResponseRedirect(f"/entered/{known.pk}")
    nonce = request.session.pop(NONCE_KEY, "")
    arrival = entry.redeem(channel=channel, token=token, nonce=nonce)
    give_up = request.method == "POST" and request.POST.get("act") == "give_up"
    try:
        visit = entry.admit(channel=channel, arrival=arrival, give_up=give_up)
    except entry.StillWorking as unfinished:
        token, request.session[NONCE_KEY] = entry.issue(channel=channel, arrival=arrival)
        context = {"message": unfinished.message, "address": f"/enter/{channel.slug}/{token}"}
        return render(request, "crowd/unfinished.html", context, status=409)
    return _sign_in(request, visit)


def _is_known_here(request: HttpRequest, channel: Channel, token: str) -> Participation | None:
    """The visit if this browser is on it already: somebody went back a page."""
    begun = request.session.get(SESSION_KEY)
    if not begun or not isinstance(request.user, User):
        return None
    arrival, _ = entry.read(channel=channel, token=token)
    visit = visit_of(request.user, begun["participation"])
    is_theirs = (visit.external_session, visit.external_person) == (arrival.session, arrival.person)
    return visit if is_theirs and visit.channel_id == channel.pk else None


def _sign_in(request: HttpRequest, visit: Participation) -> HttpResponse:
    people.sign_in(request, visit.user, "link")
    entry.note_entry(visit=visit)
    frame = _frame(request, visit.channel)
    framed = asdict(frame) if frame else None
    request.session[SESSION_KEY] = {"participation": visit.pk, "frame": framed}
    request.session.set_expiry(SESSION_SECONDS)
    return HttpResponseRedirect(f"/entered/{visit.pk}")
