"""Whatever a client sends, it is taken or refused in the one shape, and is no fault of ours."""

import base64
import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Sample
from tests.api.answers import ada, error_of, held, owner
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import claim

__all__ = ["ada", "held", "owner"]
pytestmark = pytest.mark.django_db

HUGE = "9" * 30

DEEP = "[" * 100_000

MALFORMED = [
    "{",
    "",
    "nonsense",
    '{"a": NaN}',
    '{"a": Infinity}',
    DEEP,
    '{"answer":' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}",
    '{"a": "' + "\\ud800" + '"}',
    "\ufeff{}",
    '{"version": ' + "9" * 5_000 + "}",
]


@pytest.mark.parametrize("body", MALFORMED, ids=lambda body: repr(body[:20]))
def test_broken_json_is_the_sender_s_mistake(ada: APIClient, held: Assignment, body: str) -> None:
    url = f"/api/v1/assignments/{held.pk}/draft"
    answer = ada.put(url, body.encode("utf-8", "surrogatepass"), content_type="application/json")
    assert error_of(answer, 422)["code"] in ("malformed", "invalid")


def test_bytes_that_are_no_text_are_refused(ada: APIClient, held: Assignment) -> None:
    url = f"/api/v1/assignments/{held.pk}/draft"
    answer = ada.put(url, b'{"version": "\xff\xfe"}', content_type="application/json")
    assert error_of(answer, 422)["code"] == "malformed"


@pytest.mark.parametrize("body", [[], "text", 5, None, True, [[]]], ids=repr)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", "session"),
        ("patch", "me"),
        ("post", "me/password"),
        ("post", "me/tokens"),
        ("post", "projects"),
        ("patch", "projects/{project}"),
        ("post", "projects/{project}/named-invitations"),
        ("post", "projects/{project}/invitees"),
        ("post", "projects/{project}/invitees/check"),
        ("post", "projects/{project}/invitations"),
        ("post", "projects/{project}/guidelines"),
        ("post", "projects/{project}/seeding"),
        ("post", "projects/{project}/exports"),
        ("post", "samples/{sample}/withdraw"),
    ],
)
def test_a_body_that_is_no_object_is_refused(
    owner: APIClient, project: Project, method: str, path: str, body: Any
) -> None:
    [sample] = add_samples(project, 1)
    url = f"/api/v1/{path.format(project=project.pk, sample=sample.pk)}"
    answer = getattr(owner, method)(url, json.dumps(body), content_type="application/json")
    if answer.status_code in (200, 201):  # every field has a default, and null is "no body"
        assert body is None, f"{method} {path} took {body!r}"
    else:
        error_of(answer, 422)


STRANGE: list[Any] = [
    None,
    True,
    -1,
    1.5,
    10**30,
    1e308,
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "x" * 100_000,
    "\u202e\U0001f3ef",
    "nan",
    "1e999",
    [],
    {},
    [1],
    {"a": 1},
]

FIELDS = [
    ("patch", "me", "display_name"),
    ("patch", "me", "email"),
    ("post", "me/tokens", "name"),
    ("post", "me/tokens", "expires_in_days"),
    ("post", "projects", "name"),
    ("post", "projects", "description"),
    ("post", "projects", "recipe"),
    ("post", "projects", "settings"),
    ("patch", "projects/{project}", "state"),
    ("patch", "projects/{project}", "settings"),
    ("post", "projects/{project}/named-invitations", "usernames"),
    ("post", "projects/{project}/named-invitations", "role"),
    ("post", "projects/{project}/invitations", "uses"),
    ("post", "projects/{project}/guidelines", "body"),
    ("post", "projects/{project}/seeding", "detector"),
    ("post", "projects/{project}/exports", "format"),
    ("post", "projects/{project}/releases", "name"),
    ("post", "projects/{project}/releases", "version"),
    ("post", "projects/{project}/releases", "formats"),
    ("post", "projects/{project}/releases", "licence"),
    ("post", "projects/{project}/claim", "stage"),
    ("post", "samples/{sample}/withdraw", "reason"),
    ("put", "assignments/{assignment}/draft", "version"),
    ("put", "assignments/{assignment}/draft", "answer"),
    ("put", "assignments/{assignment}/draft", "active_seconds"),
    ("put", "assignments/{assignment}/draft", "scratch_reason"),
    ("post", "assignments/{assignment}/heartbeat", "active_seconds"),
    ("post", "assignments/{assignment}/submit", "key"),
    ("post", "assignments/{assignment}/submit", "answer"),
    ("post", "assignments/{assignment}/skip", "reason"),
    ("post", "assignments/{assignment}/skip", "comment"),
]

GOOD: dict[str, dict[str, Any]] = {
    "me/tokens": {"name": "script", "expires_in_days": 1},
    "projects": {"name": "New", "recipe": "iiw"},
    "projects/{project}/named-invitations": {"usernames": ["sam"], "role": "annotator"},
    "projects/{project}/invitations": {"role": "annotator", "uses": 1},
    "projects/{project}/seeding": {"detector": "classical", "captioner": "classical"},
    "projects/{project}/exports": {"format": "coco"},
    "projects/{project}/releases": {"name": "New", "version": "1.0.0"},
    "assignments/{assignment}/draft": {"version": 0, "answer": {"objects": []}},
    "assignments/{assignment}/submit": {
        "key": "11111111-2222-4333-8444-555555555555",
        "answer": {"objects": []},
    },
    "assignments/{assignment}/skip": {"reason": "other"},
}


@pytest.mark.parametrize(("method", "path", "field"), FIELDS, ids="{0[0]}-{0[1]}".format)
def test_strange_values_are_taken_or_refused_and_never_a_fault(
    people: Cast, project: Project, method: str, path: str, field: str
) -> None:
    """Null bytes, lone surrogates, infinities, numbers no column holds, the wrong type."""
    add_samples(project, 1)
    held = claim(project, people.owner)
    places = {"project": project.pk, "sample": held.sample_id, "assignment": held.pk}
    client = client_of(people.owner)
    for value in STRANGE:
        body = json.dumps({**GOOD.get(path, {}), field: value})
        answer = getattr(client, method)(
            f"/api/v1/{path.format(**places)}", body, content_type="application/json"
        )
        if answer.status_code >= 300:
            error_of(answer, answer.status_code)
            assert answer.status_code in (404, 409, 422), f"{value!r}: {answer.status_code}"


@pytest.mark.parametrize("number", ["0", HUGE, str(2**63 - 1), str(2**63), str(2**31)])
@pytest.mark.parametrize(
    "path",
    [
        "projects/{0}",
        "projects/{0}/members",
        "projects/{0}/claim",
        "projects/{0}/samples",
        "projects/{project}/members/{0}",
        "projects/{project}/invitations/{0}",
        "projects/{project}/named-invitations/{0}",
        "projects/{project}/guidelines/{0}",
        "projects/{project}/jobs/{0}",
        "projects/{project}/imports/{0}",
        "projects/{project}/exports/{0}/file",
        "projects/{project}/releases/{0}",
        "projects/{project}/releases/{0}/archive",
        "samples/{0}",
        "images/{0}/content",
        "assignments/{0}",
        "assignments/{0}/draft",
        "history/{0}",
        "me/tokens/{0}",
    ],
)
def test_an_id_that_cannot_be_is_not_found(
    owner: APIClient, project: Project, path: str, number: str
) -> None:
    url = f"/api/v1/{path.format(number, project=project.pk)}"
    for method in ("get", "post", "put", "patch", "delete"):
        answer = getattr(owner, method)(url, {}, format="json")
        assert answer.status_code in (404, 405), f"{method} {url}: {answer.status_code}"
        error_of(answer, answer.status_code)


def cursor(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "query",
    [
        "search=%00",
        "search=%FF%FE",
        "search=%25%5C%27",
        "state=nonsense",
        "stage=%00",
        "split=%00",
        "split=" + "x" * 5000,
        "page_size=0",
        "page_size=-1",
        "page_size=abc",
        f"page_size={HUGE}",
        "cursor=x",
        "cursor=%00",
        f"cursor={cursor('p=x')}",
        f"cursor={cursor('p=' + HUGE)}",
        f"cursor={cursor('p=%00')}",
        f"cursor={cursor('o=' + HUGE)}",
        "project=1&project__name=x&password=1",
    ],
)
@pytest.mark.parametrize("path", ["samples", "images", "audit"])
def test_strange_queries_are_answered_or_refused_and_never_a_fault(
    owner: APIClient, project: Project, path: str, query: str
) -> None:
    add_samples(project, 2)
    answer = owner.get(f"/api/v1/projects/{project.pk}/{path}?{query}")
    if answer.status_code != 200:
        # What is declared once is refused where it is wrong; the rest finds nothing (0050).
        error_of(answer, 422 if answer.status_code == 422 else 404)
    assert Sample.objects.count() == 2


@pytest.mark.parametrize("token", ["x", "\xe9", " ", "a" * 10_000])
def test_a_strange_token_is_refused(people: Cast, token: str) -> None:
    answer = APIClient().get("/api/v1/work", headers={"authorization": f"Token {token}"})
    error_of(answer, 401)


@pytest.mark.parametrize("secret", ["x", "%00", "a%2Fb", "x" * 3000])
def test_a_strange_invitation_is_not_found(people: Cast, secret: str) -> None:
    error_of(APIClient().get(f"/api/v1/invitations/{secret}"), 404)
