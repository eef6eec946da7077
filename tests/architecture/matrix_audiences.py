"""Who the personas are, what each audience means for them, and who belongs to which."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# What each persona gets. "in" means let in: whatever the answer, it is none of 401, 403 and 404.
PERSONAS = ("owner", "reviewer", "ada", "blocked", "stranger", "anonymous", "admin")


def _audience(*answers: object) -> Mapping[str, object]:
    return dict(zip(PERSONAS, answers, strict=True))


AUDIENCES: Mapping[str, Mapping[str, object]] = {
    #                      owner  reviewer  ada    blocked  stranger  anonymous  admin
    "public": _audience("in", "in", "in", "in", "in", "in", "in"),
    "signed in": _audience("in", "in", "in", "in", "in", 401, "in"),
    "admin": _audience(403, 403, 403, 403, 403, 401, "in"),
    "maker": _audience("in", 403, 403, 403, 403, 401, "in"),
    "member": _audience("in", "in", "in", "in", 404, 401, "in"),
    "unblocked": _audience("in", "in", "in", 404, 404, 401, "in"),
    "worker": _audience("in", "in", "in", 403, 404, 401, 403),
    "reader": _audience("in", "in", 403, 403, 404, 401, "in"),
    "lead": _audience("in", 403, 403, 403, 404, 401, "in"),
    # Ada has a task with the image, and judges nothing.
    "viewer": _audience("in", "in", "in", 404, 404, 401, "in"),
    "judge": _audience("in", "in", 404, 404, 404, 401, "in"),
    # What belongs to Ada alone; not even a lead or an admin may act in her name.
    "own": _audience(404, 404, "in", 404, 404, 401, 404),
    # The signature is the permission, and no persona has one.
    "signed by the platform": dict.fromkeys(PERSONAS, 401),
    # Who has given a password and is asked for more; no persona is.
    "at the door": dict.fromkeys(PERSONAS, 401),
}


def _filled(body: Any, ids: Mapping[str, Any]) -> Any:
    """Put ids where a body names things of the world: `{"sample": "{sample}"}`."""
    if isinstance(body, dict):
        return {name: _filled(value, ids) for name, value in body.items()}
    if isinstance(body, list):
        return [_filled(value, ids) for value in body]
    if isinstance(body, str) and body[:1] == "{" and body[-1:] == "}":
        return ids[body[1:-1]]
    return body


@dataclass(frozen=True)
class Files:
    """Multipart instead of JSON."""


FILES = Files()
# What is sent, by method and address. Ids are named, as in the address, and never written as
# numbers: a database does not count from 1 again after a rollback.
Operation = tuple[str, str]
Bodies = dict[Operation, Any]


def sent(body: Any, ids: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of the test client's call."""
    if isinstance(body, Files):
        return {"data": {}, "format": "multipart"}
    return {"data": json.dumps(_filled(body or {}, ids)), "content_type": "application/json"}


# What the functions say that handlers name as `allow`: the declaration beside the route.
AUDIENCE_OF: Mapping[str, str] = {
    "people.access.oneself": "signed in",
    "people.access.admin": "admin",
    "sso.api.oneself": "signed in",
    "notifications.selectors.own": "own",
    "projects.api.projects.maker": "maker",
    "projects.access.member": "member",
    "projects.access.unblocked": "unblocked",
    "projects.access.lead": "lead",
    "projects.access.reader": "reader",
    "projects.access.worker": "worker",
    "images.api.visible": "viewer",
    "workflow.selectors.remembered.at_hand": "own",
    "workflow.selectors.views.assignment_of": "own",
    "workflow.selectors.views.own_hit": "own",
    "workflow.api.work.workable": "own",
    "workflow.api.work.submittable": "own",
    "workflow.api.work.submittable_hit": "own",
    "workflow.api.work.readable": "reader",
    "workflow.selectors.comments.discussion": "reader",
    "workflow.selectors.comments.resolvable": "reader",
    "workflow.selectors.comments.own_discussion": "own",
    "workflow.selectors.comments.own_comment": "own",
    "workflow.api.work.changeable": "lead",
    "privacy.api.images.changeable": "lead",
    "privacy.selectors.data_files.own_file": "own",
    "workflow.selectors.sample_views.changeable_view": "lead",
    "quality.selectors.feedback.own": "own",
    "quality.selectors.outcome_notices.own": "own",
    "quality.api.gold.practising": "own",
    "evaluation.api.texts.judged": "judge",
    "evaluation.api.groups.being_asked": "own",
    "evaluation.api.results.readable": "reader",
    "evaluation.api.text_reports.readable": "reader",
    "evaluation.api.reasoning.readable_run": "reader",
    "evaluation.api.harms.led_run": "lead",
    "evaluation.api.harms.led_case": "lead",
    "evaluation.api.mentions.led_run": "lead",
}
# Handlers that name nothing to allow: everybody's, or what a selector finds for the asker alone.
WITHOUT: Mapping[Operation, str] = {
    ("get", "session"): "public",
    ("post", "session"): "public",
    ("delete", "session"): "public",
    ("post", "session/code"): "at the door",
    ("delete", "session/code"): "public",
    ("post", "session/passkey/begin"): "public",
    ("post", "session/passkey"): "public",
    ("post", "addresses/confirm"): "public",
    ("patch", "me/second-factors/passkeys/{passkey}"): "own",
    ("delete", "me/second-factors/passkeys/{passkey}"): "own",
    ("get", "schema/"): "public",
    ("get", "invitations/{secret}"): "public",
    ("post", "invitations/{secret}/accept"): "public",
    ("post", "crowd/webhooks/{slug}"): "signed by the platform",
    ("get", "sign-in"): "public",
    ("post", "sign-in/{identity_provider}/begin"): "public",
    ("get", "password-resets"): "public",
    ("post", "password-resets"): "public",
    ("post", "password-resets/use"): "public",
    ("get", "me/notifications"): "signed in",
    ("get", "me/notifications/unread"): "signed in",
    ("post", "me/notifications/read"): "signed in",
    ("get", "me/notifications/choices"): "signed in",
    ("patch", "me/notifications/choices/{kind}"): "signed in",
    ("get", "recipes"): "signed in",
    ("get", "formats"): "signed in",
    ("get", "projects"): "signed in",
    ("get", "home"): "signed in",
    ("get", "search"): "signed in",
    ("get", "home/projects"): "signed in",
    ("get", "work"): "signed in",
    ("get", "history"): "signed in",
    ("get", "feedback"): "signed in",
    ("get", "feedback/outcomes"): "signed in",
    ("post", "feedback/outcomes/read"): "signed in",
    ("get", "crowd/adapters"): "signed in",
    ("get", "group-questions"): "signed in",
    ("get", "history/{submitted}"): "own",
    ("get", "me/invitations"): "signed in",
    ("post", "me/invitations/{own_invitation}/accept"): "own",
    ("post", "me/invitations/{own_invitation}/decline"): "own",
    ("delete", "me/tokens/{token}"): "own",
    ("delete", "me/identities/{identity}"): "own",
    ("delete", "me/sessions/{session}"): "own",
    ("get", "crowd/participation"): "own",
    ("post", "crowd/participation/finish"): "own",
    ("get", "hits/{hit}/completion"): "own",
}
