"""Who may do what at which address: one row per method and address, read like a contract."""

import json
from dataclasses import dataclass
from typing import Any

# What each persona gets. "in" means let in: whatever the answer, it is none of 401, 403 and 404.
PERSONAS = ("owner", "reviewer", "ada", "blocked", "stranger", "anonymous", "admin")


def _audience(*answers: object) -> dict[str, object]:
    return dict(zip(PERSONAS, answers, strict=True))


#                      owner  reviewer  ada    blocked  stranger  anonymous  admin
PUBLIC = _audience("in", "in", "in", "in", "in", "in", "in")
SIGNED_IN = _audience("in", "in", "in", "in", "in", 401, "in")
ADMIN = _audience(403, 403, 403, 403, 403, 401, "in")
MAKER = _audience("in", 403, 403, 403, 403, 401, "in")
MEMBER = _audience("in", "in", "in", "in", 404, 401, "in")
WORKER = _audience("in", "in", "in", 403, 404, 401, 403)
READER = _audience("in", "in", 403, 403, 404, 401, "in")
LEAD = _audience("in", 403, 403, 403, 404, 401, "in")
# What belongs to Ada alone; not even a lead or an admin may act in her name.
HERS = _audience(404, 404, "in", 404, 404, 401, 404)


@dataclass(frozen=True)
class Row:
    audience: dict[str, object]
    body: Any = None
    # Multipart instead of JSON.
    files: bool = False

    def sent(self) -> dict[str, Any]:
        """Return the arguments of the test client's call."""
        if self.files:
            return {"data": {}, "format": "multipart"}
        return {"data": json.dumps(self.body or {}), "content_type": "application/json"}


_KEY = "11111111-2222-4333-8444-555555555555"
_P = "projects/{project}"
_A = "assignments/{assignment}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", "session"): Row(PUBLIC),
    ("post", "session"): Row(PUBLIC, {"username": "ada", "password": "correct-horse-battery"}),
    ("delete", "session"): Row(PUBLIC),
    ("patch", "me"): Row(SIGNED_IN),
    ("post", "me/password"): Row(SIGNED_IN),
    ("get", "me/tokens"): Row(SIGNED_IN),
    ("post", "me/tokens"): Row(SIGNED_IN, {"name": "script"}),
    ("delete", "me/tokens/{token}"): Row(HERS),
    ("get", "users"): Row(ADMIN),
    ("post", "users"): Row(ADMIN, {"username": "new", "password": "correct-horse-battery"}),
    ("patch", "users/{user}"): Row(ADMIN),
    ("get", "recipes"): Row(SIGNED_IN),
    ("get", "projects"): Row(SIGNED_IN),
    ("post", "projects"): Row(MAKER, {"name": "Another"}),
    ("get", _P): Row(MEMBER),
    ("patch", _P): Row(LEAD, {"name": "Renamed"}),
    ("get", f"{_P}/audit"): Row(LEAD),
    ("get", f"{_P}/members"): Row(READER),
    ("post", f"{_P}/members"): Row(LEAD, {"username": "ines", "role": "annotator"}),
    ("patch", f"{_P}/members/{{member}}"): Row(LEAD, {"is_blocked": True}),
    ("delete", f"{_P}/members/{{member}}"): Row(LEAD),
    ("get", f"{_P}/invitations"): Row(LEAD),
    ("post", f"{_P}/invitations"): Row(LEAD, {"role": "annotator"}),
    ("delete", f"{_P}/invitations/{{invitation}}"): Row(LEAD),
    ("get", "invitations/{secret}"): Row(PUBLIC),
    ("post", "invitations/{secret}/accept"): Row(
        PUBLIC, {"username": "newcomer", "password": "correct-horse-battery"}
    ),
    ("get", f"{_P}/guidelines"): Row(MEMBER),
    ("post", f"{_P}/guidelines"): Row(LEAD, {"body": "# New"}),
    ("post", f"{_P}/guidelines/read"): Row(MEMBER),
    ("get", f"{_P}/guidelines/{{version}}"): Row(MEMBER),
    ("get", f"{_P}/images"): Row(LEAD),
    ("get", "images/{image}/content"): Row(MEMBER),
    ("get", "work"): Row(SIGNED_IN),
    ("post", f"{_P}/claim"): Row(WORKER),
    ("get", _A): Row(HERS),
    ("put", f"{_A}/draft"): Row(HERS, {"version": 0, "answer": {"objects": []}}),
    ("post", f"{_A}/heartbeat"): Row(HERS, {"active_seconds": 1}),
    ("post", f"{_A}/submit"): Row(HERS, {"key": _KEY, "answer": {"objects": []}}),
    ("post", f"{_A}/release"): Row(HERS),
    ("post", f"{_A}/skip"): Row(HERS, {"reason": "other"}),
    ("get", "history"): Row(SIGNED_IN),
    ("get", "history/{submitted}"): Row(HERS),
    ("get", f"{_P}/samples"): Row(READER),
    ("get", "samples/{sample}"): Row(READER),
    ("post", "samples/{sample}/withdraw"): Row(LEAD, {"reason": "not free"}),
    ("post", "samples/{sample}/restore"): Row(LEAD),
    ("get", f"{_P}/seeding"): Row(READER),
    ("post", f"{_P}/seeding"): Row(LEAD),
    ("post", f"{_P}/seeding/skip"): Row(LEAD),
    ("post", f"{_P}/seeds"): Row(LEAD, files=True),
    ("post", f"{_P}/uploads"): Row(LEAD, files=True),
    ("get", f"{_P}/imports"): Row(LEAD),
    ("post", f"{_P}/imports"): Row(LEAD, files=True),
    ("get", f"{_P}/imports/{{import}}"): Row(LEAD),
    ("get", f"{_P}/exports"): Row(READER),
    ("post", f"{_P}/exports"): Row(LEAD, {"format": "coco"}),
    ("get", f"{_P}/exports/{{export}}/file"): Row(READER),
    ("get", f"{_P}/overview"): Row(READER),
    ("get", f"{_P}/jobs"): Row(READER),
    ("get", f"{_P}/jobs/{{job}}"): Row(READER),
    ("post", f"{_P}/jobs/{{job}}/cancel"): Row(LEAD),
    ("post", f"{_P}/jobs/{{job}}/retry"): Row(LEAD),
    ("get", "schema/"): Row(PUBLIC),
}
